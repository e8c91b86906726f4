import { historyAction } from '@malote/core/acts/act.ts'
import { itemStatus } from '@malote/core/items/item-status.ts'
import { protocolStatus } from '@malote/core/protocols/protocol-status.ts'
import { expect, it } from 'vitest'
import { findBrokenInvariants } from '../platform/db/invariants.ts'
import { organisationBehindProxy } from './behind-proxy.ts'
import { buildAdmin, buildDepartment, buildProtocol } from './builders.ts'
import { multipart, type Reply } from './client.ts'
import type { Fault } from './fault-proxy.ts'
import { isLong } from './fuzz-runs.ts'
import { file, samplePdf } from './sample-files.ts'

type Organisation = Awaited<ReturnType<typeof organisationBehindProxy>>

/** One attempt at a change that no other attempt affects. */
interface Attempt {
  act: () => Promise<Reply>
  /** Queries whether the change was made, completely and once; throws if it was made partly or twice. */
  isDone: () => Promise<boolean>
}

/**
 * Loses the connection before each statement in turn, then after each commit, until no connection is lost. Checks that
 * the change is made completely or not at all each time, and that a retry succeeds.
 *
 * @param prepare called with a unique number for each attempt
 * @param expectTold checks the response when a connection was lost
 * @param expectRetried checks the response to the retry
 * @returns the number of lost connections
 */
async function loseEachConnection(
  { proxy }: Organisation,
  prepare: (attempt: number) => Promise<Attempt>,
  expectTold: (reply: Reply, isDone: boolean) => void,
  expectRetried: (reply: Reply, wasDone: boolean) => void,
): Promise<number> {
  let attempts = 0
  let lost = 0
  const loses = async (fault: Fault) => {
    attempts += 1
    const { act, isDone } = await prepare(attempts)
    proxy.breakOnce(fault)
    const reply = await act()
    const statement = proxy.broken()
    proxy.heal()
    const wasDone = await isDone()
    if (statement === undefined) {
      expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(300)
      expect(wasDone).toBe(true)
      return false
    }
    lost += 1
    expectTold(reply, wasDone)
    expectRetried(await act(), wasDone)
    expect(await isDone(), `second try, after the connection was lost at: ${statement}`).toBe(true)
    return true
  }
  for (let step = 0; await loses({ at: (_, index) => index === step, how: 'before' }); step += 1);
  for (let commit = 0; await loses(afterCommit(commit)); commit += 1);
  return lost
}

function afterCommit(which: number): Fault {
  let met = -1
  const at = (sent: string) => {
    if (sent === 'commit') met += 1
    return sent === 'commit' && met === which
  }
  return { at, how: 'after' }
}

/**
 * Expects 503 in Portuguese. If the change was made, the response must say that its outcome is unknown, never that it
 * failed.
 */
function expectUnavailable({ status, body }: Reply, isDone: boolean) {
  expect(status, JSON.stringify(body)).toBe(503)
  expect(body.message).toMatch(/novamente|de novo/)
  if (isDone) expect(body.code).toBe('OUTCOME_UNKNOWN')
}

/** Expects a file for every row, and returns the number of additional files in the storage. */
async function expectEachFileOnce({ db, filesOnDisk }: Organisation) {
  const rows = await db.selectFrom('attachments').select('storageKey').execute()
  const onDisk = (await filesOnDisk()).map((path) => path.split('/').slice(-3).join('/'))
  expect(onDisk).toEqual(expect.arrayContaining(rows.map(({ storageKey }) => storageKey)))
  return onDisk.length - rows.length
}

const historyOf = async ({ db }: Organisation, protocolId: number) =>
  (await db.selectFrom('history').select('action').where('protocolId', '=', protocolId).execute()).map(
    ({ action }) => action,
  )

// proves 12.24, V2.3.3
it('a creation with files is made once, whole, wherever its connection is lost', async () => {
  const organisation = await organisationBehindProxy()
  const { as, db, sender, itemType } = organisation
  const prepare = async (attempt: number): Promise<Attempt> => {
    const remarks = `Remessa ${attempt}`
    const items = [{ item_type_id: itemType.id, has_attachment: true }, { item_type_id: itemType.id }]
    const body = () => multipart(organisation.form({ remarks, items }), { attachment_0: file('a.pdf', samplePdf) })
    return {
      act: () => as(sender).post('/api/protocols', body(), { 'idempotency-key': remarks }),
      isDone: async () => {
        const made = await db.selectFrom('protocols').select('id').where('remarks', '=', remarks).execute()
        expect(made.length).toBeLessThanOrEqual(1)
        const [protocol] = made
        if (!protocol) return false
        const kept = await db
          .selectFrom('items')
          .leftJoin('attachments', 'attachments.itemId', 'items.id')
          .select('fileName')
          .where('protocolId', '=', protocol.id)
          .orderBy('position')
          .execute()
        expect(kept).toEqual([{ fileName: 'a.pdf' }, { fileName: null }])
        expect(await historyOf(organisation, protocol.id)).toEqual([historyAction.protocolCreated])
        const told = await db.selectFrom('notifications').select('id').where('protocolId', '=', protocol.id).execute()
        expect(told).toHaveLength(2)
        return true
      },
    }
  }

  const lost = await loseEachConnection(organisation, prepare, expectUnavailable, (reply) =>
    expect(reply.status).toBe(201),
  )

  expect(lost).toBeGreaterThan(6)
  expect(await findBrokenInvariants(db)).toEqual([])
  // The file of the commit that never arrived: its outcome was unknown, so the file waits for the sweep.
  expect(await expectEachFileOnce(organisation)).toBe(1)
})

it('an edit with files is made once, whole, wherever its connection is lost', async () => {
  const organisation = await organisationBehindProxy()
  const { as, db, sender, origin, destination } = organisation
  const prepare = async (): Promise<Attempt> => {
    const ends = { originDepartmentId: origin.id, destinationDepartmentId: destination.id, createdBy: sender.id }
    const { id, version, items } = await buildProtocol(db, { ...ends, items: [{}, {}] })
    const fields = {
      remarks: 'Corrigido',
      version: String(version),
      items: items.map((item) => ({ id: item.id, item_type_id: item.itemTypeId, reason: 'Arquivar' })),
    }
    return {
      act: () => as(sender).put(`/api/protocols/${id}`, multipart(fields, { attachment_1: file('b.pdf', samplePdf) })),
      isDone: async () => {
        const protocol = await db.selectFrom('protocols').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
        const rows = await db
          .selectFrom('items')
          .leftJoin('attachments', 'attachments.itemId', 'items.id')
          .select(['reason', 'fileName'])
          .where('protocolId', '=', id)
          .orderBy('position')
          .execute()
        const isEdited = protocol.version > version
        const reason = isEdited ? 'Arquivar' : 'Conferência'
        expect(rows).toEqual([
          { reason, fileName: null },
          { reason, fileName: isEdited ? 'b.pdf' : null },
        ])
        expect(protocol.remarks === 'Corrigido').toBe(isEdited)
        expect(protocol.version).toBe(isEdited ? version + 1 : version)
        expect(await historyOf(organisation, id)).toEqual(isEdited ? [historyAction.protocolEdited] : [])
        return isEdited
      },
    }
  }

  const lost = await loseEachConnection(organisation, prepare, expectUnavailable, ({ status, body }, wasDone) =>
    // The first attempt has already changed the version that the form was based on.
    expect(wasDone ? body.code : status).toBe(wasDone ? 'EDITED_MEANWHILE' : 200),
  )

  expect(lost).toBeGreaterThan(8)
  expect(await findBrokenInvariants(db)).toEqual([])
  expect(await expectEachFileOnce(organisation)).toBe(1)
})

// proves 17.27
it('a form for several destinations creates each protocol once, wherever its connection is lost', async () => {
  const organisation = await organisationBehindProxy()
  const { as, db, sender, destination, form } = organisation
  const other = await buildDepartment(db)
  const { destination_department_id, ...fields } = form()
  const prepare = async (attempt: number): Promise<Attempt> => {
    const remarks = `Envio ${attempt}`
    const body = { ...fields, remarks, destination_department_ids: JSON.stringify([destination.id, other.id]) }
    const headers = { 'idempotency-key': `envio-${attempt}` }
    return {
      act: () =>
        as(sender).post('/api/protocols', multipart(body, { attachment_0: file('a.pdf', samplePdf) }), headers),
      isDone: async () => {
        const created = await db
          .selectFrom('protocols')
          .select('destinationDepartmentId')
          .where('remarks', '=', remarks)
          .execute()
        expect(new Set(created.map((row) => row.destinationDepartmentId)).size).toBe(created.length)
        return created.length === 2
      },
    }
  }

  const lost = await loseEachConnection(
    organisation,
    prepare,
    ({ status, body }) => {
      const sentences = status === 201 ? body.errors.map(({ message }: { message: string }) => message) : [body.message]
      expect(sentences.join()).toMatch(/novamente|de novo/)
    },
    ({ status, body }) => {
      expect([status, body.errors]).toEqual([201, []])
      expect(new Set(body.protocol_ids).size).toBe(2)
    },
  )

  expect(lost).toBeGreaterThan(8)
  expect(await findBrokenInvariants(db)).toEqual([])
  await expectEachFileOnce(organisation)
})

it('a bulk return gives each item back once, whole, wherever its connection is lost', async () => {
  const organisation = await organisationBehindProxy()
  const { as, db, manager, recipient, destination } = organisation
  const prepare = async (): Promise<Attempt> => {
    const fields = { destinationDepartmentId: destination.id, status: protocolStatus.inProgress }
    const protocols = [
      await buildProtocol(db, { ...fields, items: [{ responsibleId: recipient.id }] }),
      await buildProtocol(db, { ...fields, items: [{ responsibleId: recipient.id }, { responsibleId: recipient.id }] }),
    ]
    const itemIds = protocols.flatMap(({ items }) => items.map(({ id }) => id))
    return {
      act: () => as(manager).post('/api/protocols/items/bulk-return', { itemIds }),
      isDone: async () => {
        const areBack: boolean[] = []
        for (const { id } of protocols) {
          const items = await db.selectFrom('items').select('status').where('protocolId', '=', id).execute()
          const back = items.filter(({ status }) => status === itemStatus.returned)
          expect([0, items.length]).toContain(back.length)
          expect(await historyOf(organisation, id)).toEqual(back.length > 0 ? [historyAction.itemReturned] : [])
          areBack.push(back.length > 0)
        }
        return areBack.every(Boolean)
      },
    }
  }

  const lost = await loseEachConnection(
    organisation,
    prepare,
    ({ status, body }) => {
      // The failure is reported for the whole request or per item.
      const sentences =
        status === 200 ? body.results.errors.map(({ message }: { message: string }) => message) : [body.message]
      expect(sentences.join()).toMatch(/novamente|de novo/)
    },
    ({ status }) => expect(status).toBe(200),
  )

  expect(lost).toBeGreaterThan(8)
  expect(await findBrokenInvariants(db)).toEqual([])
})

const files = {
  suppliers: (attempt: number) => [
    'CNPJ;Código;Loja;Razão Social;UF;Cidade;Ativo',
    ...[1, 2, 3].map((n) => `${10_000_000_000_000 + attempt * 10 + n};;;Fornecedor ${attempt};SP;São Paulo;Sim`),
  ],
  users: (attempt: number) => [
    'Nome;E-mail;Telefone;Departamento;Papel;Ativo',
    ...[1, 2, 3].map((n) => `Pessoa ${attempt};importada-${attempt}-${n}@malote.test;;Importação;Usuário;Sim`),
  ],
}

it.each(isLong ? (['suppliers', 'users'] as const) : (['users'] as const))(
  'an import of %s brings in every line once, or none, wherever its connection is lost',
  async (importable) => {
    const organisation = await organisationBehindProxy()
    const { as, db, takeErrorLogs } = organisation
    await db.insertInto('departments').values({ name: 'Importação' }).execute()
    const admin = as(await buildAdmin(db))
    const broughtIn = async (attempt: number) => {
      const rows =
        importable === 'suppliers'
          ? db.selectFrom('suppliers').select('id').where('companyName', '=', `Fornecedor ${attempt}`)
          : db.selectFrom('users').select('id').where('email', 'like', `importada-${attempt}-%`)
      return (await rows.execute()).length
    }
    const prepare = async (attempt: number): Promise<Attempt> => {
      const content = Buffer.from(files[importable](attempt).join('\n'))
      const preview = await admin.post(`/api/import/${importable}/preview`, content)
      expect(preview.body).toMatchObject({ created: 3 })
      return {
        act: () => admin.post(`/api/import/${importable}?token=${preview.body.token}`, content),
        isDone: async () => {
          const count = await broughtIn(attempt)
          expect([0, 3]).toContain(count)
          return count === 3
        },
      }
    }
    /** The last line of a streamed response, or the whole response if streaming had not begun. */
    const lastOf = ({ body }: Reply) =>
      typeof body === 'string' ? JSON.parse(body.trim().split('\n').at(-1) ?? '') : body

    const lost = await loseEachConnection(
      organisation,
      prepare,
      (reply, isDone) => {
        takeErrorLogs()
        expect(lastOf(reply).message).toMatch(/novamente|de novo/)
        if (isDone) expect(lastOf(reply).code).toBe('OUTCOME_UNKNOWN')
      },
      (reply, wasDone) =>
        expect(lastOf(reply)).toMatchObject(wasDone ? { code: 'IMPORT_CHANGED_MEANWHILE' } : { done: { created: 3 } }),
    )
    expect(lost).toBeGreaterThan(4)
  },
)
