/* The services of engine/: text, numbers, table, statistics. */
#include "engine/random.h"
#include "engine/stats.h"
#include "engine/table.h"
#include "engine/text.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

Test(text, writing_is_bounded_and_always_terminated)
{
    char small[8];
    Text text = TEXT_OF(small);
    text_string(&text, "abc");
    text_number(&text, -42);
    cr_assert_str_eq(small, "abc-42");
    cr_assert_not(text.overflow);
    text_string(&text, "xyz");
    cr_assert_str_eq(small, "abc-42x");
    cr_assert(text.overflow);
    text_char(&text, 'q');
    text_format(&text, "%d", 12345);
    cr_assert_eq(strlen(small), sizeof small - 1);
}

Test(text, numbers_strings_and_groups)
{
    char line[128];
    Text text = TEXT_OF(line);
    text_number(&text, INT64_MIN);
    text_char(&text, ' ');
    text_grouped(&text, 1234567);
    text_char(&text, ' ');
    text_grouped(&text, 999);
    text_json_string(&text, "a\"b\\\n");
    cr_assert_str_eq(line, "-9223372036854775808 1,234,567 999\"a\\\"b\\\\\\u000a\"");
}

Test(text, scans_are_strict_and_say_where)
{
    static const struct {
        const char *text, *message;
    } bad[] = {
        {"", "column 1: expected a number from 0 to 99, got the end"},
        {"-1", "got '-'"},
        {"01", "got '0'"},
        {"100", "got '1'"},
        {"99999999999999999999999", "got '9'"},
        {"\x01", "byte 0x01"},
    };
    Error error;
    uint64_t number = 7;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        Scan scan = scan_over(bad[i].text, "test");
        cr_assert_eq(scan_number(&scan, 99, &number, &error), STATUS_BAD_TEXT);
        cr_assert(strstr(error.text, bad[i].message), "%s", error.text);
        cr_assert_eq(number, 7);
    }
    Scan scan = scan_over("99 x", "test");
    cr_assert_eq(scan_number(&scan, 99, &number, &error), STATUS_OK);
    cr_assert_eq(number, 99);
    cr_assert_eq(scan_expect(&scan, ' ', &error), STATUS_OK);
    cr_assert_eq(scan_end(&scan, &error), STATUS_BAD_TEXT);
    cr_assert_str_eq(error.text, "test: column 4: expected the end, got 'x'");
}

Test(random, is_pinned_and_split_seeds_differ)
{
    /* SplitMix64 from state 0: published first outputs. */
    Random random = {0};
    cr_assert_eq(random_next(&random), UINT64_C(0xe220a8397b1dcdaf));
    cr_assert_eq(random_next(&random), UINT64_C(0x6e789e6aa1b965f4));
    cr_assert_neq(random_split(1, 0), random_split(1, 1));
    cr_assert_neq(random_split(1, 0), random_split(2, 0));
    int counts[6] = {0};
    for (int i = 0; i < 60000; i++)
        counts[random_below(&random, 6)]++;
    for (int i = 0; i < 6; i++)
        cr_assert(abs(counts[i] - 10000) < 600);
}

Test(table, gets_what_was_put_and_nothing_else)
{
    Table table;
    TableEntry entry;
    cr_assert_eq(table_open(&table, 1 << 20, NULL), STATUS_OK);
    for (uint64_t i = 0; i < 20000; i++)
        table_put(
            &table, random_mix(i),
            &(TableEntry){(Move)i + 1, (Score)(i % 60000) - 30000, (int)(i % 250), BOUND_EXACT});
    int found = 0;
    for (uint64_t i = 0; i < 20000; i++)
        if (table_get(&table, random_mix(i), &entry)) {
            found++;
            cr_assert_eq(entry.move, (Move)i + 1);
            cr_assert_eq(entry.score, (Score)(i % 60000) - 30000);
            cr_assert_eq(entry.depth, (int)(i % 250));
            cr_assert_eq(entry.bound, BOUND_EXACT);
        }
    cr_assert(found > 15000, "only %d kept", found);
    for (uint64_t i = 20000; i < 40000; i++)
        cr_assert_not(table_get(&table, random_mix(i), &entry));
    cr_assert(table_fill(&table) > 200);
    table_age(&table);
    cr_assert_eq(table_fill(&table), 0);
    table_clear(&table);
    cr_assert_not(table_get(&table, random_mix(1), &entry));
    table_close(&table);
}

Test(table, old_and_shallow_entries_give_way)
{
    Table table;
    TableEntry entry;
    cr_assert_eq(table_open(&table, 64, NULL), STATUS_OK);
    for (uint64_t i = 0; i < 4; i++)
        table_put(&table, i, &(TableEntry){1, 0, (int)(10 + i), BOUND_EXACT});
    table_put(&table, 9, &(TableEntry){2, 0, 5, BOUND_LOWER});
    cr_assert_not(table_get(&table, 0, &entry), "the shallowest goes first");
    cr_assert(table_get(&table, 3, &entry) && table_get(&table, 9, &entry));
    table_put(&table, 3, &(TableEntry){MOVE_NONE, 7, 13, BOUND_UPPER});
    cr_assert(table_get(&table, 3, &entry));
    cr_assert_eq(entry.move, 1, "a known move survives a result without one");
    table_close(&table);
}

/* Checked against the closed formulas by hand. */
Test(stats, elo_los_and_shares)
{
    MatchScore even = {.wins = 30, .draws = 40, .losses = 30, .pairs = {5, 10, 20, 10, 5}};
    cr_assert_float_eq(stats_elo(&even).value, 0.0, 1e-9);
    cr_assert_float_eq(stats_los(&even), 0.5, 1e-9);
    MatchScore better = {.wins = 75, .losses = 25, .pairs = {0, 0, 25, 0, 25}};
    cr_assert_float_eq(stats_share(&better), 0.75, 1e-12);
    cr_assert_float_eq(stats_elo(&better).value, 190.848, 1e-3);
    cr_assert(stats_los(&better) > 0.999);
    /* 50 pairs and one of prior: variance (25 (0 + 1/4) + 1/5 (1/4 + 1/16) 2) / 51 about mean. */
    Estimate share = stats_share_estimate(&better);
    cr_assert_float_eq(share.value, 0.75, 1e-12);
    cr_assert_float_eq(share.margin, 0.06938, 1e-3);
}

Test(stats, extreme_scores_have_finite_intervals)
{
    MatchScore all = {.wins = 20, .pairs = {0, 0, 0, 0, 10}};
    MatchScore none = {.losses = 20, .pairs = {10, 0, 0, 0, 0}};
    MatchScore empty = {0};
    cr_assert(isfinite(stats_elo(&all).value) && isfinite(stats_elo(&all).margin));
    cr_assert_float_eq(stats_elo(&all).value, -stats_elo(&none).value, 1e-9);
    cr_assert_float_eq(stats_elo(&all).margin, stats_elo(&none).margin, 1e-9);
    cr_assert(stats_elo(&all).value > 300);
    cr_assert_float_eq(stats_elo(&empty).value, 0.0, 1e-12);
    cr_assert_float_eq(stats_los(&empty), 0.5, 1e-12);
}
