/* matrix.c: see matrix.h. Where no single pair of choices will do, there is a square part of the matrix in which each
 * side's mixture makes the other indifferent and which is good against all other choices too (Shapley and Snow 1950).
 * The matrices are tiny, so all square parts are tried, and the one whose two mixtures prove the most is taken. */
#include "solve/matrix.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

enum { N = MATRIX_MAX };

/* What each side is sure of with these mixtures. */
static void prove(const Matrix *m, Mixture *mix) {
    mix->low = INFINITY, mix->high = -INFINITY;
    for (int j = 0; j < m->columns; j++) {
        double sum = 0;
        for (int i = 0; i < m->rows; i++) sum += mix->row[i] * m->at[i][j];
        if (sum < mix->low) mix->low = sum;
    }
    for (int i = 0; i < m->rows; i++) {
        double sum = 0;
        for (int j = 0; j < m->columns; j++) sum += mix->column[j] * m->at[i][j];
        if (sum > mix->high) mix->high = sum;
    }
}

/* The best row against the worst that can happen to it, and the other's likewise. */
static void choose_plainly(const Matrix *m, Mixture *out) {
    int row = 0, column = 0;
    double best = -INFINITY, least = INFINITY;
    for (int i = 0; i < m->rows; i++) {
        double worst = INFINITY;
        for (int j = 0; j < m->columns; j++) worst = m->at[i][j] < worst ? m->at[i][j] : worst;
        if (worst > best) best = worst, row = i;
    }
    for (int j = 0; j < m->columns; j++) {
        double most = -INFINITY;
        for (int i = 0; i < m->rows; i++) most = m->at[i][j] > most ? m->at[i][j] : most;
        if (most < least) least = most, column = j;
    }
    memset(out, 0, sizeof *out);
    out->row[row] = out->column[column] = 1;
    prove(m, out);
}

/* Solves n equations in place, a[i][n] being their right sides; false: they have no one answer. */
static bool eliminate(int n, double a[N + 1][N + 2]) {
    for (int k = 0; k < n; k++) {
        int pivot = k;
        for (int i = k + 1; i < n; i++)
            if (fabs(a[i][k]) > fabs(a[pivot][k])) pivot = i;
        if (fabs(a[pivot][k]) < 1e-14) return false;
        for (int j = 0; j <= n; j++) {
            double swap = a[k][j];
            a[k][j] = a[pivot][j];
            a[pivot][j] = swap;
        }
        for (int i = 0; i < n; i++) {
            double times = i == k ? 0 : a[i][k] / a[k][k];
            for (int j = k; times != 0 && j <= n; j++) a[i][j] -= times * a[k][j];
        }
    }
    for (int k = 0; k < n; k++) a[k][n] /= a[k][k];
    return true;
}

/* Chances of the choices in `own` with which the other, choosing among `his`, always has the same; false: none.
 * `turned`: the columns' chances and not the rows'. */
static bool indifferent(const Matrix *m, unsigned own, unsigned his, bool turned, double *chance) {
    double a[N + 1][N + 2] = {{0}};
    int size = __builtin_popcount(own), i = 0;
    for (unsigned left = his; left; left &= left - 1, i++) {
        int other = __builtin_ctz(left), k = 0;
        for (unsigned mine = own; mine; mine &= mine - 1, k++) {
            int choice = __builtin_ctz(mine);
            a[i][k] = turned ? m->at[other][choice] : m->at[choice][other];
        }
        a[i][size] = -1; /* less the value, */
        a[size][i] = 1;  /* and chances sum to 1 */
    }
    a[size][size + 1] = 1;
    if (!eliminate(size + 1, a)) return false;
    memset(chance, 0, N * sizeof *chance);
    i = 0;
    for (unsigned mine = own; mine; mine &= mine - 1, i++) {
        double x = a[i][size + 1];
        if (x < -1e-12) return false;
        chance[__builtin_ctz(mine)] = x < 0 ? 0 : x;
    }
    return true;
}

/* Tries every pair of supports of the same size, smallest first as sets; what is found is proved by itself, whatever
 * led there: no choice of the other's brings more than `high`, or less than `low`. */
double matrix_solve(const Matrix *m, Mixture *out) {
    choose_plainly(m, out);
    for (unsigned rows = 1; rows < 1u << m->rows && out->high > out->low; rows++)
        for (unsigned columns = 1; columns < 1u << m->columns; columns++) {
            Mixture mix = {0};
            if (__builtin_popcount(rows) < 2 || __builtin_popcount(rows) != __builtin_popcount(columns)) continue;
            if (!indifferent(m, rows, columns, false, mix.row)) continue;
            if (!indifferent(m, columns, rows, true, mix.column)) continue;
            prove(m, &mix);
            if (mix.high - mix.low < out->high - out->low) *out = mix;
            if (out->high - out->low < 1e-15) return (out->low + out->high) / 2;
        }
    return (out->low + out->high) / 2;
}
