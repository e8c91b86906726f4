import { addDays, civilDateIn } from '@malote/core/shared/civil-date.ts'
import { sql } from 'kysely'
import { queueMail } from '../../domain/mail/mail-queue.ts'
import type { Anchor } from '../../platform/db/chain/chain-history.ts'
import { chainHistory } from '../../platform/db/chain/chain-history.ts'
import type { Db } from '../../platform/db/connect.ts'
import type { Config } from '../../platform/settings/config.ts'

/** Logs an anchor at a level that the default of LOG_LEVEL shows. */
export interface AnchorLog {
  warn: (details: object, message: string) => void
}

/**
 * Makes the anchor of the day that has just ended in APP_TIMEZONE: one hash over the history chained so far and the
 * anchor before. It is written to the log and mailed to ANCHOR_MAIL, because only copies outside of the database prove
 * that the database was not rewritten. Does nothing when the day has its anchor.
 */
export async function anchorYesterday(
  db: Db,
  { APP_TIMEZONE, ANCHOR_MAIL }: Pick<Config, 'APP_TIMEZONE' | 'ANCHOR_MAIL'>,
  log: AnchorLog,
  now: Date,
): Promise<void> {
  while ((await chainHistory(db)) > 0);
  const ended = addDays(civilDateIn(now, APP_TIMEZONE), -1)
  const anchor = await db.transaction().execute(async (trx) => {
    const { rows } = await sql<Anchor>`select * from anchor_history(${ended}::date)`.execute(trx)
    const [made] = rows
    if (!made) return undefined
    const { number, day } = made
    const hash = made.hash.toString('hex')
    await queueMail(
      trx,
      ANCHOR_MAIL.map((to) => ({ kind: 'anchor', to, number, day, hash })),
    )
    return { number, day, links: made.lastLink, hash }
  })
  if (anchor) log.warn({ event: 'history-anchor', ...anchor }, 'security')
}
