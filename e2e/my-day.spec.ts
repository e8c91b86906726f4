import { type Browser, expect, type Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import type { Person } from './support/organisation.ts'
import { fitsTheWindow, openPage, phone, statusSays } from './support/pages.ts'
import { test } from './support/test.ts'
import { ownOrganisation } from './support/test-organisation.ts'
import { expectTheme, question, section } from './support/vocabulary.ts'

const { organisation, sender, manager } = ownOrganisation({ sender: 'ana', manager: 'carlos' })

// The tests share one organisation: each continues where the one before ended.
test.describe.configure({ mode: 'serial' })

test.beforeAll(async () => {
  await organisation.hire('Débora Lima', 'destination', 'Usuário')
})

const open = (browser: Browser, person: Person, options = {}) =>
  openPage(browser, organisation.server, person, '/', options)
const day = (page: Page) => section(page, 'Meu dia')
const fact = (page: Page, name: string) => day(page).getByRole('link', { name, exact: true })
const here = (page: Page, name: string) => day(page).getByRole('button', { name: `Mostrar aqui: ${name}` })

// proves 17.70
test('each fact leads to what it counts, and what one press does is done in place', async ({ browser }) => {
  const first = await organisation.send(sender, {
    items: [{ document_number: '101/2026' }, { document_number: '102/2026' }],
  })
  await organisation.send(sender, { items: [{ document_number: '201/2026' }] })
  const checked = await organisation.send(sender, {
    items: [{ document_number: '301/2026', destination_user_id: manager.id }],
  })
  const page = await open(browser, manager)
  await fact(page, '3 protocolos a receber').click()
  await expect(page).toHaveURL(/\/protocolos\?/)
  await expect(page.getByRole('rowheader')).toHaveCount(3)
  await page.goBack()

  await expect(
    day(page)
      .getByRole('listitem')
      .filter({ hasText: `#${first.id}` }),
  ).toBeVisible()
  await expectAccessible(page, 'protocols to receive, in place')
  await day(page)
    .getByRole('button', { name: `Conferir o protocolo #${checked.id}` })
    .press('Enter')
  const checking = page.getByRole('dialog', { name: `Conferir protocolo #${checked.id}` })
  await checking.getByRole('button', { name: 'Receber', exact: true }).click()
  await expect(fact(page, '2 protocolos a receber')).toBeVisible()
  await expect(checking).toBeHidden()
  await expect(
    day(page)
      .getByRole('list')
      .filter({ hasText: `#${first.id}` }),
  ).toBeFocused()
  await day(page)
    .getByRole('button', { name: `Receber o protocolo #${first.id}` })
    .press('Enter')
  await statusSays(page, 'Protocolo recebido com sucesso!')
  await expect(fact(page, '1 protocolo a receber')).toBeVisible()
  await expect(day(page).getByRole('button', { name: /^Receber o protocolo/ })).toHaveCount(1)
  await page.keyboard.press('Tab')
  await expect(day(page).getByRole('link', { name: /^#\d+$/ })).toBeFocused()
  // The list is empty before its heading goes.
  const isEmpty = day(page).getByText('Nada mais aqui.').waitFor()
  await page.route('**/api/dashboard/today', async (route) => {
    await isEmpty
    await route.continue()
  })
  await day(page)
    .getByRole('button', { name: /^Receber o protocolo/ })
    .click()
  await expect(fact(page, '1 protocolo a receber')).toBeHidden()
  await expect(day(page).getByRole('heading', { name: 'Meu dia' })).toBeFocused()

  await here(page, '3 itens sem responsável').click()
  await day(page).getByRole('button', { name: 'Atribuir 101/2026' }).click()
  const dialog = page.getByRole('dialog', { name: 'Atribuir Usuário' })
  await dialog.getByRole('combobox', { name: 'Usuário' }).fill('Déb')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('combobox', { name: 'Usuário' })).toHaveValue('Débora Lima')
  await dialog.getByRole('button', { name: 'Atribuir', exact: true }).click()
  await expect(fact(page, '2 itens sem responsável')).toBeVisible()
  await expect(day(page).getByRole('link', { name: '101/2026' })).toBeHidden()
  await expect(dialog).toBeHidden()
  await expect(day(page).getByRole('list').filter({ hasText: '102/2026' })).toBeFocused()
  await manager.call('POST', '/api/protocols/items/bulk-return', { itemIds: [first.items[0]] })

  const origin = await open(browser, sender)
  await day(origin).getByRole('button', { name: 'Concluir 101/2026' }).click()
  await statusSays(origin, 'Item concluído com sucesso!')
  await expect(day(origin)).toContainText('Tudo em dia.')
  await expectAccessible(origin, 'a day with nothing to do')
})

// proves 17.70
test('on a phone and in the dark', async ({ browser }) => {
  const page = await open(browser, manager, { ...phone, colorScheme: 'dark' })
  await expectTheme(page, 'dark')
  await here(page, '2 itens sem responsável').tap()
  await expect(day(page).getByRole('button', { name: 'Atribuir 102/2026' })).toBeVisible()
  await fitsTheWindow(page)
  await expectAccessible(page, 'my day on a phone')
  const { height = 0 } = (await fact(page, '2 itens sem responsável').boundingBox()) ?? {}
  expect(height).toBeGreaterThanOrEqual(44)
})

// proves 17.80
test('a protocol that needs no return is completed in place, after the confirmation that its items are too', async ({
  browser,
}) => {
  const { id } = await organisation.send(sender, { requiresReturn: false })
  const back = await organisation.send(sender)
  const page = await open(browser, manager)
  const row = (of: number) =>
    day(page)
      .getByRole('listitem')
      .filter({ hasText: `#${of}` })
  await expect(row(back.id).getByRole('button')).toHaveText(['Conferir', 'Receber'])
  await expect(row(id).getByRole('button')).toHaveText(['Concluir'])
  await row(id)
    .getByRole('button', { name: `Concluir o protocolo #${id}` })
    .press('Enter')
  await expect(question(page)).toContainText('todos os itens serão marcados como concluídos')
  await question(page).getByRole('button', { name: 'Concluir protocolo' }).click()
  await statusSays(page, 'Protocolo concluído com sucesso!')
  await expect(fact(page, '1 protocolo a receber')).toBeVisible()
  await expect(row(id)).toBeHidden()
  await expect(
    day(page)
      .getByRole('list')
      .filter({ hasText: `#${back.id}` }),
  ).toBeFocused()
})
