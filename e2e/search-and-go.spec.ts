import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { openPage, pageOf, phone } from './support/pages.ts'
import { test } from './support/test.ts'
import { ownOrganisation } from './support/test-organisation.ts'
import { expectHighlighted, expectTheme, menuAction, noDialog } from './support/vocabulary.ts'

const { organisation, sender } = ownOrganisation({ sender: 'ana' })
let id: number

test.beforeAll(async () => {
  const [supplier] = await sender.call('GET', '/api/suppliers/search?q=ipe')
  const items = [{ document_number: 'Ofício-77', supplier_id: supplier.id }]
  ;({ id } = await organisation.send(sender, { remarks: 'Notas do mês', requiresReturn: false, items }))
})

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Busca rápida' })

// proves 2.15.1
test('protocols, documents, suppliers, screens and actions are a few keys away', async ({ browser }) => {
  const page = await openPage(browser, organisation.server, sender, '/protocolos')
  await expect(page.getByRole('heading', { name: 'Protocolos', exact: true })).toBeVisible()
  const trigger = page.getByRole('button', { name: /^Busca rápida/ })
  await trigger.focus()
  await page.keyboard.press('Control+k')
  const field = dialogOf(page).getByRole('combobox')
  await expect(field).toBeFocused()
  await expectAccessible(page, 'the empty search')
  await page.keyboard.press('Escape')
  await expect(dialogOf(page)).toBeHidden()
  await expect(trigger).toBeFocused()

  // A number and Enter, typed before any response arrives.
  await page.keyboard.press('Control+k')
  await field.fill(`#${id}`)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/protocolos/${id}$`))
  await expect(dialogOf(page)).toBeHidden()
  await expect(page.getByRole('main')).toBeFocused()

  // The dialog announces the highlighted option.
  await page.keyboard.press('Control+k')
  await field.fill('ipe')
  const option = (name: RegExp) => dialogOf(page).getByRole('option', { name })
  await expect(option(/Papelaria Ipê Ltda\. *11\.222\.333/)).toBeVisible()
  await expect(option(/^Ofício-77/)).toBeVisible()
  await expectAccessible(page, 'the hits')
  await page.keyboard.press('ArrowDown')
  await expectHighlighted(page, /Ofício-77/)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/protocolos/${id}\\?item=\\d+$`))
  await expect(page.getByRole('dialog', { name: 'Detalhes do Item' })).toBeVisible()
  await page.keyboard.press('Escape')
  await noDialog(page)

  await trigger.click()
  await field.fill('tema escuro')
  await option(/^Usar tema escuro$/).click()
  await expectTheme(page, 'dark')
})

test('on a phone a button closes it, for screen readers by touch', async ({ browser }) => {
  const page = await openPage(browser, organisation.server, sender, '/perfil', phone)
  const trigger = page.getByRole('button', { name: /^Busca rápida/ })
  await trigger.click()
  await expect(dialogOf(page).getByRole('combobox')).toBeFocused()
  await expectAccessible(page, 'the search on a phone')
  await dialogOf(page).getByRole('button', { name: 'Fechar' }).click()
  await expect(dialogOf(page)).toBeHidden()
  await expect(trigger).toBeFocused()
})

// proves 2.15.2
test('what is typed before the search is there is not lost, and the question mark can be switched off', async ({
  browser,
}) => {
  const page = await pageOf(browser, organisation.server, sender)
  const { promise: late, resolve: arrive } = Promise.withResolvers<void>()
  // Before the page opens: Chromium does not intercept what an open page requests right after interception began.
  await page.route(/\/search-dialog-[^/]*\.js$/, async (route) => {
    await late
    await route.continue()
  })
  await page.goto('/protocolos')
  const list = page.getByRole('dialog', { name: 'Atalhos de teclado' })
  await page.getByRole('searchbox').pressSequentially('?')
  await expect(list).toBeHidden()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('OfX')
  await page.keyboard.press('Backspace')
  await page.keyboard.type('icio-77')
  await page.keyboard.press('Enter')
  arrive()
  await expect(page).toHaveURL(new RegExp(`/protocolos/${id}\\?item=\\d+$`))
  const panel = page.getByRole('dialog', { name: 'Detalhes do Item' })
  await expect(panel).toBeVisible()

  // From the panel to the protocol: the panel closes, and the focus moves into the page.
  await page.keyboard.press('Control+k')
  await page.keyboard.type(`#${id}`)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/protocolos/${id}$`))
  await expect(panel).toBeHidden()
  await expect(page.getByRole('main')).toBeFocused()

  await page.keyboard.press('?')
  await expect(list).toBeVisible()
  await expectAccessible(page, 'the shortcuts')
  await list.getByLabel('Usar as teclas N e ?').uncheck()
  await list.getByRole('button', { name: 'Fechar' }).click()
  await expect(list).toBeHidden()
  await page.reload()
  await page.getByRole('main').focus()
  await page.keyboard.press('?')
  await page.getByRole('button', { name: `Menu de ${sender.name}` }).click()
  await expect(list).toBeHidden()
  await menuAction(page, 'Atalhos de teclado')
  await expect(list.getByLabel('Usar as teclas N e ?')).not.toBeChecked()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: `Menu de ${sender.name}` })).toBeFocused()
})
