import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/db/connect.ts'
import { newToken, tokenHash } from '../../platform/http/auth.ts'

/** How long a browser is remembered after the last sign-in in it, in days. */
const rememberedFor = 180

/** Most browsers of one person; programs sign in without a secret, and each sign-in is one. */
const mostOfPerson = 50

/** The browser of this secret, if the person with this address has signed in in it; the same work for every address. */
export async function findDevice(db: Db, email: string, device: string | null | undefined): Promise<number | null> {
  const row = await db
    .selectFrom('devices')
    .innerJoin('users', 'users.id', 'devices.userId')
    .select('devices.id')
    .where('tokenHash', '=', tokenHash(device ?? ''))
    .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', email.trim().toLowerCase()))
    .executeTakeFirst()
  return row?.id ?? null
}

/**
 * Remembers the browser of a successful sign-in.
 *
 * @param known from {@link findDevice}
 * @returns the secret of a browser that was not known; only its SHA-256 is stored
 */
export async function rememberDevice(
  trx: Trx,
  userId: number,
  known: number | null,
  now: Date,
): Promise<string | undefined> {
  if (known !== null) {
    const { numUpdatedRows } = await trx
      .updateTable('devices')
      .set({ lastAt: now })
      .where('id', '=', known)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows > 0n) return undefined
  }
  const device = newToken()
  await trx
    .insertInto('devices')
    .values({ userId, tokenHash: tokenHash(device), createdAt: now, lastAt: now })
    .execute()
  const newest = trx
    .selectFrom('devices')
    .select('id')
    .where('userId', '=', userId)
    .orderBy('lastAt', 'desc')
    .orderBy('id', 'desc')
    .limit(mostOfPerson)
  await trx.deleteFrom('devices').where('userId', '=', userId).where('id', 'not in', newest).execute()
  return device
}

export async function forgetOldDevices(db: Db, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - rememberedFor * 24 * 3_600_000)
  await db.deleteFrom('devices').where('lastAt', '<', oldest.toISOString()).execute()
}

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
