/* draft.c: a file is the old one or the new one, and nothing else is left, whatever happens (host/draft.h). Built
 * twice: with files that have no name, and (NAMED) as if there were none. */
#include <fcntl.h>
#ifdef NAMED
#undef O_TMPFILE
#define O_TMPFILE 0 /* a folder cannot be opened for writing */
#endif
#include "host/draft.c"

#include <dirent.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <sys/wait.h>

#include <cmocka.h>

static char folder[64];

/* Where the test works: where there are files without a name, if the machine has such a place. */
static const char *place(void) {
    static const char *const places[] = {"/dev/shm", "/var/tmp", "/tmp"};
    size_t n = sizeof places / sizeof *places, i = 0;
    for (int fd = -1; i < n - 1; i++)
        if ((fd = open(places[i], O_TMPFILE | O_WRONLY, 0600)) >= 0) {
            close(fd);
            break;
        }
    return places[i];
}

static int enter(void **state) {
    (void)state;
    snprintf(folder, sizeof folder, "%s/penna-draft-XXXXXX", place());
    return mkdtemp(folder) && chdir(folder) == 0 ? 0 : -1;
}

static int leave(void **state) {
    (void)state;
    return unlink("a") == 0 && unlink("b") == 0 && rmdir("folder") == 0 && chdir("/") == 0 && rmdir(folder) == 0 ? 0
                                                                                                                 : -1;
}

static int files_here(void) {
    int n = 0;
    DIR *d = opendir(".");
    assert_non_null(d);
    while (readdir(d)) n++;
    closedir(d);
    return n - 2;
}

static void assert_holds(const char *path, const char *text) {
    char room[64] = "";
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    assert_int_equal(fread(room, 1, sizeof room - 1, f), strlen(text));
    fclose(f);
    assert_string_equal(room, text);
}

static bool write_it(const char *path, const char *text, bool keep) {
    Draft d;
    return draft_begin(&d, path) && draft_add(&d, text, strlen(text)) && draft_end(&d, keep);
}

static void old_or_new(void **state) {
    struct stat st;
    char whole[sizeof folder + 2];
    (void)state;
    assert_true(write_it("a", "old", true));
    assert_holds("a", "old");
    assert_int_equal(stat("a", &st), 0);
    assert_int_equal(st.st_mode & 0777, 0644);
    assert_int_equal(chmod("a", 0600), 0);
    assert_true(write_it("a", "new", true));
    assert_holds("a", "new");
    assert_int_equal(stat("a", &st), 0);
    assert_int_equal(st.st_mode & 0777, 0600); /* its mode stays */
    assert_true(write_it("a", "bad", false));
    assert_holds("a", "new");
    snprintf(whole, sizeof whole, "%s/b", folder);
    assert_true(write_it(whole, "b", true));
    assert_holds("b", "b");
    assert_int_equal(files_here(), 2);
}

static void two_at_once(void **state) {
    Draft one, two;
    (void)state;
    assert_true(draft_begin(&one, "a") && draft_add(&one, "1", 1) && draft_begin(&two, "b") && draft_add(&two, "2", 1));
    assert_true(draft_end(&one, false) && draft_end(&two, true));
    assert_holds("a", "new");
    assert_holds("b", "2");
    assert_true(draft_begin(&one, "a") && draft_add(&one, "1", 1) && draft_begin(&two, "a") && draft_add(&two, "2", 1));
    assert_true(draft_end(&one, true) && draft_end(&two, true));
    assert_holds("a", "2");
    assert_int_equal(files_here(), 2);
}

/* A program that dies by a signal in the middle of writing. */
static void die_writing(int number) {
    Draft d;
    int status;
    pid_t child = fork();
    if (child == 0) {
        if (draft_begin(&d, "a") && draft_add(&d, "half", 4)) {
            if (number == SIGTERM) draft_drop(); /* as a handler would */
            raise(number);
        }
        _exit(1);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status));
    assert_holds("a", "2");
    assert_int_equal(files_here(), 2);
}

static void ended(void **state) {
    (void)state;
    die_writing(SIGTERM);
}

#ifndef NAMED
static void killed(void **state) {
    Draft d;
    (void)state;
    assert_true(draft_begin(&d, "a"));
    bool nameless = !d.named;
    assert_true(draft_end(&d, false));
    if (!nameless) skip(); /* this file system has no files without a name */
    die_writing(SIGKILL);
}
#endif

static void refused(void **state) {
    Draft d;
    (void)state;
    assert_false(draft_begin(&d, "nowhere/a"));
    assert_int_equal(errno, ENOENT);
    assert_false(write_it("/dev/full", "x", true));
    assert_int_equal(errno, ENOSPC);
    assert_true(write_it("/dev/null", "x", true));
    assert_int_equal(mkdir("folder", 0755), 0);
    assert_false(draft_begin(&d, "folder"));
    assert_int_equal(errno, EISDIR);
    assert_int_equal(files_here(), 3);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(old_or_new), cmocka_unit_test(two_at_once), cmocka_unit_test(ended),
#ifndef NAMED
        cmocka_unit_test(killed),
#endif
        cmocka_unit_test(refused),
    };
    return cmocka_run_group_tests(tests, enter, leave);
}
