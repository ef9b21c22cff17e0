/* prompt.h: lines from a person: with history and completion at a terminal, plain from a pipe. */
#ifndef PENNA_TERM_PROMPT_H
#define PENNA_TERM_PROMPT_H

#include "base/game.h"

/* From here on Ctrl-C and requests to end are noticed by prompt_line() instead of ending the program; a second
 * one ends it. */
void prompt_start(void);

/* The signal that asked the program to end, or 0. */
int prompt_signal(void);

/* Words that Tab completes from now on; they must stay where they are. */
void prompt_complete(const char (*words)[TOKEN_MAX], int count);

/* Forgets the lines typed so far, which the next person must not find with the arrow keys. */
void prompt_forget(void);

/* Shows `prompt` and takes a line, without spaces at its ends; valid until the next call. NULL: there is no
 * more input, a signal came, or nobody sees the output. */
const char *prompt_line(const char *prompt);

/* Asks a question, showing the default, which an empty line accepts. NULL as above. */
const char *prompt_ask(const char *question, const char *otherwise);

/* Asks a question that is answered by yes or no; `otherwise` is the answer of an empty line, of any other
 * word, and of no more input. */
bool prompt_yes(const char *question, bool otherwise);

/* True if the answer means yes, in English or the person's language. */
bool prompt_is_yes(const char *answer);

/* Prints a translated message in which {0} and {1} stand for the given texts; no line end. */
void prompt_say(const char *id, const char *first, const char *second);

/* The same after `indent` columns, broken as prompt_wrap() does; ends the line. */
void prompt_tell(const char *id, const char *first, const char *second, int indent);

/* Prints a text after `indent` columns, broken at spaces to fit the terminal; ends the line. */
void prompt_wrap(const char *text, int indent);

#endif
