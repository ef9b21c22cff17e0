/* batch.c: batches in the public library, each function a thin wrapper of arena/batch.h. The public structs are those
 * of the engine under other names; what must agree is checked when this file is compiled. */
#include "arena/batch.h"

#include <string.h>

#include "lib/lib.h"

SAME(PENNA_LANES_MAX, BATCH_LANES_MAX);
SAME(PENNA_FAULT_CHANCE, FAULT_CHANCE);
SAME(PENNA_ACTION_NONE, ACTION_NONE);
SAME(PENNA_REWARD_SHARE, REWARD_SHARE);
SAME(PENNA_REWARD_MARGIN, REWARD_MARGIN);
SAME(PENNA_REWARD_POINTS, REWARD_POINTS);

static Batch *batch_of(PennaBatch *b) { return (Batch *)b; }
static const Batch *const_batch(const PennaBatch *b) { return (const Batch *)b; }

/* Callers in other languages may give any number for an enum: they are checked, because a cast lets all pass. */
PennaBatch *penna_batch_new(const PennaBatchSetup *setup, const char **why) {
    BatchSetup set = {.game = game_of(setup->game),
                      .seats = setup->seats,
                      .lanes = setup->lanes,
                      .threads = setup->threads,
                      .seed = setup->seed,
                      .number = setup->number,
                      .fast = setup->streams == PENNA_FAST,
                      .given = setup->given,
                      .portable = setup->portable,
                      .reward = (Reward)setup->reward};
    unsigned given;
    const char *reason = NULL;
    if (!lib_options(set.game, set.seats, setup->options, set.option, &given, why)) return NULL;
    if ((unsigned)setup->reward > PENNA_REWARD_POINTS || (unsigned)setup->streams > PENNA_FAST) {
        refuse(why, "there are no such rewards or random numbers");
        return NULL;
    }
    if (setup->threads < 0) {
        refuse(why, "threads cannot be fewer than none");
        return NULL;
    }
    Batch *b = batch_new(&set, &reason);
    if (!b) refuse(why, reason);
    return (PennaBatch *)b;
}

void penna_batch_free(PennaBatch *batch) { batch_free(batch_of(batch)); }
int penna_batch_actions(const PennaGame *game) { return batch_actions(game_of(game)); }
int penna_batch_planes(const PennaGame *game, int seats) { return batch_planes(game_of(game), seats); }
int penna_batch_slots(const PennaGame *game, int seats) { return batch_slots(game_of(game), seats); }

void penna_batch_restart(PennaBatch *batch, uint64_t seed, uint64_t number) {
    batch_restart(batch_of(batch), seed, number);
}

/* By name and not by a cast: then the order of the fields need not agree. */
static BatchArrays arrays_of(const PennaArrays *a) {
    return (BatchArrays){.movers = a->movers,
                         .masks = a->masks,
                         .moves = a->moves,
                         .counts = a->counts,
                         .planes = a->planes,
                         .slots = a->slots,
                         .outcomes = a->outcomes,
                         .done = a->done,
                         .fault = a->fault,
                         .points = a->points,
                         .rewards = a->rewards};
}

void penna_batch_look(PennaBatch *batch, const PennaArrays *out) {
    BatchArrays arrays = arrays_of(out);
    batch_look(batch_of(batch), &arrays);
}

long penna_batch_step(PennaBatch *batch, const uint8_t *actions, const uint32_t *outcomes, const PennaArrays *out) {
    BatchArrays arrays = arrays_of(out);
    return batch_step(batch_of(batch), actions, outcomes, &arrays);
}

void penna_batch_convert(PennaBatch *batch, const PennaMove *moves, uint8_t *actions) {
    batch_actions_of(batch_of(batch), moves, actions);
}

void penna_batch_random(PennaBatch *batch, const uint8_t *masks, uint8_t *actions) {
    batch_draw(batch_of(batch), masks, actions);
}

int penna_batch_state(const PennaBatch *batch, int lane, PennaState *out) {
    const Batch *b = const_batch(batch);
    if (lane < 0 || lane >= batch_setup(b)->lanes) return 0;
    memset(out, 0, sizeof *out);
    batch_state(b, lane, state_of(out));
    return 1;
}

uint64_t penna_batch_number(const PennaBatch *batch, int lane) {
    const Batch *b = const_batch(batch);
    return lane >= 0 && lane < batch_setup(b)->lanes ? batch_number(b, lane) : 0;
}

int penna_batch_lockstep(const PennaBatch *batch) { return batch_in_lockstep(const_batch(batch)); }

int penna_action(const PennaGame *game, const PennaState *state, int seat, PennaMove move) {
    return batch_action(game_of(game), head_of(state), seat, move);
}

int penna_action_move(const PennaGame *game, const PennaState *state, int seat, int action, PennaMove *out) {
    return batch_move(game_of(game), head_of(state), seat, action, out);
}

void penna_see(const PennaGame *game, const PennaState *view, int seat, uint8_t *out) {
    batch_see(game_of(game), head_of(view), seat, out);
}
