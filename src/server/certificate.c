/* certificate.c: see certificate.h. libwebsockets reads the files again by itself, but says what is wrong in words of
 * OpenSSL's, and asks for the password of a key where nobody may be there to answer. */
#include "server/certificate.h"

#include <openssl/err.h>
#include <openssl/ssl.h>
#include <unistd.h>

#include "base/words.h"

static int no_password(char *room, int size, int writing, void *context) {
    (void)room, (void)size, (void)writing, (void)context;
    return 0;
}

static const char *fault_of(SSL_CTX *tls, const char *cert, const char *key) {
    if (access(cert, R_OK) != 0) return N_("--tls-cert: this file cannot be read");
    if (access(key, R_OK) != 0) return N_("--tls-key: this file cannot be read");
    SSL_CTX_set_default_passwd_cb(tls, no_password);
    if (SSL_CTX_use_certificate_chain_file(tls, cert) != 1) return N_("--tls-cert: not a certificate as PEM text");
    if (SSL_CTX_use_PrivateKey_file(tls, key, SSL_FILETYPE_PEM) == 1) return NULL;
    if (ERR_GET_REASON(ERR_peek_last_error()) == X509_R_KEY_VALUES_MISMATCH ||
        ERR_GET_REASON(ERR_peek_last_error()) == X509_R_KEY_TYPE_MISMATCH)
        return N_("--tls-key: not the key of this certificate");
    return N_("--tls-key: not a key as PEM text, or one with a password");
}

const char *certificate_fault(const char *cert, const char *key) {
    SSL_CTX *tls = SSL_CTX_new(TLS_server_method());
    const char *fault = tls ? fault_of(tls, cert, key) : N_("out of memory");
    SSL_CTX_free(tls);
    ERR_clear_error();
    return fault;
}
