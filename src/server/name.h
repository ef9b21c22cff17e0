/* name.h: names that people see: no tricks with letters that cannot be seen, and no two at a table that look the same.
 *
 * It is not all of Unicode's advice (UTS 39), but what one stranger plays on another: invisible letters, texts that run
 * backwards, blanks of other widths, capitals, accents, and letters of other scripts that look like ours. */
#ifndef PENNA_SERVER_NAME_H
#define PENNA_SERVER_NAME_H

#include <stdbool.h>
#include <stddef.h>

/* True if a person may be called so: what a record can hold (match_name_ok), not too long, and all of it to be seen. */
bool name_clean(const char *name, size_t length);

/* True if two names can be mistaken for each other. Both are such as match_name_ok() allows. */
bool name_alike(const char *a, const char *b);

#endif
