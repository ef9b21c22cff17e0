#include "wasm/layout.h"

static void put_row(Buffer *b, char sign, int colour) {
    char letter[2] = {sign, '\0'};
    json_open(b, NULL, '{');
    json_text(b, "letter", letter);
    json_int(b, "colour", colour);
    json_close(b, '}');
}

/* A box of no row has -1: the number that the engine has for it is a large one by accident of its type. */
static void put_box(Buffer *b, const Box *box) {
    json_open(b, NULL, '{');
    json_int(b, "x", box->x);
    json_int(b, "y", box->y);
    json_int(b, "w", box->w);
    json_int(b, "h", box->h);
    json_int(b, "row", box->row == ROW_NONE ? -1 : box->row);
    json_int(b, "colour", box->colour);
    json_int(b, "shape", box->shape);
    json_text(b, "label", box->label);
    json_close(b, '}');
}

static void put_rule(Buffer *b, const Rule *r) {
    json_open(b, NULL, '[');
    json_int(b, NULL, r->x1);
    json_int(b, NULL, r->y1);
    json_int(b, NULL, r->x2);
    json_int(b, NULL, r->y2);
    json_close(b, ']');
}

/* Members, without the braces round them: the engine and the list for the first screen put them into objects of their
 * own. */
void json_layout(Buffer *b, const Layout *l) {
    json_text(b, "name", l->name);
    json_int(b, "w", l->w);
    json_int(b, "h", l->h);
    json_open(b, "rows", '[');
    for (int i = 0; i < l->row_count; i++) put_row(b, l->rows[i].letter, l->rows[i].colour);
    json_close(b, ']');
    json_open(b, "boxes", '[');
    for (int i = 0; i < l->box_count; i++) put_box(b, &l->boxes[i]);
    json_close(b, ']');
    json_open(b, "rules", '[');
    for (int i = 0; i < l->rule_count; i++) put_rule(b, &l->rules[i]);
    json_close(b, ']');
}
