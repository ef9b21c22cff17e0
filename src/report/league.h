/* league.h: what `penna league` tells of a league (arena/league.h): as text, JSON, CSV and a page to look at. The same
 * logs give the same bytes, whoever writes them. */
#ifndef PENNA_REPORT_LEAGUE_H
#define PENNA_REPORT_LEAGUE_H

#include "arena/league.h"

/* Tables to read in a terminal (league_text.c). */
void league_put_text(const League *l, Buffer *out);

/* Everything that is known, and two tables for a spreadsheet: the ratings, and who met whom. */
void league_put_json(const League *l, Buffer *out);
void league_put_ratings(const League *l, Buffer *out);
void league_put_tables(const League *l, Buffer *out);

/* One page that needs nothing else: charts, tables and games to replay (league_page.c). Of a league that was read with
 * its history. */
void league_put_page(const League *l, Buffer *out);

/* Games of the league to step through: of each of the best tables of a group the record that was kept last
 * (league_replay.c). The printed sheets of all games have to be on the page, which league_put_sheets() puts there. */
void league_put_sheets(const League *l, Buffer *out);
void league_put_replays(const League *l, const LeagueGroup *g, Buffer *out);

#endif
