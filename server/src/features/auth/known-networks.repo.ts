import { sql } from 'kysely'
import type { Db } from '../../platform/db/connect.ts'

/** How long a sign-in from a network is kept, in days; it raises the network's limits for some minutes only. */
const knownFor = 1

/** The person with this address. One query for known and unknown accounts. */
export async function idOf(db: Db, email: string): Promise<number | null> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', email.trim().toLowerCase()))
    .executeTakeFirst()
  return row?.id ?? null
}

/** Records a sign-in; does nothing when the person is deleted at this moment. */
export async function rememberNetwork(db: Db, userId: number, network: string, now: Date): Promise<void> {
  await sql`
    insert into known_networks (user_id, network, last_at)
    select id, ${network}, ${now}::timestamptz from users where id = ${userId}
    on conflict (user_id, network) do update set last_at = excluded.last_at
  `.execute(db)
}

/** How many people have signed in from this network since then. Uses known_networks_network_idx. */
export async function visitorsSince(db: Db, network: string, since: Date): Promise<number> {
  const { n } = await db
    .selectFrom('knownNetworks')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('network', '=', network)
    .where('lastAt', '>', since.toISOString())
    .executeTakeFirstOrThrow()
  return n
}

/** Where people sign in is not kept longer than it helps them. */
export async function forgetOldNetworks(db: Db, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - knownFor * 24 * 3_600_000)
  await db.deleteFrom('knownNetworks').where('lastAt', '<', oldest.toISOString()).execute()
}
