import { type Browser, expect, type Page, type Request } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { foundOrganisation, type Person, signIn } from './support/organisation.ts'
import { pageOf } from './support/pages.ts'
import { startPreparedServer } from './support/prepared-server.ts'
import type { RunningServer } from './support/server.ts'
import { test } from './support/test.ts'

let server: RunningServer
let people: Awaited<ReturnType<typeof foundOrganisation>>
let send: () => Promise<void>

test.beforeAll(async () => {
  server = await startPreparedServer()
  people = await foundOrganisation(server.url)
  const sender = await signIn(server.url, people.sender.email, people.sender.password)
  const { user } = await fetch(`${server.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(people.sender),
  }).then((reply) => reply.json())
  const departments = await sender('GET', '/api/departments')
  const [type] = await sender('GET', '/api/item-types')
  const destination = departments.find(({ dpid }: { dpid: number }) => dpid !== user.department_id)
  send = () =>
    sender('POST', '/api/protocols', {
      remarks: 'Contratos para assinatura',
      origin_department_id: user.department_id,
      destination_department_id: destination.dpid,
      requires_return: false,
      items: [{ item_type_id: type.id }],
    })
})

test.afterAll(() => server.stop())

const bellOf = (page: Page) => page.getByRole('button', { name: /^Notificações/ })
const listOf = (page: Page) => page.getByRole('dialog', { name: 'Notificações' })
const isFetch = (request: Request) =>
  request.method() === 'GET' && /\/notifications\/\d+\?limit=10$/.test(request.url())

/** A browser of one's own with a clock that can be moved; `fetches` counts how often the bell asked. */
async function enter(browser: Browser, person: Person) {
  const page = await pageOf(browser, server, person)
  const seen = { fetches: 0, errors: [] as string[] }
  page.on('request', (request) => {
    if (isFetch(request)) seen.fetches += 1
  })
  page.on('console', (message) => {
    if (message.type() === 'error') seen.errors.push(message.text())
  })
  await page.clock.install()
  await page.goto('/perfil')
  await expect(bellOf(page)).toBeVisible()
  await expect.poll(() => seen.fetches).toBeGreaterThan(0)
  return { page, seen }
}

/** Waits for the next time the bell asks, after what makes it ask. */
async function afterFetch(page: Page, act: () => Promise<unknown>) {
  const answer = page.waitForResponse((response) => isFetch(response.request()))
  await act()
  await answer
}

const hide = (page: Page, isHidden: boolean) =>
  page.evaluate(
    (state) => {
      Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    },
    isHidden ? 'hidden' : 'visible',
  )

test('the bell tells of what happens, to each person what is theirs', async ({ browser }) => {
  for (let n = 0; n < 9; n += 1) await send()
  const manager = await enter(browser, people.manager)
  const { page, seen } = manager
  await expect(bellOf(page)).toHaveText('9')
  await expect(bellOf(page)).toHaveAccessibleName('Notificações, 9 não lidas')

  // Every 30 seconds, not in a tab that nobody looks at, and at once when somebody does again.
  await send()
  const before = seen.fetches
  await page.clock.fastForward(25_000)
  expect(seen.fetches).toBe(before)
  await afterFetch(page, () => page.clock.fastForward(5_000))
  await expect(bellOf(page)).toHaveText('9+')
  await hide(page, true)
  const asked = seen.fetches
  for (let n = 0; n < 4; n += 1) await page.clock.fastForward(30_000)
  expect(seen.fetches).toBe(asked)
  await afterFetch(page, () => hide(page, false))

  // Again when it is opened: the newest ten, in a list of 16 rem.
  await send()
  await afterFetch(page, () => bellOf(page).click())
  const list = listOf(page)
  await expect(list.getByRole('listitem')).toHaveCount(10)
  await expect(list.getByRole('listitem').first()).toContainText('Novo protocolo #11')
  await expect(list.getByRole('listitem').first()).toContainText('porque é do departamento de destino.')
  await expect(list.getByRole('listitem').first()).toContainText(/Há \d minutos/) // by the clock of this browser
  expect((await list.getByRole('list').boundingBox())?.height).toBe(256)
  await expectAccessible(page, 'the notifications')

  // The keyboard closes it and is back at the bell.
  await page.keyboard.press('Escape')
  await expect(list).toBeHidden()
  await expect(bellOf(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(list).toBeVisible()

  // A click marks it read and goes to the protocol.
  await list.getByRole('button', { name: /Novo protocolo #11/ }).click()
  await expect(page).toHaveURL(/\/protocolos\/11$/)
  await expect(bellOf(page)).toHaveAccessibleName('Notificações, 9+ não lidas')
  await bellOf(page).click()
  await expect(list.getByRole('button', { name: /^Não lida: / })).toHaveCount(9)

  // All at once.
  await list.getByRole('button', { name: 'Marcar todas como lidas' }).click()
  await expect(bellOf(page)).toHaveAccessibleName('Notificações')
  await expect(bellOf(page)).toHaveText('')
  await expect(list.getByRole('button', { name: 'Marcar todas como lidas' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(list).toBeHidden()
  await expect(bellOf(page)).toBeFocused()
  await page.reload()
  await expect(bellOf(page)).toHaveAccessibleName('Notificações')
  expect(seen.errors).toEqual([])

  // Nobody else's were.
  const { id, email, password } = people.responsible
  const other = await signIn(server.url, email, password)
  expect((await other('GET', `/notifications/${id}?limit=10`)).meta.unread).toBe(11)
})

test('whoever has no notifications reads so', async ({ browser }) => {
  const { page } = await enter(browser, people.sender)
  await bellOf(page).click()
  await expect(listOf(page)).toContainText('Nenhuma notificação por aqui.')
  await expectAccessible(page, 'no notifications')
})

test('what fails is logged and not shown, and what is missing breaks nothing', async ({ browser }) => {
  await send()
  const { page, seen } = await enter(browser, people.responsible)
  await bellOf(page).click()
  const list = listOf(page)
  await expect(list.getByRole('button', { name: /^Não lida: / }).first()).toBeVisible()
  const unread = await list.getByRole('button', { name: /^Não lida: / }).count()

  await page.route('**/notifications/**', (route) => route.fulfill({ status: 500, json: { message: 'Falhou' } }))
  await afterFetch(page, () => page.clock.fastForward(30_000))
  await expect.poll(() => seen.errors.join()).toContain('GET /notifications/')
  await list.getByRole('button', { name: 'Marcar todas como lidas' }).click()
  await expect.poll(() => seen.errors.join()).toContain('PUT /notifications/mark-all-read/')
  await expect(page.getByText('Falhou')).toHaveCount(0)
  await expect(page.getByRole('alert')).toHaveCount(0)

  // It says what is true again as soon as the server does.
  await page.unroute('**/notifications/**')
  await afterFetch(page, () => page.clock.fastForward(30_000))
  await expect(list.getByRole('button', { name: /^Não lida: / })).toHaveCount(unread)

  // As little as the contract knows of a notification, and one of several protocols.
  const bare = { id: 1, title: 'Aviso', message: 'Olá', created_at: new Date().toISOString(), is_read: 0 }
  const grouped = {
    ...bare,
    id: 2,
    type: 'item_return',
    title: '1 item atrasado e 1 vence hoje',
    message: 'Item 1, protocolo #1: atrasado há 1 dia (19/11/2026)\nItem 2, protocolo #2: vence hoje\nVocê recebeu…',
    protocol_id: null,
  }
  await page.route('**/notifications/**', (route) =>
    route.fulfill({ json: route.request().method() === 'GET' ? { notifications: [grouped, bare] } : {} }),
  )
  await afterFetch(page, () => page.clock.fastForward(30_000))
  await expect(bellOf(page)).toHaveText('2')
  const read = page.waitForRequest((request) => request.url().endsWith('/notifications/1/read'))
  await list.getByRole('button', { name: /Aviso/ }).click()
  await read
  await expect(page).toHaveURL(/\/perfil$/)
  await list.getByRole('button', { name: /1 item atrasado/ }).click()
  await expect(page).toHaveURL(/\/retornos\?.*status=Pendente/)
})
