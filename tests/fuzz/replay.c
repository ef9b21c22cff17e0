/* replay.c FILE...: plays files to a fuzz target where there is no libFuzzer, so that the targets are compiled and run
 * in every build. */
#include "fuzz.h"

static void play_file(const char *path) {
    static uint8_t room[1 << 20];
    FILE *in = fopen(path, "rb");
    if (!in) {
        perror(path);
        exit(2);
    }
    size_t size = fread(room, 1, sizeof room, in);
    fclose(in);
    uint8_t *copy = malloc(size + !size); /* of its own size, so that reading past its end is seen */
    if (!copy) exit(2);
    memcpy(copy, room, size);
    LLVMFuzzerTestOneInput(copy, size);
    free(copy);
}

int main(int argc, char **argv) {
    for (int i = 1; i < argc; i++) play_file(argv[i]);
    printf("%d files\n", argc - 1);
    return argc < 2;
}
