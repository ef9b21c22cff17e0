/* dice.c: see dice.h. */
#include "match/dice.h"

/* Counted anew from the log and kept nowhere: so it is right after moves were taken back too. */
int dice_ordinal(const Match *m) {
    AnyState s;
    int turn = match_state(m)->turn, ordinal = 0;
    match_state_at(m, 0, &s);
    for (int node = 0; node < match_node(m); node++) {
        const Event *e = match_event(m, node);
        ordinal += s.head.node == NODE_CHANCE && s.head.turn == turn;
        match_apply(match_game(m), &s.head, e);
    }
    return ordinal;
}
