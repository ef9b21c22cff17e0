/* record.c: the reader of records takes any bytes; what it accepts it can write, and reads again as the same. */
#include "match/record.h"
#include "fuzz.h"

/* Reads a record that record_write() made; it must be good and give the same text. */
static void read_again(const Buffer *text, bool hidden) {
    Records in = {.bytes = text->bytes, .length = text->length, .hidden = hidden};
    Match *m;
    Fault fault;
    bool counted;
    Buffer again = {0};
    fuzz_must(record_read(&in, &m, &counted, &fault) == RECORD_OK, "a written record is good", text->bytes);
    record_write(m, RECORD_FULL, counted, &again);
    fuzz_must(again.length == text->length && memcmp(again.bytes, text->bytes, text->length) == 0,
              "a record written twice is the same", text->bytes);
    match_free(m);
    buffer_free(&again);
}

/* As one seat sees it, or a spectator. */
static void write_view(const Match *m, int viewer, bool counted) {
    Buffer text = {0};
    record_write(m, viewer, counted, &text);
    read_again(&text, true);
    buffer_free(&text);
}

static void read_all(const uint8_t *data, size_t size, bool hidden) {
    Records in = {.bytes = (const char *)data, .length = size, .hidden = hidden};
    Match *m = NULL;
    Fault fault = {0};
    bool counted;
    RecordResult result;
    while ((result = record_read(&in, &m, &counted, &fault)) == RECORD_OK) {
        Buffer text = {0};
        record_write(m, RECORD_FULL, counted, &text);
        read_again(&text, hidden);
        int seats = match_state(m)->seats;
        if (match_state(m)->viewer == VIEWER_ALL) write_view(m, (int)(size % (size_t)(seats + 1)) - 1, counted);
        buffer_free(&text);
        match_free(m);
    }
    if (result != RECORD_BAD) return;
    fuzz_must(fault.line >= 1 && fault.reason[0], "a fault has a line and a reason", fault.reason);
    for (const char *p = fault.reason; *p; p++)
        fuzz_must(*p >= ' ' && *p <= '~', "a reason is one line of ASCII", fault.reason);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    read_all(data, size, false);
    read_all(data, size, true);
    return 0;
}
