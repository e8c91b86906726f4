import { createHash } from 'node:crypto'
import { removedText } from '@malote/core/black-outs/black-out.ts'
import { sql } from 'kysely'
import type { Db } from '../connect.ts'
import { type Anchor, anchorHash, type ChainedEntry, linkHash, textsDigest, typedTextDigest } from './chain-history.ts'

/** Rows fetched at once: memory does not depend on the size of the history. */
const batchSize = 5_000

/** The result of verifying the chain. */
export interface ChainFindings {
  /** Number of links, and of entries that are too new to have one. */
  links: number
  waiting: number
  anchors: Anchor[]
  /** A Portuguese sentence for each entry or anchor that does not fit, the first ones of each kind. */
  broken: string[]
}

/** Sentences per kind; one wrong anchor makes all later ones wrong, too. */
const most = 20

/**
 * Recomputes every link and every anchor from the stored history, in one snapshot and outside of the database, whose
 * functions may have been changed as well. Takes minutes with millions of entries.
 */
export const verifyChain = (db: Db): Promise<ChainFindings> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      const { links, waiting, overdue } = await countsOf(trx)
      const anchors = await anchorsOf(trx)
      const broken = [
        ...(overdue > 0
          ? [`Entradas do histórico que há mais de uma hora esperam pelo encadeamento: ${overdue}.`]
          : []),
        ...(await brokenLinks(trx)),
        ...(await brokenTexts(trx)),
        ...(await unchainedEntries(trx)),
        ...(await missingLinks(trx, links)),
        ...(await brokenAnchors(trx, anchors, links)),
      ]
      return { links, waiting, anchors, broken }
    })

/** A link with its entry; without one, the other columns of the entry are null, too. */
interface LinkRow extends ChainedEntry {
  link: number
  chainOf: number
  historyId: number
  salt: string | null
  storedDigest: Buffer | null
  hash: Buffer
  isThere: boolean
  /** Whether the removal of its texts is on record; only of interest once they are removed. */
  isRecorded: boolean
}

async function brokenLinks(db: Db): Promise<string[]> {
  const broken: string[] = []
  let protocol: number | undefined
  let previous: Buffer = Buffer.alloc(0)
  for await (const row of rowsOf<LinkRow>(db, linkRows)) {
    if (row.chainOf !== protocol) {
      protocol = row.chainOf
      previous = Buffer.alloc(0)
    }
    const problem = problemOf(row, previous)
    if (problem !== undefined && broken.length < most) broken.push(problem)
    // The stored hash, so that one changed entry is not reported for all that follow it.
    previous = row.hash
  }
  return broken
}

const linkRows = sql`
  select c.link, c.protocol_id as "chainOf", c.history_id as "historyId", c.salt, c.texts_digest as "storedDigest", c.hash,
    h.id is not null as "isThere", removed.target_id is not null as "isRecorded", h.id, h.protocol_id as "protocolId", h.item_id as "itemId", h.action, h.description,
    h.created_by as "createdBy", (extract(epoch from h.created_at) * 1000000)::bigint::text as "createdAt",
    h.origin_department_id as "originDepartmentId", h.destination_department_id as "destinationDepartmentId",
    coalesce(items.ids, '{}') as "itemIds", coalesce(items.texts, '{}') as "itemTexts",
    coalesce(typed.digests, '{}') as "textDigests"
  from history_chain c
  left join history h on h.id = c.history_id
  left join (
    select history_id, array_agg(item_id order by item_id) as ids, array_agg(description order by item_id) as texts
    from history_items group by history_id
  ) items on items.history_id = h.id
  left join (
    select e.id, array_agg(encode(t.digest, 'hex') order by place) as digests
    from history e cross join unnest(e.texts) with ordinality named (text_id, place) join typed_texts t on t.id = text_id
    group by e.id
  ) typed on typed.id = h.id
  left join (select distinct target_id from black_outs where kind = 'history') removed on removed.target_id = c.history_id
  order by c.protocol_id, c.link`

function problemOf(row: LinkRow, previous: Buffer): string | undefined {
  const place = `Protocolo #${row.chainOf}, entrada ${row.historyId} do histórico`
  if (!row.isThere) return `${place}: foi apagada.`
  const isBlackedOut = row.salt === null
  const texts = row.salt === null ? row.storedDigest : textsDigest(row.salt, row)
  if (isBlackedOut && [row.description, ...row.itemTexts].some((text) => text !== removedText)) {
    return `${place}: o texto foi removido e depois alterado.`
  }
  if (isBlackedOut && !row.isRecorded) return `${place}: o texto foi removido sem registro de quem o removeu.`
  if (texts !== null && linkHash(previous, row, texts).equals(row.hash)) return undefined
  return `${place} (${row.action}): foi alterada, ou o elo anterior foi.`
}

/** Typed texts that were changed, or removed without a record. */
async function brokenTexts(db: Db): Promise<string[]> {
  const broken: string[] = []
  for await (const { id, body, salt, digest, isRecorded } of rowsOf<TextRow>(db, textRows)) {
    const isGone = body === null || salt === null
    if (isGone ? isRecorded : typedTextDigest(salt, body).equals(digest)) continue
    const problem = isGone ? 'foi removido sem registro de quem o removeu' : 'foi alterado'
    if (broken.length < most) broken.push(`Texto ${id}, citado no histórico ou em avisos: ${problem}.`)
  }
  return broken
}

interface TextRow {
  id: number
  body: string | null
  salt: string | null
  digest: Buffer
  isRecorded: boolean
}

const textRows = sql`
  select t.id, t.body, t.salt, t.digest,
    t.body is null and (
      exists (select from black_outs b where b.kind = t.kind and b.target_id = t.target_id)
      or t.id in (
        select unnest(h.texts) from black_outs b join history h on h.id = b.target_id where b.kind = 'history'
      )
    ) as "isRecorded"
  from typed_texts t order by t.id`

/** Entries that should have a link. */
async function unchainedEntries(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: number; protocolId: number; action: string }>`
    select h.id, h.protocol_id, h.action from history h
    where h.id <= (select max(history_id) from history_chain)
      and not exists (select from history_chain c where c.history_id = h.id)
    order by h.id limit ${most}`.execute(db)
  return rows.map(
    ({ id, protocolId, action }) =>
      `Protocolo #${protocolId}, entrada ${id} do histórico (${action}): não faz parte do encadeamento.`,
  )
}

/** Links are numbered without gaps. */
async function missingLinks(db: Db, last: number): Promise<string[]> {
  const { rows } = await sql<{ link: number }>`
    select link from (
      select link, link - lag(link, 1, 0) over (order by link) as step from history_chain
    ) steps where step <> 1 order by link limit 1`.execute(db)
  return rows.map(({ link }) => `O encadeamento tem uma lacuna antes do elo ${link} de ${last}.`)
}

async function brokenAnchors(db: Db, anchors: readonly Anchor[], links: number): Promise<string[]> {
  const broken: string[] = []
  let previous: Pick<Anchor, 'lastLink' | 'number' | 'hash'> = { lastLink: 0, number: 0, hash: Buffer.alloc(0) }
  for (const anchor of anchors) {
    const heads = await headsDigest(db, previous.lastLink, anchor.lastLink)
    const fits = anchor.number === previous.number + 1 && anchorHash(previous.hash, anchor, heads).equals(anchor.hash)
    if ((!fits || anchor.lastLink > links) && broken.length < most) {
      broken.push(`Âncora nº ${anchor.number}, do dia ${anchor.day}: o encadeamento até esse dia foi alterado.`)
    }
    previous = anchor
  }
  return broken
}

async function headsDigest(db: Db, first: number, last: number): Promise<Buffer> {
  const digest = createHash('sha256')
  const heads = sql`
    select distinct on (protocol_id) int4send(protocol_id) || hash as head from history_chain
    where link > ${sql.lit(first)} and link <= ${sql.lit(last)} order by protocol_id, link desc`
  for await (const { head } of rowsOf<{ head: Buffer }>(db, heads)) digest.update(head)
  return digest.digest()
}

async function anchorsOf(db: Db): Promise<Anchor[]> {
  return db.selectFrom('historyAnchors').select(['number', 'day', 'lastLink', 'hash']).orderBy('number').execute()
}

/** Compared with the newest entry, not with the clock: verified may be an archive, or a server that is off. */
async function countsOf(db: Db): Promise<{ links: number; waiting: number; overdue: number }> {
  const { rows } = await sql<{ links: number; waiting: number; overdue: number }>`
    select (select coalesce(max(link), 0) from history_chain) as links, count(*) as waiting,
      count(*) filter (where created_at < (select max(created_at) from history) - interval '1 hour') as overdue
    from history where id > (select coalesce(max(history_id), 0) from history_chain)`.execute(db)
  return rows[0] ?? { links: 0, waiting: 0, overdue: 0 }
}

/** The rows of a query without parameters, through a cursor of the transaction. */
async function* rowsOf<Row>(trx: Db, query: ReturnType<typeof sql>): AsyncGenerator<Row> {
  // All rows will be read: the plan should be the fastest for all of them.
  await sql`set local cursor_tuple_fraction = 1`.execute(trx)
  await sql`declare verified no scroll cursor for ${query}`.execute(trx)
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(batchSize)} from verified`.execute(trx.withoutPlugins())
    yield* rows
    if (rows.length < batchSize) break
  }
  await sql`close verified`.execute(trx)
}
