/* near.c: which addresses are near by, where a proxy may be: the first and the last of each network, and those beside
 * them. */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "server/peers.h"

static bool is_near(const char *text) {
    struct sockaddr_storage address = {0};
    struct sockaddr_in *four = (void *)&address;
    struct sockaddr_in6 *six = (void *)&address;
    bool read = inet_pton(AF_INET, text, &four->sin_addr) == 1;
    address.ss_family = read ? AF_INET : AF_INET6;
    assert_true(read || inet_pton(AF_INET6, text, &six->sin6_addr) == 1);
    return peers_near(&address);
}

static void near_by(void **state) {
    static const char *const near[] = {
        "127.0.0.1",       "127.255.255.255", "10.0.0.0",        "10.255.255.255", "172.16.0.0",
        "172.31.255.255",  "192.168.0.1",     "192.168.255.255", "169.254.1.1",    "::1",
        "fc00::",          "fdff:ffff::1",    "fe80::1",         "febf::1",        "::ffff:10.1.2.3",
        "::ffff:127.0.0.1"};
    (void)state;
    for (size_t i = 0; i < sizeof near / sizeof *near; i++)
        if (!is_near(near[i])) fail_msg("%s is near by", near[i]);
}

static void far_away(void **state) {
    static const char *const far[] = {"126.255.255.255",
                                      "128.0.0.0",
                                      "9.255.255.255",
                                      "11.0.0.0",
                                      "172.15.255.255",
                                      "172.32.0.0",
                                      "192.167.255.255",
                                      "192.169.0.0",
                                      "169.253.255.255",
                                      "203.0.113.5",
                                      "0.0.0.0",
                                      "::",
                                      "::2",
                                      "2001:db8::1",
                                      "fbff::1",
                                      "fe00::1",
                                      "fe7f::1",
                                      "fec0::1",
                                      "::ffff:203.0.113.5",
                                      "a00::1",
                                      "7f00::1"};
    (void)state;
    for (size_t i = 0; i < sizeof far / sizeof *far; i++)
        if (is_near(far[i])) fail_msg("%s is far away", far[i]);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(near_by), cmocka_unit_test(far_away)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
