/* certificate.h: is a certificate one that can be served, before anybody comes? */
#ifndef PENNA_SERVER_CERTIFICATE_H
#define PENNA_SERVER_CERTIFICATE_H

/* What is wrong with the files of a certificate and its key, as a message id; NULL: nothing. */
const char *certificate_fault(const char *cert, const char *key);

#endif
