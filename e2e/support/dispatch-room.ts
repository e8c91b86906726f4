import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import { signIn } from './organisation.ts'
import { firstAdmin, type RunningServer, startServer } from './server.ts'

export type Call = Awaited<ReturnType<typeof signIn>>
export type Role = 'Admin' | 'Gestor' | 'Usuário'
export type Side = 'origin' | 'destination' | 'third'

export interface Staff {
  id: number
  name: string
  token: string
  /** The API on this person's behalf. */
  call: Call
}

export interface NewItem {
  document_number?: string
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
  /** The content of a small text file at the first item. */
  file?: string
}

const departmentNames = { origin: 'Recursos Humanos', destination: 'Jurídico', third: 'Almoxarifado' } as const

/** A server with three departments, what an item needs, and people who are signed in already. */
export async function dispatchRoom(settings: Record<string, string> = {}) {
  const server = await startServer(undefined, settings)
  const admin = await signIn(server.url, firstAdmin.email, firstAdmin.password)
  const create = async (path: string, body: Record<string, unknown>) => admin('POST', `/api/${path}`, body)
  const departments = {
    origin: (await create('departments', { dpname: departmentNames.origin })).dpid as number,
    destination: (await create('departments', { dpname: departmentNames.destination })).dpid as number,
    third: (await create('departments', { dpname: departmentNames.third })).dpid as number,
  }
  const itemType = (await create('item-types', { type_name: 'Contrato' })).id as number
  await create('item-types', { type_name: 'Ofício' })
  const category = (await create('categories', categoryBody('Trabalhista', 5))).ctid as number
  const plainCategory = (await create('categories', categoryBody('Informativo', null))).ctid as number
  await create('suppliers', {
    cnpj: '11.222.333/0001-81',
    company_name: 'Papelaria Ipê Ltda.',
    state: 'SP',
    city: 'São Paulo',
    is_active: true,
  })
  let staffCount = 0

  async function hire(uname: string, side: Side, role: Role): Promise<Staff> {
    staffCount += 1
    const email = `pessoa${staffCount}@malote.test`
    const password = `senha-de-${email}`
    const user = await create('users', { uname, uemail: email, udpid: departments[side], role, is_active: true })
    const token = new URL(user.invitation.url).searchParams.get('token')
    const post = async (path: string, body: unknown) => {
      const headers = { 'content-type': 'application/json' }
      const reply = await fetch(`${server.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
      if (!reply.ok) throw new Error(`${path}: ${await reply.text()}`)
      return reply
    }
    await post('/api/auth/password', { token, newPassword: password })
    const session = await (await post('/api/auth/login', { email, password })).json()
    return { id: user.uid, name: uname, token: session.token, call: await signIn(server.url, email, password) }
  }

  /** A new protocol from the origin to the destination; every item names the first type and what `items` says. */
  async function send(sender: Staff, { requiresReturn = true, remarks, items = [{}], file }: NewProtocol = {}) {
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

export type DispatchRoom = Awaited<ReturnType<typeof dispatchRoom>>

const categoryBody = (ctname: string, return_days: number | null) => ({
  ctname,
  return_days,
  category_parameter: 'Dias úteis',
})

/** A browser of one's own in which somebody is signed in already. */
export async function pageOf(
  browser: Browser,
  { url }: RunningServer,
  { token }: Staff,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const localStorage = [{ name: 'malote:token', value: token }]
  const context = await browser.newContext({
    baseURL: url,
    storageState: { cookies: [], origins: [{ origin: url, localStorage }] },
    ...options,
  })
  return context.newPage()
}
