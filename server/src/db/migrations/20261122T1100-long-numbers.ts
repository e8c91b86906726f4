import { type Kysely, sql } from 'kysely'

/**
 * Numbers inside document numbers, by every five digits in a row. There are only a thousand trigrams of digits, and among
 * millions of items each is in so many that putting them together takes milliseconds; five digits are in a few.
 */
export async function up(db: Kysely<any>) {
  await sql`
    create function digit_grams(value text) returns text[] language sql immutable parallel safe as $$
      select coalesce(array_agg(distinct substr(run[1], start, 5)), '{}')
      from regexp_matches(value, '[0-9]{5,}', 'g') run, generate_series(1, length(run[1]) - 4) start
    $$;

    create index items_digit_grams_idx on items using gin (digit_grams(search_text));
  `.execute(db)
}
