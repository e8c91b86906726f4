import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { wasPutOff } from '../../server/src/test/fuzz-runs.ts'
import { firstAdmin } from './server.ts'

/** A signed-in user, with the credentials for signing in again. */
export interface Person {
  id: number
  name: string
  email: string
  password: string
  token: string
  /** Calls the API as this user. */
  call: Call
}

type Call = ReturnType<typeof callAs>
export type Role = 'Admin' | 'Gestor' | 'Usuário'

type Json = Record<string, unknown>

/** Sends again what a server in a process of its own puts off while the machine is too busy: it has done nothing of it. */
export async function untilTaken(send: () => Promise<Response>): Promise<Response> {
  for (;;) {
    const reply = await send()
    if (reply.ok || !wasPutOff({ status: reply.status, body: await reply.clone().json() })) return reply
    await wait(200)
  }
}

async function request(url: string, method: string, path: string, body?: Json | FormData, token?: string) {
  const isForm = body instanceof FormData
  const reply = await untilTaken(() =>
    fetch(`${url}${path}`, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && !isForm && { 'content-type': 'application/json' }),
      },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    }),
  )
  const text = await reply.text()
  if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${text}`)
  return text ? JSON.parse(text) : undefined
}

/** Calls the API with this session. */
export const callAs = (url: string, token: string) => (method: string, path: string, body?: Json | FormData) =>
  request(url, method, path, body, token)

/** Opens a session and returns its token, which a browser would store. */
async function openSession(url: string, email: string, password: string): Promise<string> {
  return (await request(url, 'POST', '/api/auth/login', { email, password })).token
}

/** Creates a user whom the Admin invites and who accepts the invitation. */
async function invite(
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
  const invitation = user.invitation.url.split('#token=')[1]
  await request(url, 'POST', '/api/auth/password', { token: invitation, newPassword: password })
  const token = await openSession(url, email, password)
  return { id: user.uid, name, email, password, token, call: callAs(url, token) }
}

/** Creates two departments, the registers that an item needs, and three users who accepted their invitations. */
export async function foundOrganisation(url: string) {
  const { token, user } = await request(url, 'POST', '/api/auth/login', firstAdmin)
  const admin = callAs(url, token)
  if (user.duty === 'choose-password') {
    const { password } = firstAdmin
    await admin('PUT', '/api/auth/profile', { currentPassword: password, newPassword: `${password} trocado` })
  }
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

/** Creates a category whose items come back within five business days, and one whose items stay. */
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

/** The password of everybody whom `storePerson` stores. */
export const staffPassword = 'senha-de-teste'

// argon2id of `staffPassword`, computed once: accepting an invitation and signing in hash three times per person.
const staffPasswordHash =
  '$argon2id$v=19$m=19456,t=2,p=1$nA2kjfCtyqZ3cDSb68Jmgw$xp3PxFNqcYvc5gZ36zwjkJ8zAwyiyLIOvudcEYHmtyA'

interface NewPerson {
  name: string
  email: string
  departmentId: number
  role: Role
}

/** Stores somebody who has accepted an invitation. Returns the id. */
export async function storePerson(connectionString: string, { name, email, departmentId, role }: NewPerson) {
  const [row] = await query(
    connectionString,
    `insert into users (name, email, department_id, role, password_hash, first_access)
     values ($1, $2, $3, $4, $5, false) returning id`,
    [name, email, departmentId, role, staffPasswordHash],
  )
  return row?.id as number
}

/** Stores a session of somebody with this e-mail address. Returns its token. */
export async function storeSession(connectionString: string, email: string): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const hash = createHash('sha256').update(token).digest()
  await query(
    connectionString,
    `insert into sessions (user_id, token_hash, expires_at)
     select id, $2, now() + interval '12 hours' from users where email = $1`,
    [email, hash],
  )
  return token
}

async function query(connectionString: string, text: string, values: unknown[]): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return (await client.query(text, values)).rows
  } finally {
    await client.end()
  }
}
