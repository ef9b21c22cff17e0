/* near.c: which addresses are near by, where a proxy may be: the first and the last of each network, and those beside
 * them; and which count together: households of IPv6, and sites of many households. */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "server/peers.h"

static struct sockaddr_storage address_of(const char *text) {
    struct sockaddr_storage address = {0};
    struct sockaddr_in *four = (void *)&address;
    struct sockaddr_in6 *six = (void *)&address;
    bool read = inet_pton(AF_INET, text, &four->sin_addr) == 1;
    address.ss_family = read ? AF_INET : AF_INET6;
    assert_true(read || inet_pton(AF_INET6, text, &six->sin6_addr) == 1);
    return address;
}

static bool is_near(const char *text) {
    struct sockaddr_storage address = address_of(text);
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

/* ---- Households and sites ---- */

enum { EACH = 3, HOUSES = 2 * SITE_ADDRESSES }; /* what one address may have; households of a site that come */

/* An address of one household of a site, and one of some IPv4 addresses in IPv6's clothes, which are no site. */
static const char *in_site(int site, int house) {
    static char text[INET6_ADDRSTRLEN];
    snprintf(text, sizeof text, "2001:db8:%x:%x::%x", site, house, house + 7);
    return text;
}

static const char *mapped(int i) {
    static char text[INET6_ADDRSTRLEN];
    snprintf(text, sizeof text, "::ffff:192.0.2.%d", i);
    return text;
}

/* One thing that is allowed or not, as often as each of the addresses may: how often it was. */
typedef bool Try(void *context, const char *address);

static int from_site(Try *one, void *context, int site) {
    int good = 0;
    for (int house = 0; house < HOUSES; house++)
        for (int i = 0; i < EACH; i++) good += one(context, in_site(site, house));
    return good;
}

/* As much as one address may, or as one site, and what others may beside it. */
static void shared_out(Try *one, void *context) {
    assert_int_equal(from_site(one, context, 1), EACH * SITE_ADDRESSES);
    assert_false(one(context, in_site(1, HOUSES + 1)));
    for (int i = 0; i < EACH; i++) assert_true(one(context, in_site(2, 0)));
    assert_false(one(context, "2001:db8:2:0:ffff::1")); /* the same household */
    assert_true(one(context, "2001:db8:2:1::1"));       /* its neighbour */
    for (int i = 0; i < HOUSES; i++)
        for (int k = 0; k < EACH; k++) assert_true(one(context, mapped(i)));
    assert_false(one(context, "192.0.2.0")); /* what came mapped and plain is one address */
}

static bool try_peer(void *context, const char *text) {
    struct sockaddr_storage address = address_of(text);
    return peers_add(context, &address, EACH, 0, 1) != NULL;
}

static bool try_connect(void *context, const char *text) { return limits_connect(context, text, 1); }
static bool try_table(void *context, const char *text) { return limits_table(context, text, 1); }
static bool try_round(void *context, const char *text) { return limits_round(context, text, ROUNDS_FOR_TABLE, 1); }

/* As many people as one table stands for. */
static bool try_joins(void *context, const char *text) {
    int joined = 0;
    while (joined < JOINS_FOR_TABLE && limits_join(context, text, 1)) joined++;
    return joined == JOINS_FOR_TABLE;
}

static void peers_of_a_site(void **state) {
    static Peers peers;
    Peer *all[EACH * SITE_ADDRESSES];
    (void)state;
    for (int i = 0; i < EACH * SITE_ADDRESSES; i++) {
        struct sockaddr_storage address = address_of(in_site(3, i % HOUSES));
        all[i] = peers_add(&peers, &address, EACH, 0, 1);
        assert_non_null(all[i]);
    }
    assert_false(try_peer(&peers, in_site(3, HOUSES)));
    for (int i = 0; i < EACH * SITE_ADDRESSES; i++) peers_remove(&peers, all[i]);
    for (int i = 0; i < PEER_BUCKETS; i++) assert_null(peers.bucket[i]); /* nothing of it is kept */
    shared_out(try_peer, &peers);
    peers_free(&peers);
}

static void limits_of_a_site(void **state) {
    Limits *l = limits_new((LimitRates){.connections = EACH, .tables = EACH});
    (void)state;
    shared_out(try_connect, l);
    shared_out(try_table, l);
    shared_out(try_round, l);
    shared_out(try_joins, l);
    int before = limits_count(l);
    for (int house = 0; house < HOUSES; house++)
        for (int i = 0; i < EACH; i++) limits_disconnect(l, in_site(1, house), 1);
    assert_true(try_connect(l, in_site(1, 0))); /* who goes makes room, for the site too */
    limits_sweep(l, 1e9);
    assert_true(limits_count(l) < before);
    limits_free(l);
}

/* A household that has used up its own leaves its site what it had. */
static void neighbours(void **state) {
    Limits *l = limits_new((LimitRates){.tables = EACH});
    (void)state;
    for (int i = 0; i < EACH * SITE_ADDRESSES * 2; i++) try_table(l, in_site(4, 0));
    assert_int_equal(from_site(try_table, l, 4), EACH * (SITE_ADDRESSES - 1));
    limits_free(l);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(near_by), cmocka_unit_test(far_away),
                                       cmocka_unit_test(peers_of_a_site), cmocka_unit_test(limits_of_a_site),
                                       cmocka_unit_test(neighbours)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
