/* label.c: what a loss is called. The one table of thresholds; docs/analysis.md explains them. */
#include "analyse/analyse.h"

const char *const label_words[LABELS] = {
    [LABEL_BEST] = N_("best"),       [LABEL_GOOD] = N_("good"),       [LABEL_INACCURACY] = N_("inaccuracy"),
    [LABEL_MISTAKE] = N_("mistake"), [LABEL_BLUNDER] = N_("blunder"),
};

const double label_from[LABELS] = {
    [LABEL_BEST] = 0, [LABEL_GOOD] = 0.005, [LABEL_INACCURACY] = 0.02, [LABEL_MISTAKE] = 0.05, [LABEL_BLUNDER] = 0.10,
};

/* The difference of two equal players' points has the deviation spread * sqrt(2); the density of a bell of that
 * deviation at 0 is 1 / (spread * sqrt(2) * sqrt(2 pi)). */
double label_scale(bool win, double spread) {
    static const double density = 0.28209479177387814; /* 1 / (2 sqrt(pi)) */
    return win ? 1 : spread > 0 ? density / spread : density;
}

double label_loss(double loss, double error) { return loss > 2 * error && loss > 0 ? loss : 0; }

Label label_of(double loss, double error) {
    double counts = label_loss(loss, error);
    Label label = LABEL_BEST;
    while (label + 1 < LABELS && counts >= label_from[label + 1]) label++;
    return label;
}
