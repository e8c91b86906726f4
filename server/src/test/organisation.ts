import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { protocolStatus } from '@malote/core/protocols/protocol-status.ts'
import { filledIn } from '../domain/custody/typed-texts.repo.ts'
import { ensureHolidays } from '../features/calendar/ensure-holidays.ts'
import type { Db } from '../platform/db/connect.ts'
import { type TestAppOptions, testApp } from './app.ts'
import {
  buildCategory,
  buildDepartment,
  buildItemType,
  buildManager,
  buildProtocol,
  buildSupplier,
  buildUser,
  type ProtocolFields,
} from './builders.ts'
import { testFolder } from './sample-files.ts'

let sharedFolder: string | undefined

/** Two departments with people, and the records that a form can refer to. */
export async function testOrganisation(options: TestAppOptions = {}) {
  sharedFolder ??= testFolder()
  const dataDir = options.ownDatabase || options.ownApp ? testFolder() : sharedFolder
  const before = new Set(await filesIn(dataDir))
  const test = await testApp({ ...options, config: { DATA_DIR: dataDir, ...options.config } })
  const { db } = test
  await ensureHolidays(db, [2026])
  const origin = await buildDepartment(db)
  const destination = await buildDepartment(db)
  const sender = await buildUser(db, { departmentId: origin.id, name: 'Ana Lima' })
  const recipient = await buildUser(db, { departmentId: destination.id, name: 'Bruno Sá' })
  const manager = await buildManager(db, { departmentId: destination.id, name: 'Davi Reis' })
  const itemType = await buildItemType(db)
  const returning = await buildCategory(db)
  const staying = await buildCategory(db, { returnDays: null })
  const supplier = await buildSupplier(db)

  const form = (changes: Record<string, unknown> = {}) => ({
    remarks: 'Contratos para assinatura',
    origin_department_id: origin.id,
    destination_department_id: destination.id,
    requires_return: false,
    items: [{ item_type_id: itemType.id }],
    ...changes,
  })
  const rowCounts = async () => ({
    protocols: await countOf(test, 'protocols'),
    items: await countOf(test, 'items'),
    attachments: await countOf(test, 'attachments'),
    history: await countOf(test, 'history'),
    notifications: await countOf(test, 'notifications'),
  })
  /** All files below the data folder that were not there at first. */
  const filesOnDisk = async () => (await filesIn(dataDir)).filter((file) => !before.has(file))
  return {
    ...test,
    origin,
    destination,
    sender,
    recipient,
    manager,
    itemType,
    returning,
    staying,
    supplier,
    form,
    rowCounts,
    filesOnDisk,
  }
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

type Counted = 'protocols' | 'items' | 'attachments' | 'history' | 'notifications'

async function countOf({ db }: Awaited<ReturnType<typeof testApp>>, table: Counted): Promise<number> {
  const { n } = await db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

/** Saturday, 21 November 2026. */
export const at = '2026-11-21T15:00:00.000Z'

type PersonId = { id: number }

/** An organisation whose origin sends, and whose destination has received what it must return. */
export async function custody(options: TestAppOptions = {}) {
  const organisation = await testOrganisation({ now: at, ...options })
  const { db, as, origin, destination, sender } = organisation
  const responsible = await buildUser(db, {
    departmentId: destination.id,
    name: 'Maria Souza',
  })
  const originManager = await buildManager(db, { departmentId: origin.id })

  /** A received protocol of two items, the first of which has a responsible user. */
  const send = (fields: ProtocolFields = {}) =>
    buildProtocol(db, {
      ...{ originDepartmentId: origin.id, destinationDepartmentId: destination.id, createdBy: sender.id },
      ...{ status: protocolStatus.inProgress, createdAt: '2026-11-20T12:00:00Z' },
      items: [{ documentNumber: '1/26', responsibleId: responsible.id }, { documentNumber: '2/26' }],
      ...fields,
    })
  const loss = { kind: 'lost', description: 'Ninguém acha a chave' }
  const open = async (person: PersonId, itemId: number | undefined, changes: object = {}) =>
    as(person).post(`/api/protocols/items/${itemId}/occurrences`, { ...loss, ...changes })
  const resolve = (person: PersonId, id: number, outcome: string, note = 'Estava na gaveta') =>
    as(person).post(`/api/occurrences/${id}/resolve`, { outcome, note })
  const more = { return_date: '2026-12-10', reason: 'Falta uma assinatura' }
  const ask = async (person: PersonId, itemId: number | undefined, changes: object = {}) =>
    as(person).post(`/api/protocols/items/${itemId}/extension-requests`, { ...more, ...changes })
  const decide = async (person: PersonId, id: number, decision: object = { decision: 'grant' }) =>
    as(person).post(`/api/extension-requests/${id}/decide`, decision)

  const people = { responsible, originManager }
  return { ...organisation, ...people, ...recordsOf(db), send, loss, open, resolve, more, ask, decide }
}

/** The same, where Maria must return both items on 1 December. */
export async function asking(options: TestAppOptions = {}) {
  const organisation = await custody(options)
  const due = { responsibleId: organisation.responsible.id, returnDate: '2026-12-01' }
  const items = ['1/26', '2/26'].map((documentNumber) => ({ documentNumber, ...due }))
  return { ...organisation, send: (fields: ProtocolFields = {}) => organisation.send({ items, ...fields }) }
}

/** What the database has about a protocol, an item or a person, in the order of the ids. */
export const recordsOf = (db: Db) => ({
  historyOf: (protocolId: number) =>
    db
      .selectFrom('history')
      .select(['action', filledIn('description', 'texts').as('description'), 'createdBy', 'itemId'])
      .where('protocolId', '=', protocolId)
      .orderBy('id')
      .execute(),
  /** Who was told of a protocol, of what, in which words, by person. */
  toldOf: (protocolId: number) =>
    db
      .selectFrom('notifications')
      .select(['userId', 'type', 'title', filledIn('message', 'texts').as('message'), 'itemId'])
      .where('protocolId', '=', protocolId)
      .orderBy('userId')
      .orderBy('id')
      .execute(),
  noticesTo: ({ id }: PersonId) =>
    db
      .selectFrom('notifications')
      .selectAll()
      .select(filledIn('message', 'texts').as('message'))
      .where('userId', '=', id)
      .orderBy('id')
      .execute(),
  stateOf: (itemId = 0) => db.selectFrom('items').selectAll().where('id', '=', itemId).executeTakeFirstOrThrow(),
  requestsOf: (itemId = 0) =>
    db.selectFrom('extensionRequests').selectAll().where('itemId', '=', itemId).orderBy('id').execute(),
  occurrencesOf: (itemId = 0) =>
    db.selectFrom('occurrences').selectAll().where('itemId', '=', itemId).orderBy('id').execute(),
})

export const inOrder = (ids: readonly number[]) => ids.toSorted((a, b) => a - b)
