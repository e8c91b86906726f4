import {
  callAs,
  createCategories,
  type Person,
  type Role,
  staffPassword,
  storePerson,
  storeSession,
  supplier,
} from './organisation.ts'
import { startPreparedServer } from './prepared-server.ts'
import { firstAdmin } from './server.ts'
import { test } from './test.ts'

export type Side = 'origin' | 'destination' | 'third'

export interface NewItem {
  document_number?: string
  description?: string
  item_type_id?: number
  category_id?: number
  supplier_id?: number
  destination_user_id?: number
  reason?: string
}

export interface NewProtocol {
  requiresReturn?: boolean
  remarks?: string
  items?: NewItem[]
  /** Content of a small text file attached to the first item. */
  file?: string
}

const departmentNames = { origin: 'Recursos Humanos', destination: 'Jurídico', third: 'Almoxarifado' } as const

/** A server with three departments, the registers that an item needs, and signed-in users. */
export async function testOrganisation(settings: Record<string, string> = {}, start = startPreparedServer) {
  const server = await start(settings)
  const database = server.ownerConnectionString
  const admin = callAs(server.url, await storeSession(database, firstAdmin.email))
  const create = async (path: string, body: Record<string, unknown>) => admin('POST', `/api/${path}`, body)
  const departments = {
    origin: (await create('departments', { dpname: departmentNames.origin })).dpid as number,
    destination: (await create('departments', { dpname: departmentNames.destination })).dpid as number,
    third: (await create('departments', { dpname: departmentNames.third })).dpid as number,
  }
  const itemType = (await create('item-types', { type_name: 'Contrato' })).id as number
  await create('item-types', { type_name: 'Ofício' })
  const { category, plainCategory } = await createCategories(admin)
  await create('suppliers', supplier)
  let staffCount = 0

  /** Somebody who accepted an invitation and is signed in. */
  async function hire(name: string, side: Side, role: Role): Promise<Person> {
    staffCount += 1
    const email = `pessoa${staffCount}@malote.test`
    const id = await storePerson(database, { name, email, departmentId: departments[side], role })
    const token = await storeSession(database, email)
    return { id, name, email, password: staffPassword, token, call: callAs(server.url, token) }
  }

  /** A new protocol from the origin to the destination; every item has the first type and the fields in `items`. */
  async function send(sender: Person, { requiresReturn = true, remarks, items = [{}], file }: NewProtocol = {}) {
    const body = new FormData()
    body.set('remarks', remarks ?? 'Contratos para assinatura')
    body.set('origin_department_id', String(departments.origin))
    body.set('destination_department_id', String(departments.destination))
    body.set('requires_return', String(requiresReturn))
    const common = {
      item_type_id: itemType,
      category_id: requiresReturn ? category : plainCategory,
      reason: 'Assinatura e devolução',
    }
    body.set('items', JSON.stringify(items.map((item) => ({ ...common, ...item }))))
    if (file) body.set('attachment_0', new Blob([file], { type: 'text/plain' }), 'contrato.txt')
    const { protocol_id } = await sender.call('POST', '/api/protocols', body)
    const detail = await sender.call('GET', `/api/protocols/${protocol_id}`)
    return { id: protocol_id as number, items: detail.items.map(({ id }: { id: number }) => id) as number[] }
  }

  return { server, departments, itemType, category, plainCategory, admin, hire, send }
}

export type TestOrganisation = Awaited<ReturnType<typeof testOrganisation>>

type Hire = Parameters<TestOrganisation['hire']>

const staff = {
  helena: ['Helena Prado', 'origin', 'Admin'],
  ana: ['Ana Beatriz Nogueira', 'origin', 'Usuário'],
  bruno: ['Bruno Siqueira', 'origin', 'Usuário'],
  carlos: ['Carlos Menezes', 'destination', 'Gestor'],
  debora: ['Débora Lima', 'destination', 'Usuário'],
} as const satisfies Record<string, Hire>

/**
 * An organisation for the tests of one file: it is made before the first of them, and stopped after the last.
 *
 * @param people the people whom it hires, by their names in the file
 * @returns objects that are empty until then
 */
export function ownOrganisation<Name extends string>(
  people: Record<Name, keyof typeof staff | Hire>,
  settings?: Record<string, string>,
) {
  const organisation = {} as TestOrganisation
  const hires = Object.entries<keyof typeof staff | Hire>(people)
  const hired = Object.fromEntries(hires.map(([name]) => [name, {}])) as Record<Name, Person>
  test.beforeAll(async () => {
    Object.assign(organisation, await testOrganisation(settings))
    for (const [name, hire] of hires) {
      const person = await organisation.hire(...(typeof hire === 'string' ? staff[hire] : hire))
      Object.assign(hired[name as Name], person)
    }
  })
  test.afterAll(() => organisation.server.stop())
  return { organisation, ...hired }
}
