import { sql } from 'kysely'
import { chainWholeHistory } from '../../platform/db/chain/chain-history.ts'
import type { Db } from '../../platform/db/connect.ts'
import type { TestAppOptions } from '../../test/app.ts'
import { buildAdmin } from '../../test/builders.ts'
import { multipart } from '../../test/client.ts'
import { startPost } from '../../test/mail-server.ts'
import { testOrganisation } from '../../test/organisation.ts'
import { file, samplePdf } from '../../test/sample-files.ts'

/** Why, in the tests. */
export const reason = 'Dados de saúde de outra pessoa'

/**
 * A protocol whose every text and file name contains a word that occurs nowhere else (`segredo-…`). Each text was
 * written, edited once, announced and mailed; the first file was opened.
 */
export async function secretOrganisation({ smtpUrl, ...options }: TestAppOptions & { smtpUrl?: string } = {}) {
  const organisation = await testOrganisation({ now: '2026-11-20T12:00:00Z', ownDatabase: true, ...options })
  const stopPost = smtpUrl === undefined ? async () => {} : (await startPost(organisation, smtpUrl)).stop
  const { db, as, clock, sender, recipient, form, itemType, returning } = organisation
  const admin = await buildAdmin(db, { name: 'Célia Rocha', departmentId: null })
  const words = (name: string) => ({
    description: `Pasta segredo-descrito${name}`,
    reason: `Por segredo-motivo${name}`,
  })
  const item = { item_type_id: itemType.id, category_id: returning.id }
  const created = await as(sender).post(
    '/api/protocols',
    multipart(
      form({
        remarks: 'Ficha segredo-observado1',
        requires_return: true,
        items: [
          { ...item, document_number: 'A-1', ...words('1') },
          { ...item, document_number: 'A-2', reason: 'Assinar' },
        ],
      }),
      { attachment_0: file('segredo-criado.pdf', samplePdf) },
    ),
  )
  if (created.status !== 201) throw new Error(JSON.stringify(created.body))
  const id: number = created.body.protocol_id
  const path = `/api/protocols/${id}`
  const load = async () => (await as(sender).get(path)).body
  const [first, second] = (await load()).items
  clock.advance(1_000)
  const edited = await as(sender).put(
    path,
    multipart(
      {
        remarks: `Ficha segredo-observado2 ${'é longa '.repeat(50)}`,
        items: [{ id: first.id, item_type_id: itemType.id, ...words('2') }],
      },
      { attachment_0: file('segredo-editado.pdf', samplePdf) },
    ),
  )
  if (edited.status !== 200) throw new Error(JSON.stringify(edited.body))
  clock.advance(1_000)
  await as(recipient).post(`${path}/comments`, { text: 'Sobre o segredo-comentado' })
  const [attachment, added] = (await load()).items[0].attachments
  await as(recipient).get(`/api/protocols/attachments/${attachment.id}/download`)
  await as(recipient).get(`/api/protocols/attachments/${added.id}/download`)
  clock.advance(1_000)
  const chain = () => chainWholeHistory(db)
  const session = as(admin)
  const remove = (place: string, body: object = {}) =>
    session.post(`/api${ofItself.test(place) ? '' : '/protocols'}${place}/black-out`, { reason, ...body })
  return { ...organisation, stopPost, admin, id, path, load, first, second, attachment, added, chain, remove }
}

/** Gives every sentence other labels and quotation marks: what is found afterwards is not found by its words. */
export const reword = (db: Db) =>
  sql
    .raw(`
      alter table history disable trigger user; alter table history_items disable trigger user;
      update history set description = translate(description, '“”:', '‘’=');
      update history_items set description = translate(description, '“”:', '‘’=');
      update notifications set message = translate(message, '“”:', '‘’=');
      alter table history enable trigger user; alter table history_items enable trigger user`)
    .execute(db)

/** Makes all sentences those of 1.0.0, which have in them what they quote. */
export const finishSentences = (db: Db) =>
  sql
    .raw(`
      alter table history disable trigger user; alter table history_items disable trigger user;
      alter table due_date_changes disable trigger user; alter table typed_texts disable trigger user;
      update history_items i set description = filled_in(i.description, h.texts) from history h where h.id = i.history_id;
      update history set description = filled_in(description, texts), texts = null;
      update notifications set message = filled_in(message, texts), texts = null;
      update due_date_changes set reason = filled_in(reason, texts), texts = null;
      delete from typed_texts; alter table typed_texts enable trigger user;
      alter table history enable trigger user; alter table history_items enable trigger user;
      alter table due_date_changes enable trigger user`)
    .execute(db)

/** Paths that do not begin with that of the protocol. */
const ofItself = /^\/(occurrences|extension-requests)\//

/** Every place of the database whose rows contain the word, in any column, in any case: `items`, `pgboss.job`. */
export async function placesOf(db: Db, word: string): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select c.oid::regclass::text as name from pg_class c join pg_namespace s on s.oid = c.relnamespace
    where c.relkind in ('r', 'm') and s.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')`.execute(db)
  const holds = tables.map(
    ({ name }) => sql`
      select ${name} as name
      where exists (select from ${sql.raw(name)} t where position(${word.toLowerCase()} in lower(t::text)) > 0)`,
  )
  const { rows } = await sql<{ name: string }>`${sql.join(holds, sql` union all `)}`.execute(db)
  return rows.map(({ name }) => name).sort()
}
