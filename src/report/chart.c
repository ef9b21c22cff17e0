/* chart.c: see chart.h. */
#include "report/chart.h"

#include <stdio.h>

enum {
    PANEL_W = 460, /* of one chart, in units of the picture */
    PANEL_H = 300,
    LEFT = 56, /* room for the labels around the plot */
    RIGHT = 16,
    TOP = 52,
    BOTTOM = 46,
    PLOT_W = PANEL_W - LEFT - RIGHT,
    PLOT_H = PANEL_H - TOP - BOTTOM,
    BINS_MAX = 25 /* more bars than that cannot be told apart beside each other */
};

/* Okabe and Ito's colours, which people with any kind of colour blindness can tell apart. */
static const char *const colours[SEATS_MAX] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"};

/* Text in which nothing is markup. */
static void put_text(Buffer *out, const char *s) {
    for (; *s; s++) {
        if (*s == '<')
            buffer_str(out, "&lt;");
        else if (*s == '&')
            buffer_str(out, "&amp;");
        else
            buffer_add(out, s, 1);
    }
}

/* Everything that is written goes through put_text(): names of bots can be paths. */
static void put_label(Buffer *out, double x, double y, const char *style, const char *s) {
    buffer_put(out, "<text x=\"%.1f\" y=\"%.1f\" %s>", x, y, style);
    put_text(out, s);
    buffer_str(out, "</text>\n");
}

/* How one chart is cut into bars. */
typedef struct Bars {
    int first, width, bins; /* the first number of the first bar; numbers to a bar; bars */
    double top;             /* the share of numbers at the upper end of the y axis */
} Bars;

/* Of all games, so that seats can be compared whatever their number. */
static double share_of(const Hist *h, const Bars *b, int bin) {
    int from = b->first + bin * b->width;
    return (double)hist_between(h, from, from + b->width - 1) / (double)h->count;
}

/* The y axis ends at the next round number above the highest bar. */
static Bars measure(const Chart *c) {
    static const double round[] = {.04, .08, .12, .16, .2, .4, .6, .8, 1};
    Bars b = {.top = 1};
    int min = c->series[0].hist->min, max = c->series[0].hist->max;
    double high = 0;
    for (int i = 1; i < c->count; i++) {
        if (c->series[i].hist->min < min) min = c->series[i].hist->min;
        if (c->series[i].hist->max > max) max = c->series[i].hist->max;
    }
    b.bins = hist_bins(min, max, BINS_MAX, &b.first, &b.width);
    for (int i = 0; i < c->count; i++)
        for (int bin = 0; bin < b.bins; bin++) {
            double share = share_of(c->series[i].hist, &b, bin);
            if (share > high) high = share;
        }
    for (size_t i = sizeof round / sizeof *round; i-- > 0;)
        if (high <= round[i]) b.top = round[i];
    return b;
}

/* Five lines, whatever the scale: measure() has chosen an upper end that is divided by four into round numbers. */
static void put_y_axis(const Bars *b, const char *name, Buffer *out) {
    for (int i = 0; i <= 4; i++) {
        double y = TOP + PLOT_H - i * PLOT_H / 4.0;
        char text[16];
        snprintf(text, sizeof text, "%g", 100 * b->top * i / 4);
        buffer_put(out, "<path class=\"grid\" d=\"M%d %.1fh%d\"/>\n", LEFT, y, PLOT_W);
        put_label(out, LEFT - 6, y + 4, "text-anchor=\"end\"", text);
    }
    buffer_put(out, "<g transform=\"translate(14 %d) rotate(-90)\">", TOP + PLOT_H / 2);
    put_label(out, 0, 0, "text-anchor=\"middle\"", name);
    buffer_str(out, "</g>\n");
}

/* A number stands under the middle of a bar of one number, else where the bar begins. */
static void put_x_axis(const Bars *b, const char *name, Buffer *out) {
    double step = (double)PLOT_W / b->bins;
    int every = (b->bins + 11) / 12;
    buffer_put(out, "<path class=\"axis\" d=\"M%d %dh%d\"/>\n", LEFT, TOP + PLOT_H, PLOT_W);
    for (int i = 0; i < b->bins; i += every) {
        char text[16];
        double x = LEFT + step * (i + (b->width == 1 ? .5 : 0));
        snprintf(text, sizeof text, "%d", b->first + i * b->width);
        put_label(out, x, TOP + PLOT_H + 16, "text-anchor=\"middle\"", text);
    }
    put_label(out, LEFT + PLOT_W / 2.0, PANEL_H - 10, "text-anchor=\"middle\"", name);
}

/* Seats stand beside each other within a bin. Every bar has a title, which a browser shows under the pointer and a
 * screen reader reads. */
static void put_bars(const Chart *c, const Bars *b, int series, Buffer *out) {
    double step = (double)PLOT_W / b->bins, gap = step * .1, bar = (step - 2 * gap) / c->count;
    buffer_put(out, "<g fill=\"%s\">\n", colours[series]);
    for (int i = 0; i < b->bins; i++) {
        double share = share_of(c->series[series].hist, b, i), height = PLOT_H * share / b->top;
        int from = b->first + i * b->width;
        if (share <= 0) continue;
        buffer_put(out, "<rect x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\"><title>",
                   LEFT + step * i + gap + bar * series, TOP + PLOT_H - height, bar, height);
        put_text(out, c->series[series].label);
        buffer_put(out, ", %d", from);
        if (b->width > 1) buffer_put(out, " – %d", from + b->width - 1);
        buffer_put(out, ": %.2f %%", 100 * share);
        buffer_str(out, "</title></rect>\n");
    }
    buffer_str(out, "</g>\n");
}

/* Three to a line; a single series needs none, its title says it. */
static void put_legend(const Chart *c, Buffer *out) {
    double wide = (double)PLOT_W / (c->count < 3 ? c->count : 3);
    for (int i = 0; i < c->count && c->count > 1; i++) {
        double x = LEFT + wide * (i % 3), y = 30 + 13 * (i / 3);
        buffer_put(out, "<rect x=\"%.1f\" y=\"%.1f\" width=\"9\" height=\"9\" fill=\"%s\"/>\n", x, y - 8, colours[i]);
        put_label(out, x + 13, y, "", c->series[i].label);
    }
}

/* Bars before the x axis, so that the axis is seen on them. */
static void put_chart(const Chart *c, int x, int y, const char *y_axis, Buffer *out) {
    Bars b = measure(c);
    buffer_put(out, "<g transform=\"translate(%d %d)\">\n", x, y);
    put_label(out, LEFT, 16, "font-weight=\"bold\" font-size=\"13\"", c->title);
    put_legend(c, out);
    put_y_axis(&b, y_axis, out);
    for (int i = 0; i < c->count; i++) put_bars(c, &b, i, out);
    put_x_axis(&b, c->axis, out);
    buffer_str(out, "</g>\n");
}

/* No script and no style sheet from elsewhere: the picture is the same wherever it is shown. */
void chart_write(const Chart *chart, int count, const char *y_axis, Buffer *out) {
    int w = PANEL_W * (count > 1 ? 2 : 1), h = PANEL_H * ((count + 1) / 2);
    buffer_put(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" role=\"img\" "
        "font-family=\"DejaVu Sans, Verdana, sans-serif\" font-size=\"11\" fill=\"#222\">\n",
        w, h, w, h);
    buffer_put(out, "<style>.grid{stroke:#ddd;fill:none}.axis{stroke:#222;fill:none}</style>\n");
    buffer_put(out, "<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n", w, h);
    for (int i = 0; i < count; i++) put_chart(&chart[i], i % 2 * PANEL_W, i / 2 * PANEL_H, y_axis, out);
    buffer_str(out, "</svg>\n");
}
