/* print.c: `penna print`: blank score sheets on paper, as PDF or SVG. The drawing is in paper.c. */
#include <string.h>
#include <strings.h>

#include "cli/cli.h"

typedef struct PrintSettings {
    const char *output; /* the file; NULL: GAME.pdf, "-": standard output */
    const char *format; /* "pdf", "svg" or, NULL, by the ending of the file */
    const char *paper;  /* the name of a size */
    const char *sheet;  /* the name of one of the game's sheets; NULL: all of them */
    long per_page;      /* 0: as many as can well be written on */
    long copies;        /* of each page */
    bool plain;         /* black and white: colours become patterns */
} PrintSettings;

/* More than a page can hold; more than anybody wants by accident. */
enum { PER_PAGE_MAX = 24, COPIES_MAX = 100 };

#ifdef HAVE_CAIRO

#include <cairo-pdf.h>
#include <cairo-svg.h>

#include "report/paper.h"

static const double box_comfortable = 9.2, box_smallest = 4.5; /* millimetres */
static const double point = 72 / 25.4;                         /* points in a millimetre */

enum { SHEETS_MAX = 16 };

/* What is to be printed. */
typedef struct PrintJob {
    const Game *game;
    const PaperSize *size;
    PaperStyle style;
    PaperGrid grid;
    PaperSheet sheet[SHEETS_MAX]; /* the different ones */
    int sheets;
    int per_page, pages; /* sheets on a page; pages, copies included */
    bool svg;            /* else PDF */
} PrintJob;

/* ---- What to print ---------------------------------------------------------------------------------- */

/* The list ends with a size without a name. */
static bool choose_paper(PrintJob *job, const char *name) {
    for (job->size = paper_sizes; job->size->name; job->size++)
        if (strcmp(job->size->name, name) == 0) return true;
    usage_error(tr(N_("--paper %s: expected a4 or letter")), name);
    return false;
}

/* Refuses a name, with those that there are. Always false, to be returned. */
static bool no_sheet(const PrintJob *job, const char *name) {
    char list[80];
    Text text = text_in(list, sizeof list);
    Layout l;
    for (int i = 0; i < job->game->sheets; i++) {
        job->game->layout(i, &l);
        text_char(&text, ' ');
        text_str(&text, l.name);
    }
    if (job->game->sheets > 1)
        usage_error(tr(N_("--sheet %s: the sheets of %s are%s")), name, job->game->name, list);
    else
        usage_error(tr(N_("--sheet %s: all sheets of %s are alike")), name, job->game->name);
    return false;
}

/* Takes the game's different sheets, or the one of that name. */
static bool choose_sheets(PrintJob *job, const char *name) {
    const Game *g = job->game;
    for (int i = 0; i < g->sheets && job->sheets < SHEETS_MAX; i++) {
        PaperSheet *s = &job->sheet[job->sheets];
        *s = (PaperSheet){.title = tr(g->title), .parts = g->parts};
        g->layout(i, &s->layout);
        if (!name || (*name && strcasecmp(name, s->layout.name) == 0)) job->sheets++;
    }
    return job->sheets || no_sheet(job, name);
}

/* How many sheets go on a page by default: as many as can well be written on; but different sheets are spread evenly
 * over their pages, if that leaves no place empty. */
static int best_per_page(const PrintJob *job, double w, double h) {
    int most = paper_most(job->size, w, h, box_comfortable), pages = (job->sheets + most - 1) / most;
    int even = (job->sheets + pages - 1) / pages;
    PaperGrid g = paper_arrange(job->size, w, h, even);
    return even > most / 2 && g.columns * g.rows == even ? even : most;
}

/* What was asked for is tried as it is and refused if nobody could write in it; what is proposed instead is what
 * would be chosen without the option. */
static bool choose_grid(PrintJob *job, const PrintSettings *set) {
    double w, h;
    paper_measure(&job->sheet[0], &job->style, &w, &h);
    int best = best_per_page(job, w, h);
    job->per_page = set->per_page ? (int)set->per_page : best;
    job->grid = paper_arrange(job->size, w, h, job->per_page);
    job->pages = (job->sheets + job->per_page - 1) / job->per_page * (int)set->copies;
    if (job->grid.box >= box_smallest) return true;
    usage_error(tr(N_("--per-page %d: the boxes would be %.1f mm wide, too small to write in; try %d")), job->per_page,
                job->grid.box, best);
    return false;
}

/* --format first, then the ending of the name; standard output has no ending and gets a PDF. */
static bool choose_format(PrintJob *job, const PrintSettings *set, const char *path) {
    const char *dot = strrchr(path, '.'), *format = set->format;
    bool standard = strcmp(path, "-") == 0;
    if (!format) format = standard ? "pdf" : dot ? dot + 1 : "";
    job->svg = strcasecmp(format, "svg") == 0;
    if (job->svg || strcasecmp(format, "pdf") == 0) return true;
    if (set->format)
        usage_error(tr(N_("--format %s: expected pdf or svg")), format);
    else
        usage_error(tr(N_("%s: expected a name that ends in .pdf or .svg, or --format pdf or svg")), path);
    return false;
}

/* ---- Printing it ------------------------------------------------------------------------------------ */

/* Cairo writes as it draws; the file is written when all of it is there. */
static cairo_status_t add_bytes(void *buffer, const unsigned char *bytes, unsigned length) {
    buffer_add(buffer, (const char *)bytes, length);
    return ((Buffer *)buffer)->failed ? CAIRO_STATUS_NO_MEMORY : CAIRO_STATUS_SUCCESS;
}

/* A fixed date, so that the same command gives the same bytes. */
static cairo_surface_t *new_surface(const PrintJob *job, Buffer *out) {
    double w = job->grid.w * point, h = job->grid.h * point;
    if (job->svg) return cairo_svg_surface_create_for_stream(add_bytes, out, w, h);
    cairo_surface_t *surface = cairo_pdf_surface_create_for_stream(add_bytes, out, w, h);
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE, "2000-01-01T00:00:00Z");
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, tr(job->game->title));
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATOR, "Penna");
    return surface;
}

/* A page begins where the one before ended; after the last of the different sheets the first follows again. */
static void draw_page(const PrintJob *job, cairo_t *cr, int page) {
    const PaperSheet *place[PER_PAGE_MAX];
    int set = (job->sheets + job->per_page - 1) / job->per_page, first = page % set * job->per_page;
    for (int i = 0; i < job->per_page; i++) place[i] = &job->sheet[(first + i) % job->sheets];
    cairo_save(cr);
    cairo_scale(cr, point, point);
    paper_page(cr, &job->grid, place, job->per_page, &job->style);
    cairo_restore(cr);
}

/* Cairo keeps the first error and does nothing after it, so it is asked for once, at the end; the surface has to be
 * finished before its own error is known. */
static bool draw(const PrintJob *job, Buffer *out) {
    cairo_surface_t *surface = new_surface(job, out);
    cairo_t *cr = cairo_create(surface);
    for (int page = 0; page < job->pages; page++) {
        draw_page(job, cr, page);
        if (page + 1 < job->pages) cairo_show_page(cr);
    }
    cairo_status_t status = cairo_status(cr);
    cairo_destroy(cr);
    cairo_surface_finish(surface);
    if (!status) status = cairo_surface_status(surface);
    cairo_surface_destroy(surface);
    if (status) usage_error(tr(N_("the sheet could not be drawn: %s")), cairo_status_to_string(status));
    return !status;
}

/* In the order in which one choice needs another: the grid needs paper and sheets, the pages need the grid. */
static bool prepare(PrintJob *job, const PrintSettings *set, const char *path) {
    if (!choose_format(job, set, path) || !choose_paper(job, set->paper) || !choose_sheets(job, set->sheet) ||
        !choose_grid(job, set))
        return false;
    if (!job->svg || job->pages == 1) return true;
    usage_error(tr(N_("an SVG file holds one page, and this would be %d; use PDF, or --sheet, --per-page or --copies")),
                job->pages);
    return false;
}

/* Drawn into memory first: a sheet that cannot be drawn leaves no half a file behind. */
static int print(const PrintSettings *set, const Game *g) {
    char standard[80];
    PrintJob job = {.game = g, .style = {.lang = term_lang(), .plain = set->plain}};
    const char *path = set->output;
    if (!path) {
        snprintf(standard, sizeof standard, "%s.%s", g->name, set->format ? set->format : "pdf");
        path = standard;
    }
    if (!prepare(&job, set, path)) return EXIT_USAGE;
    Buffer out = {0};
    bool good = draw(&job, &out) && file_write(path, out.bytes, out.length);
    buffer_free(&out);
    if (!good) return EXIT_USAGE;
    if (strcmp(path, "-") != 0)
        printf(tr(N_("%s: pages: %d, sheets on a page: %d, paper: %s\n")), path, job.pages, job.per_page,
               job.size->title);
    return EXIT_GOOD;
}

#else

static int print(const PrintSettings *set, const Game *g) {
    (void)set, (void)g;
    return usage_error("%s", tr(N_("this penna was built without cairo and cannot print; install cairo\n"
                                   "(on Debian: libcairo2-dev fonts-dejavu-core) and build it again")));
}

#endif

/* ---- The command ------------------------------------------------------------------------------------ */

static int run(const void *settings, int count, char **words_) {
    const Game *g = term_game(words_[0]);
    (void)count;
    return g ? print(settings, g) : EXIT_USAGE;
}

static const PrintSettings defaults = {.paper = "a4", .copies = 1};

static const Arg args[] = {
    {.name = "output",
     .value = "FILE",
     .help = N_("where to: a name ending in .pdf or .svg, or `-` (default: GAME.pdf)"),
     .kind = ARG_TEXT,
     .offset = offsetof(PrintSettings, output)},
    {.name = "format",
     .value = "FORMAT",
     .help = N_("pdf or svg (default: as the name ends)"),
     .kind = ARG_TEXT,
     .offset = offsetof(PrintSettings, format)},
    {.name = "paper",
     .value = "SIZE",
     .help = N_("a4 or letter (default: a4)"),
     .kind = ARG_TEXT,
     .offset = offsetof(PrintSettings, paper)},
    {.name = "per-page",
     .value = "N",
     .help = N_("sheets on a page (default: as many as leave boxes of about 1 cm)"),
     .kind = ARG_NUMBER,
     .offset = offsetof(PrintSettings, per_page),
     .low = 1,
     .high = PER_PAGE_MAX},
    {.name = "sheet",
     .value = "LETTER",
     .help = N_("only this of a game's different sheets (default: all)"),
     .kind = ARG_TEXT,
     .offset = offsetof(PrintSettings, sheet)},
    {.name = "copies",
     .value = "N",
     .help = N_("every page so many times (default: 1)"),
     .kind = ARG_NUMBER,
     .offset = offsetof(PrintSettings, copies),
     .low = 1,
     .high = COPIES_MAX},
    {.name = "no-color",
     .help = N_("patterns in place of colours, for a black-and-white printer"),
     .kind = ARG_FLAG,
     .offset = offsetof(PrintSettings, plain)},
    {.name = NULL},
};

const Command print_command = {
    .name = "print",
    .usage = "GAME [OPTION]...",
    .summary = N_("write blank score sheets to print, as PDF or SVG"),
    .about = N_("Draws the game's score sheet, several on a page with lines to cut along. Every row carries its\n"
                "letter, so that a page from a black-and-white printer will do. The same command always writes the\n"
                "same bytes."),
    .examples =
        "  penna print qwixx\n  penna print twentyone --sheet C --output sheet.svg\n"
        "  penna print qwinto --paper letter --copies 5 --no-color --output - | lp\n",
    .args = args,
    .settings = sizeof(PrintSettings),
    .defaults = &defaults,
    .words_min = 1,
    .words_max = 1,
    .run = run,
};
