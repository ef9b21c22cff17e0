/* matrix.h: small zero-sum games in which two choose at once. */
#ifndef PENNA_SOLVE_MATRIX_H
#define PENNA_SOLVE_MATRIX_H

enum { MATRIX_MAX = 8 }; /* choices of each */

/* What the one who chooses the row gets. */
typedef struct Matrix {
    int rows, columns;
    double at[MATRIX_MAX][MATRIX_MAX];
} Matrix;

/* How both should choose, and what that proves: whoever plays `row` has at least `low`, however the other chooses,
 * and whoever plays `column` gives at most `high`. The value lies between, and but for rounding they are the same. */
typedef struct Mixture {
    double row[MATRIX_MAX], column[MATRIX_MAX]; /* chances, which sum to 1 */
    double low, high;
} Mixture;

/* Returns the value, low to high. A pair of choices that neither would leave is taken where there is one. */
double matrix_solve(const Matrix *m, Mixture *out);

#endif
