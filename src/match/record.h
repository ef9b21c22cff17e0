/* record.h: a match as text and back (docs/notation.md). A reader takes exactly what the notation allows;
 * it refuses at the first line that is not legal in its position, and never repairs. */
#ifndef PENNA_MATCH_RECORD_H
#define PENNA_MATCH_RECORD_H

#include "host/buffer.h"
#include "match/match.h"

/* Appends the match as a record, as a seat may see it (seat -1: a spectator; RECORD_FULL: everything), with
 * its score line if the game is over and `counted`. */
enum { RECORD_FULL = -2 };
void record_write(const Match *m, int viewer, bool counted, Buffer *out);

/* Everything, and before each move, as a comment, what was said of it (remark.h). */
void record_write_remarked(const Match *m, Buffer *out);

/* The same piece by piece: the lines before the play; the line of an event, of which `s` is the full state before it;
 * the score line of a match that is over. */
void record_write_head(const Match *m, Buffer *out);
void record_write_event(const Match *m, const State *s, const Event *e, int viewer, Buffer *out);
void record_write_score(const Match *m, Buffer *out);

/* True if the viewer does not see what happens at this chance node: his view of it takes a "?". */
bool record_hides(const Game *g, const State *s, int viewer);

/* A file with records being read from memory. */
typedef struct Records {
    const char *bytes;
    size_t length, at; /* at: the next byte */
    long line;         /* the number of the last line taken; 0 before the first */
    bool comments;     /* lines that are comments are taken too; the reader's own */
    bool hidden;       /* hidden draws are read, into a match that is a view, rather than refused */
} Records;

typedef struct Fault {
    long line;
    char reason[400];
} Fault;

typedef enum RecordResult {
    RECORD_OK,  /* *out holds the next record; the caller frees it */
    RECORD_END, /* there are no more */
    RECORD_BAD, /* *fault says where and why */
    RECORD_MEMORY
} RecordResult;

/* Reads the next record, and what its comments say of moves. After anything but RECORD_OK there is nothing more to
 * read. A file without any record is bad. *counted, if not NULL, says whether the record has its score line. */
RecordResult record_read(Records *in, Match **out, bool *counted, Fault *fault);

/* True if another record begins after the last one read; *line is where. */
bool record_more(const Records *in, long *line);

#endif
