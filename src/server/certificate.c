/* certificate.c: see certificate.h. OpenSSL's own words for what is wrong are for programmers, and it would ask for the
 * password of a key where nobody may be there to answer. */
#include "server/certificate.h"

#include <openssl/err.h>
#include <openssl/ssl.h>
#include <unistd.h>

#include "base/words.h"

/* Asked for a password, OpenSSL would wait at the terminal of a server that has none. */
static int no_password(char *room, int size, int writing, void *context) {
    (void)room, (void)size, (void)writing, (void)context;
    return 0;
}

/* The files first, then the certificate, then the key: the first fault is the one that is told. */
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

/* Nothing but HTTP/1.1 is spoken here; who names protocols and does not name this one is turned away. */
static int choose_protocol(SSL *tls, const unsigned char **out, unsigned char *length, const unsigned char *offered,
                           unsigned int offered_length, void *context) {
    static const unsigned char ours[] = "\x08http/1.1";
    (void)tls, (void)context;
    int found =
        SSL_select_next_proto((unsigned char **)(uintptr_t)out, length, ours, sizeof ours - 1, offered, offered_length);
    return found == OPENSSL_NPN_NEGOTIATED ? SSL_TLSEXT_ERR_OK : SSL_TLSEXT_ERR_ALERT_FATAL;
}

/* TLS 1.2 at least. No renegotiation, which lets a client make the server work; no compression, which tells secrets
 * by their length. */
SSL_CTX *certificate_load(const char *cert, const char *key, const char **why) {
    SSL_CTX *tls = SSL_CTX_new(TLS_server_method());
    *why = tls ? fault_of(tls, cert, key) : N_("out of memory");
    ERR_clear_error();
    if (*why) {
        SSL_CTX_free(tls);
        return NULL;
    }
    SSL_CTX_set_min_proto_version(tls, TLS1_2_VERSION);
    SSL_CTX_set_options(tls, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION | SSL_OP_IGNORE_UNEXPECTED_EOF);
    /* An idle connection keeps no buffers; a write that was cut short is tried again from another place in memory. */
    SSL_CTX_set_mode(tls,
                     SSL_MODE_RELEASE_BUFFERS | SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
    SSL_CTX_set_alpn_select_cb(tls, choose_protocol, NULL);
    return tls;
}
