/* certificate.h: the certificate that is served; what is wrong with one is said before anybody comes. */
#ifndef PENNA_SERVER_CERTIFICATE_H
#define PENNA_SERVER_CERTIFICATE_H

#include <openssl/ssl.h>

/* TLS 1.2 and 1.3 with the certificate and its key, both as PEM text; NULL: *why says why not, a message id. */
SSL_CTX *certificate_load(const char *cert, const char *key, const char **why);

#endif
