import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { createProtocol } from '../../server/src/features/protocols/create/create-protocols.ts'
import type { Storage } from '../../server/src/platform/files/storage.ts'
import { mostNotifiedPerHour } from '../../server/src/platform/http/fair-use.ts'
import { departments } from './generate-organisation.ts'
import { newProtocol } from './new-protocol.ts'
import { benchNumber, numberHole, record, type Statement, writingOf } from './record.ts'
import { productsFairUse } from './servers.ts'
import type { Stage } from './stage.ts'

/** Number of users notified of a new protocol. */
const notified = 30

/**
 * Creates tables in a separate schema with the same facts as the product's tables, and with the indexes that its
 * screens use: lists, returns, tracking, histories, the bell. No triggers, no checks, no foreign keys, no derived data.
 */
export async function makeBareTables({ query }: Stage): Promise<void> {
  await query('create schema bare')
  for (const table of ['protocols', 'items', 'history', 'notifications']) {
    await query(`create table bare.${table} (like ${table} including defaults including generated)`)
    const columns = await query<{ name: string }>(
      `select attname as name from pg_attribute
       where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
      [table],
    )
    const names = columns.map(({ name }) => `"${name}"`).join(', ')
    await query(`insert into bare.${table} (${names}) select ${names} from ${table}`)
    await query(`create sequence bare.${table}_id`)
    await query(`select setval('bare.${table}_id', (select max(id) from bare.${table}))`)
    await query(`alter table bare.${table} alter id set default nextval('bare.${table}_id'), add primary key (id)`)
  }
  for (const [table, text] of Object.entries(searchTexts)) {
    await query(`alter table bare.${table} drop search_text, add search_text text generated always as (${text}) stored`)
  }
  for (const index of screenIndexes) await query(`create index on bare.${index}`)
  await query('analyze bare.protocols, bare.items, bare.history, bare.notifications')
}

/** In the product, triggers write them. */
const searchTexts = {
  protocols: "searchable(id || ' ' || remarks)",
  items: 'searchable(document_number)',
}

const screenIndexes = [
  'protocols (origin_department_id, created_at, id) include (status)',
  'protocols (destination_department_id, created_at, id) include (status)',
  'protocols (status, created_at, id)',
  'protocols using gin (search_text gin_trgm_ops)',
  'items (protocol_id, position)',
  'items (origin_department_id, status, return_date, id) where return_date is not null',
  'items (destination_department_id, status, return_date, id) where return_date is not null',
  'items (responsible_id, status) where responsible_id is not null',
  'items using gin (search_text gin_trgm_ops)',
  'history (protocol_id, id)',
  'history (origin_department_id, id)',
  'history (destination_department_id, id)',
  'notifications (user_id, id)',
  'notifications (user_id) where read_at is null',
]

/** Creations, each one statement that writes protocol, items, history and notifications into the bare tables. */
export function bareCreations(stage: Stage): Statement[][] {
  return Array.from({ length: departments }, (_, n) => {
    const { origin, body } = newProtocol(stage, n % 2 === 0)
    const { remarks, origin_department_id: from, destination_department_id: to, requires_return: isDue, items } = body
    const rows = JSON.stringify(items).replace(benchNumber, numberHole)
    return [{ sql: oneStatement, parameters: [from, to, isDue, remarks, origin.id, rows, notified] }]
  })
}

const oneStatement = `
  with protocol as (
    insert into bare.protocols (origin_department_id, destination_department_id, requires_return, remarks, created_by, total_items)
    values ($1, $2, $3, $4, $5, json_array_length($6::json))
    returning id
  ), new_items as (
    insert into bare.items (protocol_id, position, document_number, item_type_id, category_id, supplier_id, reason,
      return_date, origin_department_id, destination_department_id)
    select protocol.id, ordinality, document_number, item_type_id, category_id, supplier_id, reason,
      case when $3 then current_date + 10 end, $1, $2
    from protocol, rows from (json_to_recordset($6::json) as (
      document_number text, item_type_id int, category_id int, supplier_id int, reason text
    )) with ordinality
  ), new_history as (
    insert into bare.history (protocol_id, action, description, created_by, origin_department_id, destination_department_id)
    select id, 'Protocolo criado', 'Protocolo enviado com 3 itens', $5, $1, $2 from protocol
  ), new_notifications as (
    insert into bare.notifications (user_id, type, title, message, protocol_id)
    select users.id, 'new_protocol', 'Novo protocolo #' || protocol.id, 'Protocolo enviado com 3 itens', protocol.id
    from protocol, (select id from users where department_id = $2 and is_active limit $7) users
  )
  select id from protocol`

/** Records the statements by which some real creations are written, for the floor to replay. */
export async function replayedCreations(stage: Stage): Promise<Statement[][]> {
  const context = { storage: { incoming: tmpdir() } as Storage, timeZone: 'America/Sao_Paulo', now: new Date() }
  const variants = []
  for (let n = 0; n < departments; n += 1) {
    const { origin, body } = newProtocol(stage, n % 2 === 0)
    const key = randomUUID()
    const sender = { ...origin, address: '127.0.0.1', mostNotified: mostNotifiedPerHour(productsFairUse), audited: [] }
    let id = 0
    const statements = await record(stage.databaseUrl, async (db) => {
      id = (await createProtocol(db, sender, { fields: body, files: [], fieldErrors: {} }, { ...context, key })).id
    })
    variants.push(writingOf(statements, id, key))
  }
  return variants
}

/** The same statements without the rows that are derived from the facts. */
export const withoutDerived = (variants: readonly Statement[][]): Statement[][] =>
  variants.map((statements) =>
    statements.map((statement) => {
      const sql = statement.sql.replace(derivedTables, ' ')
      if (sql === statement.sql) throw new Error('the statement of a creation derives nothing')
      return { ...statement, sql }
    }),
  )

/** From the first derived table of the statement (`insertion.ts`) to what it returns. */
const derivedTables = /,\s*sides as \([\s\S]*?\)\s*(?=select \(select id from protocol\))/
