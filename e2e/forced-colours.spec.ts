import { addDays } from '@malote/core/shared/civil-date.ts'
import { type Browser, expect, type Locator } from '@playwright/test'
import type { Person } from './support/organisation.ts'
import { openPage } from './support/pages.ts'
import { differences, luminanceAt, pictureOf } from './support/pixels.ts'
import { test } from './support/test.ts'
import { type TestOrganisation, testOrganisation } from './support/test-organisation.ts'

// With forced colours (Windows' high contrast) backgrounds and shadows are lost. These tests compare what is drawn.

let organisation: TestOrganisation
let sender: Person
let manager: Person
let id: number

test.beforeAll(async () => {
  organisation = await testOrganisation()
  sender = await organisation.hire('Ana Beatriz Nogueira', 'origin', 'Usuário')
  manager = await organisation.hire('Carlos Menezes', 'destination', 'Gestor')
  const sent = await organisation.send(sender, { items: [{ document_number: '1/26' }, { document_number: '2/26' }] })
  id = sent.id
  await manager.call('POST', `/api/protocols/${id}/receive`)
  await manager.call('POST', `/api/protocols/items/${sent.items[0]}/return`)
  const { items } = await manager.call('GET', `/api/protocols/${id}`)
  const return_date = addDays(items[1].return_date, 30)
  const asking = { return_date, reason: 'Falta uma assinatura' }
  await manager.call('POST', `/api/protocols/items/${sent.items[1]}/extension-requests`, asking)
})

test.afterAll(() => organisation.server.stop())

const open = (browser: Browser, path: string) =>
  openPage(browser, organisation.server, sender, path, {
    forcedColors: 'active',
    viewport: { width: 1280, height: 900 },
  })

/** The drawing of a control differs before and after `act`, by at least so many pixels. */
async function changes(target: Locator, act: () => Promise<unknown>, pixels: number) {
  const before = await pictureOf(target)
  await act()
  await expect.poll(async () => differences(before, await pictureOf(target))).toBeGreaterThan(pixels)
}

// proves 17.60
test('a switch, a tick and a chosen segment look different from those that are not', async ({ browser }) => {
  const page = await open(browser, '/perfil')
  const toggle = page.getByRole('switch').first()
  await toggle.waitFor({ state: 'attached' })
  // The input itself is hidden; what one sees is beside it.
  await changes(toggle.locator('xpath=..'), () => toggle.press('Space'), 100)

  await page.goto('/protocolos/novo')
  const box = page.getByRole('checkbox', { name: 'Este protocolo requer devolução de itens' })
  await changes(box, () => box.click(), 60)
  // The tick itself can be told from the box.
  const ticked = await pictureOf(box)
  const middles = [8, 9, 10, 11, 12].flatMap((x) => [8, 9, 10, 11, 12].map((y) => luminanceAt(ticked, x, y)))
  expect(Math.max(...middles) - Math.min(...middles)).toBeGreaterThan(0.4)

  page.on('dialog', (dialog) => dialog.accept())
  await page.goto('/')
  const segment = page.getByText('Último Ano', { exact: true })
  await changes(segment, () => segment.click(), 300)
})

// proves 17.60
test('the active tab, the progress and the current section have a shape', { tag: '@long' }, async ({ browser }) => {
  const page = await open(browser, `/protocolos/${id}`)
  const tab = page.getByRole('tab', { name: /Histórico/ })
  await changes(tab, () => tab.click(), 100)

  const bar = await pictureOf(page.getByRole('progressbar', { name: 'Itens processados' }))
  const [done, open_] = [
    luminanceAt(bar, bar.width * 0.25, bar.height / 2),
    luminanceAt(bar, bar.width * 0.75, bar.height / 2),
  ]
  expect(Math.abs(done - open_)).toBeGreaterThan(0.4)

  const entry = (name: string) => page.getByRole('link', { name, exact: true })
  await changes(entry('Retorno de Itens'), () => entry('Retorno de Itens').click(), 200)
})

// proves 17.60
test('the highlighted option of a list stands out', { tag: '@long' }, async ({ browser }) => {
  const page = await open(browser, '/relatorios')
  await page.getByRole('combobox', { name: 'Tipo de Relatório' }).click()
  const option = page.getByRole('option', { name: 'Retornos' })
  await option.waitFor()
  // Without blurring the field, which would close the list.
  const draw = () => pictureOf(option, { keepsFocus: true })
  const before = await draw()
  await page.keyboard.press('ArrowUp')
  await expect.poll(async () => differences(before, await draw())).toBeGreaterThan(2000)
})

test('the code of an authenticator app is dark on light, and a dialog and the field for a password have a frame', {
  tag: '@long',
}, async ({ browser }) => {
  const page = await open(browser, '/perfil')
  await page.getByRole('button', { name: 'Configurar aplicativo' }).click()
  const dialog = page.getByRole('dialog', { name: 'Configurar aplicativo autenticador' })
  const code = await pictureOf(dialog.getByRole('img', { name: /^Código QR/ }))
  // The finder in the corner: seven dark squares wide, with a light ring inside.
  const square = code.width / 45
  const across = Array.from({ length: 21 }, (_, third) => luminanceAt(code, ((third + 0.5) * square) / 3, square * 3.5))
  expect(Math.min(...across)).toBeLessThan(0.1)
  expect(Math.max(...across)).toBeGreaterThan(0.9)
  expect(await dialog.evaluate((element) => getComputedStyle(element).outlineStyle)).toBe('solid')
  await page.keyboard.press('Escape')

  const field = page.getByLabel('Senha atual')
  const draw = () => pictureOf(field.locator('xpath=..'), { keepsFocus: true })
  const before = await draw()
  await field.focus()
  await expect.poll(async () => differences(before, await draw())).toBeGreaterThan(200)
})

// proves 17.60
test('the station that has the protocol is a disc, the other one a whole ring', { tag: '@long' }, async ({
  browser,
}) => {
  const page = await open(browser, `/protocolos/${id}`)
  const path = await pictureOf(page.getByRole('img', { name: 'Recursos Humanos para Jurídico. Está com Jurídico' }))
  const middle = path.height / 2
  expect(luminanceAt(path, 9, middle), 'inside of the origin').toBeGreaterThan(0.8)
  expect(luminanceAt(path, 1, middle), 'ring of the origin').toBeLessThan(0.3)
  expect(luminanceAt(path, -9, middle), 'inside of the destination').toBeLessThan(0.3)
  expect(luminanceAt(path, path.width / 2, middle), 'the line').toBeLessThan(0.3)
})

test('what is chosen about a due date, its explanation and the month have a shape', { tag: '@long' }, async ({
  browser,
}) => {
  const page = await open(browser, '/retornos?view=pedidos')
  const side = page.getByText('A decidir', { exact: true })
  await changes(side, () => side.click(), 200)

  await page.getByRole('button', { name: 'Decidir pedido de prazo: 2/26' }).click()
  const dialog = page.getByRole('dialog', { name: 'Pedido de prazo' })
  expect(await dialog.evaluate((element) => getComputedStyle(element).outlineStyle)).toBe('solid')
  const date = dialog.getByRole('button', { name: /^\+1 semana/ })
  await changes(date, () => date.click(), 1000)
  const deny = dialog.getByText('Negar', { exact: true })
  await changes(deny, () => deny.click(), 300)
  await dialog.getByTitle('Por que esta data?').click()
  const explanation = page.getByRole('dialog', { name: /^Por que / })
  await expect(explanation).toContainText('prazo')
  expect(await explanation.evaluate((element) => getComputedStyle(element).borderTopStyle)).toBe('solid')
  await page.keyboard.press('Escape')
  await expect(explanation).toBeHidden()
  page.on('dialog', (question) => question.accept())

  // Today is a disc of the system's own colour.
  await page.goto('/retornos?view=calendario')
  const today = page.getByRole('cell').filter({ hasText: 'Hoje' })
  const disc = await pictureOf(today.locator('time'))
  expect(luminanceAt(disc, 3, disc.height / 2)).toBeLessThan(0.4)
})
