#include "cli/review.h"
void report_html(const Review *r, Buffer *out) { (void)r; buffer_str(out, "todo"); }
