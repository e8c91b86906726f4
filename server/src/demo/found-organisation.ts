import { randomUUID } from 'node:crypto'
import { checkDigitsOf } from '@malote/core/suppliers/cnpj.ts'
import { role } from '@malote/core/users/role.ts'
import { hashPassword } from '../features/auth/public.ts'
import { changeUser } from '../features/users/public.ts'
import type { App } from '../platform/http/fastify.ts'
import { type ApiUser, apiUserOf } from './api-user.ts'
import { categories, departments, itemTypes, people, suppliers } from './organisation.ts'

/** The password of everybody in the sample organisation; not a secret, so that it is stored past the rules. */
export const demoPassword = 'malote123'

export interface DemoPerson extends ApiUser {
  id: number
  name: string
  email: string
  role: string
  departmentId: number
}

interface DemoCategory {
  id: number
  mustReturn: boolean
}

export interface DemoOrganisation {
  people: DemoPerson[]
  departmentIds: number[]
  itemTypeIds: number[]
  categories: DemoCategory[]
  supplierIds: number[]
}

/** Creates the sample organisation as an Admin would: departments, lists, and people who accept their invitation. */
export async function foundOrganisation(app: App, admin: ApiUser): Promise<DemoOrganisation> {
  const departmentIds: number[] = []
  for (const [dpname, dpdescription] of departments) {
    departmentIds.push((await admin.call('POST', '/api/departments', { dpname, dpdescription })).dpid)
  }
  const itemTypeIds: number[] = []
  for (const [type_name, type_description] of itemTypes) {
    itemTypeIds.push((await admin.call('POST', '/api/item-types', { type_name, type_description })).id)
  }
  const made: DemoCategory[] = []
  for (const [ctname, return_days, category_parameter, color] of categories) {
    const { ctid } = await admin.call('POST', '/api/categories', { ctname, return_days, category_parameter, color })
    made.push({ id: ctid, mustReturn: return_days !== null })
  }
  const supplierIds: number[] = []
  for (const [company_name, state, city, base] of suppliers) {
    const cnpj = `${base}${checkDigitsOf(base)}`
    const supplier = { cnpj, code: base.slice(2, 7), store: '01', company_name, state, city, is_active: true }
    supplierIds.push((await admin.call('POST', '/api/suppliers', supplier)).id)
  }
  const staff = await Promise.all(
    people.map(([name, department, as]) => join(app, admin, name, departmentIds[department] ?? 0, as)),
  )
  return { people: staff, departmentIds, itemTypeIds, categories: made, supplierIds }
}

async function join(app: App, admin: ApiUser, name: string, departmentId: number, as: string): Promise<DemoPerson> {
  const email = emailOf(name)
  const invited = await admin.call('POST', '/api/users', {
    uname: name,
    uemail: email,
    uphone: '(11) 3555-0100',
    udpid: departmentId,
    role: as,
    is_active: true,
  })
  const token = invited.invitation.url.split('#token=')[1]
  const reply = await app.inject({
    method: 'POST',
    url: '/api/auth/password',
    payload: { token, newPassword: randomUUID() },
  })
  if (reply.statusCode >= 400) throw new Error(`the invitation of ${name} was refused: ${reply.body}`)
  const passwordHash = await hashPassword(demoPassword)
  await app.db.transaction().execute((trx) => changeUser(trx, invited.uid, { passwordHash }, app.now()))
  return { id: invited.uid, name, email, role: as, departmentId, ...apiUserOf(app, { email, password: demoPassword }) }
}

/** First and last name without accents: `ana.nogueira@malote.demo`. */
export function emailOf(name: string): string {
  const words = name.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').split(' ')
  return `${words[0]}.${words.at(-1)}@malote.demo`
}

/** Whether a person is a Gestor of that department. */
export const isManagerOf = (person: DemoPerson, departmentId: number) =>
  person.role === role.manager && person.departmentId === departmentId
