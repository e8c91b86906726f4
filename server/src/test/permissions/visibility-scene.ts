import { createHash, randomUUID } from 'node:crypto'
import { historyAction } from '@malote/core/acts/act.ts'
import { type ProtocolStatus, protocolStatus } from '@malote/core/protocols/protocol-status.ts'
import { type Role, role } from '@malote/core/users/role.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { readCodes } from '../../domain/codes/codes.ts'
import { recordHistory } from '../../domain/custody/history.repo.ts'
import { unlimited } from '../../domain/notices/notice-limit.ts'
import { notify } from '../../domain/notices/notify.ts'
import { newStorageKey } from '../../platform/files/storage-key.ts'
import { type TestApp, testApp } from '../app.ts'
import {
  buildDepartment,
  buildExtensionRequest,
  buildItemType,
  buildOccurrence,
  buildProtocol,
  buildSupplier,
  buildUser,
} from '../builders.ts'
import type { Client } from '../client.ts'
import { isLong } from '../fuzz-runs.ts'

/** A protocol with one item that has a document, a supplier, a responsible person and a file. */
export interface Shown {
  id: number
  originDepartmentId: number
  destinationDepartmentId: number
  status: ProtocolStatus
  document: string
  supplier: string
  itemId: number
  /** Of the item. */
  code: string
  attachmentId: number
  /** A file of its item's occurrence. */
  photoId: number
  storageKey: string
  photoKey: string
  responsibleId: number
  responsible: string
}

/** Content of every attachment. */
export const fileContent = 'x'
const digestOfFile = createHash('sha256').update(fileContent).digest()

export interface Person {
  viewer: Viewer
  /** `Gestor of Jurídico`. */
  who: string
  client: Client
}

export interface Scene {
  test: TestApp
  departments: { id: number; name: string }[]
  people: Person[]
  protocols: Shown[]
  itemType: { id: number; name: string }
}

/** A Thursday without a holiday near it. */
const now = '2026-11-19T15:00:00Z'

/**
 * Three departments with people of every role, in a separate database. In `npm test` a Gestor of the first and a Usuário of
 * the third stand for those of the others.
 */
export async function openScene() {
  const test = await testApp({ now, ownDatabase: true })
  const { db, as } = test
  const departments: Scene['departments'] = []
  for (const name of ['Finanças', 'Jurídico', 'Saúde']) departments.push(await buildDepartment(db, { name }))
  const people: Person[] = []
  const join = async (personRole: Role, department: { id: number; name: string } | undefined) => {
    const user = await buildUser(db, { role: personRole, departmentId: department?.id ?? null })
    const viewer = { id: user.id, name: user.name, role: personRole, departmentId: user.departmentId }
    people.push({ viewer, who: `${personRole} of ${department?.name ?? 'nowhere'}`, client: as(user) })
  }
  const [first, , third] = departments
  for (const department of departments) {
    if (isLong || department === first) await join(role.manager, department)
    if (isLong || department === third) await join(role.user, department)
  }
  await join(role.admin, first)
  await join(role.admin, undefined)
  return { test, departments, people }
}

/**
 * A pending or a late protocol for every pair of departments, and within each department; the first and the third send,
 * receive and must not see some of either kind. Everybody has a notification about each.
 */
export async function buildScene(): Promise<Scene> {
  const { test, departments, people } = await openScene()
  const itemType = await buildItemType(test.db, { name: 'Contrato' })
  const protocols: Shown[] = []
  const statuses = [protocolStatus.pending, protocolStatus.inProgress]
  for (const [row, from] of departments.entries()) {
    for (const [column, to] of departments.entries()) {
      for (const status of isLong ? statuses : [statuses[(row + column) % 2] ?? protocolStatus.pending]) {
        const number = 101 + protocols.length
        const ends = { originDepartmentId: from.id, destinationDepartmentId: to.id, status }
        protocols.push(await buildShown(test, number, ends, itemType.id, people))
      }
    }
  }
  return { test, departments, people, protocols, itemType }
}

async function buildShown(
  { db, clock }: TestApp,
  number: number,
  ends: Pick<Shown, 'originDepartmentId' | 'destinationDepartmentId' | 'status'>,
  itemTypeId: number,
  people: readonly Person[],
): Promise<Shown> {
  const document = `VIS-${number}`
  const supplier = await buildSupplier(db, { companyName: `Papelaria ${number} Ltda` })
  const responsible = await buildUser(db, { departmentId: ends.destinationDepartmentId, name: `Responsável ${number}` })
  const requiresReturn = ends.status === protocolStatus.inProgress
  const item = {
    documentNumber: document,
    description: `Pasta ${document} azul`,
    itemTypeId,
    supplierId: supplier.id,
    responsibleId: responsible.id,
  }
  const protocol = await buildProtocol(db, {
    ...ends,
    requiresReturn,
    remarks: 'Remessa de contratos',
    createdAt: '2026-11-16T12:00:00Z',
    items: [{ ...item, returnDate: requiresReturn ? '2026-11-18' : null }],
  })
  const file = {
    fileName: 'a.pdf',
    storageKey: newStorageKey(randomUUID(), clock.now()),
    contentType: 'application/pdf',
    sizeBytes: 1,
  }
  const attachment = await db
    .insertInto('attachments')
    .values({ ...file, itemId: protocol.items[0]?.id ?? 0, sha256: digestOfFile, uploadedBy: responsible.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  const occurrence = await buildOccurrence(db, {
    ...{ itemId: protocol.items[0]?.id ?? 0, openedBy: responsible.id },
    description: `Rasgado ${document}`,
  })
  await buildExtensionRequest(db, { itemId: occurrence.itemId, askedBy: responsible.id })
  const photo = await db
    .insertInto('attachments')
    .values({
      ...{ ...file, storageKey: newStorageKey(randomUUID(), clock.now()), sha256: digestOfFile },
      ...{ itemId: occurrence.itemId, occurrenceId: occurrence.id, uploadedBy: responsible.id },
    })
    .returning(['id', 'storageKey'])
    .executeTakeFirstOrThrow()
  const about = { protocolId: protocol.id, at: clock.now() }
  await db.transaction().execute(async (trx) => {
    if (!requiresReturn) await act(trx, protocol.id, responsible.id, clock.now())
    await notify(trx, {
      ...{ ...about, type: 'protocol_comment', title: 'Aviso', message: 'Aviso', by: unlimited(responsible) },
      to: [{ users: people.map(({ viewer }) => viewer.id), because: 'é desta lista' }],
    })
  })
  const itemId = protocol.items[0]?.id ?? 0
  const shown = {
    document,
    itemId,
    code: (await readCodes(db)).of('item', [itemId]).join(),
    storageKey: file.storageKey,
    supplier: supplier.companyName,
    attachmentId: attachment.id,
  }
  const photoOf = { photoId: photo.id, photoKey: photo.storageKey }
  return {
    ...ends,
    ...shown,
    ...photoOf,
    id: protocol.id,
    responsibleId: responsible.id,
    responsible: responsible.name,
  }
}

/** Records an act of a person on a protocol. */
export const act = (trx: Parameters<typeof recordHistory>[0], protocolId: number, by: number, at: Date) =>
  recordHistory(trx, { protocolId, by, at, action: historyAction.commentAdded, description: 'Comentou' })
