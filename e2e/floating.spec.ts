import { expect, type Locator, type Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import type { Person } from './support/organisation.ts'
import { openPage, pageOf } from './support/pages.ts'
import { phone } from './support/phone.ts'
import { test } from './support/test.ts'
import { type TestOrganisation, testOrganisation } from './support/test-organisation.ts'

let organisation: TestOrganisation
let admin: Person
let protocol: { id: number }

test.beforeAll(async () => {
  organisation = await testOrganisation()
  admin = await organisation.hire('Helena Prado', 'origin', 'Admin')
  protocol = await organisation.send(admin, { items: [{ document_number: '1/26' }] })
})

test.afterAll(() => organisation.server.stop())

/** The focus may not have reached what has just opened. */
async function expectClosesFromItsButton(button: Locator, part: Locator) {
  await button.click()
  await expect(part).toBeVisible()
  await button.focus()
  await button.press('Escape')
  await expect(part).toBeHidden()
  await expect(button).toBeFocused()
}

test('what a button has opened closes with Esc, also while the button still has the focus', async ({ browser }) => {
  const page = await openPage(browser, organisation.server, admin, '/protocolos')
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  const dialog = (name: string | RegExp) => page.getByRole('dialog', { name })
  await expectClosesFromItsButton(button(`Ações do protocolo ${protocol.id}`), page.getByRole('menu'))
  await expectClosesFromItsButton(button(/^Notificações/), dialog('Notificações'))
  await page.goto(`/protocolos/${protocol.id}`)
  await expectClosesFromItsButton(page.getByTitle('Por que esta data?').first(), dialog(/^Por que /))
  await page.goto('/relatorios')
  const meaning = page.getByText('ainda estão em aberto: Pendente ou Em andamento')
  await expectClosesFromItsButton(button('O que significa: Protocolos Ativos'), meaning)
})

test('Esc closes a calendar, and leaves the dialog below open', { tag: '@long' }, async ({ browser }) => {
  const page = await openPage(browser, organisation.server, admin, '/settings/calendar')
  await page.getByRole('button', { name: 'Novo Feriado' }).click()
  const calendar = page.getByRole('dialog', { name: 'Calendário' })
  const button = page.getByRole('button', { name: 'Abrir calendário' })
  await expectClosesFromItsButton(button, calendar)
  await button.click()
  await calendar.getByRole('button', { name: 'Próximo mês' }).press('Escape')
  await expect(calendar).toBeHidden()
  await expect(page.getByRole('dialog', { name: 'Novo Feriado' })).toBeVisible()
})

test('on a touch screen what a button has opened has a button that closes it', { tag: '@long' }, async ({
  browser,
}) => {
  const page = await openPage(browser, organisation.server, admin, `/protocolos/${protocol.id}`, phone)
  const expectCloses = async (button: Locator, name: string | RegExp) => {
    await button.click()
    const part = page.getByRole('dialog', { name })
    const close = part.getByRole('button', { name: 'Fechar' })
    await expect.poll(async () => (await close.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    await expectAccessible(page, `${name} by touch`)
    await close.click()
    await expect(part).toBeHidden()
    await expect(button).toBeFocused()
  }
  await expectCloses(page.getByTitle('Por que esta data?').first(), /^Por que /)
  await page.goto('/relatorios')
  await expectCloses(page.getByRole('button', { name: 'O que significa: Protocolos Ativos' }), 'Protocolos Ativos')
  await page.goto('/settings/calendar?open=new')
  await expectCloses(page.getByRole('button', { name: 'Abrir calendário' }), 'Calendário')
  await page.setViewportSize({ width: 1024, height: 768 })
  await page.goto('/perfil')
  await expectCloses(page.getByRole('button', { name: /^Notificações/ }), 'Notificações')
})

test('on a phone the buttons of a dialog are seen in the order in which they are focused', { tag: '@long' }, async ({
  browser,
}) => {
  const page = await openPage(browser, organisation.server, admin, `/protocolos/${protocol.id}`, phone)
  await page.getByRole('button', { name: 'Cancelar', exact: true }).click()
  const buttons = page.getByRole('alertdialog').getByRole('button', { name: /^(Voltar|Cancelar protocolo)$/ })
  await expect(buttons).toHaveText(['Voltar', 'Cancelar protocolo'])
  const [first, second] = await Promise.all((await buttons.all()).map((button) => button.boundingBox()))
  expect(first?.y).toBeLessThan(second?.y ?? 0)
  await buttons.first().focus()
  await page.keyboard.press('Tab')
  await expect(buttons.last()).toBeFocused()
})

/** The dialogs that had no name when they were put on the page, as a screen reader would meet them. */
async function watchNames(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const nameless: string[] = []
    Object.assign(window, { nameless })
    new MutationObserver(() => {
      for (const dialog of document.querySelectorAll('[aria-modal=true]:not([aria-label], [aria-labelledby])')) {
        nameless.push(dialog.textContent ?? '')
      }
    }).observe(document, { subtree: true, childList: true })
  })
  return () => page.evaluate(() => (window as unknown as { nameless: string[] }).nameless)
}

test('a dialog has its name from the moment it appears', async ({ browser }) => {
  const page = await pageOf(browser, organisation.server, admin)
  const nameless = await watchNames(page)
  await page.goto(`/protocolos/${protocol.id}`)
  await page.getByRole('button', { name: 'Cancelar', exact: true }).click()
  await expect(page.getByRole('alertdialog')).toHaveAccessibleName(/./)
  await page.keyboard.press('Escape')
  await page.getByRole('row', { name: /1\/26/ }).click()
  await expect(page.getByRole('dialog')).toHaveAccessibleName(/./)
  await page.keyboard.press('Escape')
  await page.setViewportSize(phone.viewport)
  await page.getByRole('button', { name: 'Abrir menu' }).click()
  await expect(page.getByRole('dialog', { name: 'Malote' })).toBeVisible()
  expect(await nameless()).toEqual([])
})
