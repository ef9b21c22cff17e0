/* report.h: what `penna analyse` tells of a review (advise/review.h), to be read and to be looked at. */
#ifndef PENNA_REPORT_REPORT_H
#define PENNA_REPORT_REPORT_H

#include <stdio.h>

#include "advise/review.h"

/* A readable text (report_text.c). all: every decision, not the mistakes only. */
void report_text(const Review *r, bool all, FILE *out);

/* One page that needs nothing else (report_html.c). */
void report_html(const Review *r, Buffer *out);

#endif
