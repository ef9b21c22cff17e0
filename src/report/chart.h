/* chart.h: histograms as an SVG picture: labelled axes, a legend, and colours that everyone can tell apart. */
#ifndef PENNA_REPORT_CHART_H
#define PENNA_REPORT_CHART_H

#include "base/game.h"
#include "match/record.h"
#include "report/hist.h"

/* What one seat had, as bars of one colour. */
typedef struct ChartSeries {
    char label[80];   /* in the legend, and under the pointer */
    const Hist *hist; /* not ours: it outlives the chart */
} ChartSeries;

/* One picture: the bars of all series stand beside each other. */
typedef struct Chart {
    char title[120], axis[80];     /* axis: what the numbers are */
    ChartSeries series[SEATS_MAX]; /* one for each seat, in the seats' colours */
    int count;
} Chart;

/* Appends the charts as one picture, two beside each other. y_axis says what the heights are. Each has at least one
 * series, and no series is empty. */
void chart_write(const Chart *chart, int count, const char *y_axis, Buffer *out);

#endif
