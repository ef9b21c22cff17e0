/* review.h: a review (match/review.h) at the command line: kept in a file as it comes, and reported. The file is
 * written anew in one step each time, so that it is whole at any moment. */
#ifndef PENNA_REVIEW_H
#define PENNA_REVIEW_H

#include <stdio.h>

#include "cli/advice.h"
#include "match/review.h"

/* Takes in the items of a document. NULL: they are taken; else why they do not belong to this review. */
const char *review_read(Review *r, const char *bytes);

/* ---- Reports ----------------------------------------------------------------------------------------- */

/* A readable text (report_text.c). all: every decision, not the mistakes only. */
void report_text(const Review *r, bool all, FILE *out);

/* One page that needs nothing else (report_html.c). */
void report_html(const Review *r, Buffer *out);

#endif
