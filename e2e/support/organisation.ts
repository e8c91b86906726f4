import { firstAdmin } from './server.ts'

export interface Person {
  id: number
  name: string
  email: string
  password: string
}

type Json = Record<string, unknown>

/** A client of the API for what a journey needs before it begins. */
export async function signIn(url: string, email: string, password: string) {
  const call = async (method: string, path: string, body?: Json | FormData, token?: string) => {
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
  const { token } = await call('POST', '/api/auth/login', { email, password })
  return (method: string, path: string, body?: Json | FormData) => call(method, path, body, token)
}

/** Two departments, what an item needs, and three people who came in through their invitations. */
export async function foundOrganisation(url: string) {
  const admin = await signIn(url, firstAdmin.email, firstAdmin.password)
  const [origin, destination] = await Promise.all(
    ['Recursos Humanos', 'Jurídico'].map((dpname) => admin('POST', '/api/departments', { dpname })),
  )
  await admin('POST', '/api/item-types', { type_name: 'Contrato' })
  await admin('POST', '/api/categories', { ctname: 'Trabalhista', return_days: 5, category_parameter: 'Dias úteis' })
  await admin('POST', '/api/categories', { ctname: 'Informativo', return_days: null, category_parameter: 'Dias úteis' })
  await admin('POST', '/api/suppliers', {
    cnpj: '11.222.333/0001-81',
    company_name: 'Papelaria Ipê Ltda.',
    state: 'SP',
    city: 'São Paulo',
    is_active: true,
  })

  const invite = async (uname: string, udpid: number, role: string): Promise<Person> => {
    const uemail = `${uname.split(' ')[0]?.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')}@malote.test`
    const password = `senha-de-${uemail}`
    const user = await admin('POST', '/api/users', { uname, uemail, udpid, role, is_active: true })
    const token = new URL(user.invitation.url).searchParams.get('token')
    const reply = await fetch(`${url}/api/auth/password`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token, newPassword: password }),
    })
    if (!reply.ok) throw new Error(`the invitation of ${uname} was refused: ${await reply.text()}`)
    return { id: user.uid, name: uname, email: uemail, password }
  }
  return {
    sender: await invite('Ana Beatriz Nogueira', origin.dpid, 'Usuário'),
    manager: await invite('Carlos Menezes', destination.dpid, 'Gestor'),
    responsible: await invite('Débora Lima', destination.dpid, 'Usuário'),
  }
}
