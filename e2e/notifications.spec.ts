import { type Browser, expect, type Page, type Request } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import type { Person } from './support/organisation.ts'
import { becomePhone, pageOf, phone, withoutEvents } from './support/pages.ts'
import { test } from './support/test.ts'
import { ownOrganisation } from './support/test-organisation.ts'

const { organisation, sender, manager, responsible } = ownOrganisation({
  sender: 'ana',
  manager: 'carlos',
  responsible: 'debora',
})

const send = () => organisation.send(sender, { requiresReturn: false })
const bellOf = (page: Page) => page.getByRole('button', { name: /^Notificações/ })
const listOf = (page: Page) => page.getByRole('dialog', { name: 'Notificações' })
const isFetch = (request: Request) =>
  request.method() === 'GET' && /\/notifications\/\d+\?limit=10$/.test(request.url())

/**
 * A separate browser context with a clock that the test moves, where the bell learns only what it asks for; `fetches`
 * counts its requests.
 */
async function open(browser: Browser, person: Person) {
  const page = await pageOf(browser, organisation.server, person)
  await withoutEvents(page)
  const seen = { fetches: 0 }
  page.on('request', (request) => {
    if (isFetch(request)) seen.fetches += 1
  })
  await page.clock.install()
  await page.goto('/perfil')
  await expect(bellOf(page)).toBeVisible()
  await expect.poll(() => seen.fetches).toBeGreaterThan(0)
  return { page, seen }
}

/** Runs `act` and waits for the next request of the bell. */
async function afterFetch(page: Page, act: () => Promise<unknown>, timeout = 15_000) {
  // Well before the next poll by the real clock.
  const answer = page.waitForResponse((response) => isFetch(response.request()), { timeout })
  await act()
  await answer
}

const hide = (page: Page, isHidden: boolean) =>
  page.evaluate(
    (state) => {
      Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    },
    isHidden ? 'hidden' : 'visible',
  )

// proves 2.2.5, 2.2.6, 7.2.1, 9.1, 15.1, 17.67
test('the bell tells of what happens, to each person what is theirs, in a sheet on a phone', async ({ browser }) => {
  for (let n = 0; n < 9; n += 1) await send()
  const { page, seen } = await open(browser, manager)
  await expect(bellOf(page)).toHaveText('9')
  await expect(bellOf(page)).toHaveAccessibleName('Notificações, 9 não lidas')

  // It polls every 30 seconds, not in a hidden tab, and at once when the tab becomes visible again.
  await send()
  // The clock stands still meanwhile: what a busy machine takes for the steps is no part of the thirty seconds. It
  // stops with a poll, whose answer begins them anew and needs a moment of the clock to be shown.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 40_000))
  await expect(async () => {
    await page.clock.runFor(10)
    await expect(bellOf(page)).toHaveText('9+', { timeout: 100 })
  }).toPass()
  const before = seen.fetches
  await page.clock.fastForward(25_000)
  expect(seen.fetches).toBe(before)
  await afterFetch(page, () => page.clock.fastForward(5_000))
  await page.clock.resume()
  await expect(bellOf(page)).toHaveText('9+')
  await hide(page, true)
  const asked = seen.fetches
  for (let n = 0; n < 4; n += 1) await page.clock.fastForward(30_000)
  expect(seen.fetches).toBe(asked)
  await afterFetch(page, () => hide(page, false))

  // It polls again when opened, and shows the newest ten in a list of 16 rem.
  await send()
  await afterFetch(page, () => bellOf(page).click())
  const list = listOf(page)
  await expect(list.getByRole('listitem')).toHaveCount(10)
  await expect(list.getByRole('listitem').first()).toContainText('Novo protocolo #11')
  await expect(list.getByRole('listitem').first()).toContainText(/Há \d minutos?/) // by the clock of this browser
  expect((await list.getByRole('list').boundingBox())?.height).toBe(256)
  await expectAccessible(page, 'the notifications')

  // The keyboard closes it, and the focus is back on the bell.
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

  // Marks all as read at once, before the server has answered.
  const isRead = page.waitForResponse((reply) => reply.url().includes('/mark-all-read/'))
  await list.getByRole('button', { name: 'Marcar todas como lidas' }).click()
  await expect(bellOf(page)).toHaveAccessibleName('Notificações')
  await expect(bellOf(page)).toHaveText('')
  await expect(list.getByRole('button', { name: 'Marcar todas como lidas' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(list).toBeHidden()
  await expect(bellOf(page)).toBeFocused()
  await isRead
  const unreadOf = async ({ id, call }: Person) => (await call('GET', `/notifications/${id}?limit=10`)).meta.unread
  expect(await unreadOf(manager)).toBe(0)
  // Those of other users stay unread.
  expect(await unreadOf(responsible)).toBe(11)

  // On a phone they are a sheet at the bottom of the screen, also when there are none.
  await send()
  await becomePhone(page)
  await bellOf(page).click()
  await expect(listOf(page).getByRole('button', { name: /^Não lida: / })).toHaveCount(1)
  const sheet = await listOf(page).boundingBox()
  expect(sheet?.width).toBe(phone.viewport.width)
  expect((sheet?.y ?? 0) + (sheet?.height ?? 0)).toBeCloseTo(phone.viewport.height, 0)
  expect(sheet?.y).toBeGreaterThan(phone.viewport.height / 3)
  await expectAccessible(page, 'the sheet of notifications')
  await page.keyboard.press('Escape')
  await expect(listOf(page)).toBeHidden()
  await expect(bellOf(page)).toBeFocused()
  // A screen reader by touch has neither Escape nor a place beside the sheet.
  await bellOf(page).click()
  await listOf(page).getByRole('button', { name: 'Fechar' }).click()
  await expect(listOf(page)).toBeHidden()
  await expect(bellOf(page)).toBeFocused()

  await bellOf(page).click()
  await listOf(page).getByRole('link', { name: 'Ver todas' }).click()
  await expect(page.getByRole('heading', { name: 'Notificações', level: 1 })).toBeVisible()
  await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible()
  await expectAccessible(page, 'the page of notifications')

  await page.route('**/notifications/**', (route) => route.fulfill({ json: { notifications: [] } }))
  await bellOf(page).click()
  await expect(listOf(page)).toContainText('Nenhuma notificação por aqui.')
  await expectAccessible(page, 'no notifications')
})
