/* report.h: what `penna analyse` tells of a review (advise/review.h), to be read and to be looked at. */
#ifndef PENNA_REPORT_REPORT_H
#define PENNA_REPORT_REPORT_H

#include <stdio.h>

#include "advise/review.h"
#include "match/remark.h"

/* A readable text (report_text.c). all: every decision, not the mistakes only. */
void report_text(const Review *r, bool all, FILE *out);

/* One page that needs nothing else (report_html.c). */
void report_html(const Review *r, Buffer *out);

/* What the seat itself said of a decision (match/remark.h); false: nothing. */
bool report_remark(const Review *r, const Item *item, Remark *out);

/* The same as a text: "win 55.0%, points 61.5, nodes 1200; r9 0.55, - 0.41". */
void report_put_remark(const Remark *said, Text *out);

#endif
