import { firstAdmin } from './server.ts'

/** Somebody who is signed in, and how they sign in again. */
export interface Person {
  id: number
  name: string
  email: string
  password: string
  token: string
  /** The API on this person's behalf. */
  call: Call
}

export type Call = ReturnType<typeof callAs>
export type Role = 'Admin' | 'Gestor' | 'Usuário'

type Json = Record<string, unknown>

async function request(url: string, method: string, path: string, body?: Json | FormData, token?: string) {
  const isForm = body instanceof FormData
  const reply = await fetch(`${url}${path}`, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && !isForm && { 'content-type': 'application/json' }),
    },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
  })
  const text = await reply.text()
  if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${text}`)
  return text ? JSON.parse(text) : undefined
}

const callAs = (url: string, token: string) => (method: string, path: string, body?: Json | FormData) =>
  request(url, method, path, body, token)

/** A new session; its token is what a browser keeps. */
export async function openSession(url: string, email: string, password: string): Promise<string> {
  return (await request(url, 'POST', '/api/auth/login', { email, password })).token
}

/** A client of the API for what a journey needs before it begins. */
export const signIn = async (url: string, email: string, password: string) =>
  callAs(url, await openSession(url, email, password))

/** Somebody whom the Admin invited and who came in. */
export async function invite(
  url: string,
  admin: Call,
  { name, email, departmentId, role }: { name: string; email: string; departmentId: number; role: Role },
): Promise<Person> {
  const password = `senha-de-${email}`
  const user = await admin('POST', '/api/users', {
    uname: name,
    uemail: email,
    udpid: departmentId,
    role,
    is_active: true,
  })
  const invitation = new URL(user.invitation.url).searchParams.get('token')
  await request(url, 'POST', '/api/auth/password', { token: invitation, newPassword: password })
  const token = await openSession(url, email, password)
  return { id: user.uid, name, email, password, token, call: callAs(url, token) }
}

/** Two departments, what an item needs, and three people who came in through their invitations. */
export async function foundOrganisation(url: string) {
  const admin = await signIn(url, firstAdmin.email, firstAdmin.password)
  const [origin, destination] = await Promise.all(
    ['Recursos Humanos', 'Jurídico'].map((dpname) => admin('POST', '/api/departments', { dpname })),
  )
  await admin('POST', '/api/item-types', { type_name: 'Contrato' })
  await createCategories(admin)
  await admin('POST', '/api/suppliers', supplier)

  const hire = (name: string, departmentId: number, role: Role) => {
    const email = `${name.split(' ')[0]?.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')}@malote.test`
    return invite(url, admin, { name, email, departmentId, role })
  }
  return {
    sender: await hire('Ana Beatriz Nogueira', origin.dpid, 'Usuário'),
    manager: await hire('Carlos Menezes', destination.dpid, 'Gestor'),
    responsible: await hire('Débora Lima', destination.dpid, 'Usuário'),
  }
}

/** One whose items come back within five business days, and one whose items stay. */
export async function createCategories(admin: Call) {
  const create = async (ctname: string, return_days: number | null): Promise<number> =>
    (await admin('POST', '/api/categories', { ctname, return_days, category_parameter: 'Dias úteis' })).ctid
  return { category: await create('Trabalhista', 5), plainCategory: await create('Informativo', null) }
}

export const supplier = {
  cnpj: '11.222.333/0001-81',
  company_name: 'Papelaria Ipê Ltda.',
  state: 'SP',
  city: 'São Paulo',
  is_active: true,
}
