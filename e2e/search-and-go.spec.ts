import { expect } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { pageOf, phone, resize } from './support/pages.ts'
import { test } from './support/test.ts'
import { ownOrganisation } from './support/test-organisation.ts'
import { expectHighlighted, expectTheme, menuAction } from './support/vocabulary.ts'

const { organisation, sender } = ownOrganisation({ sender: 'ana' })
let id: number

test.beforeAll(async () => {
  const [supplier] = await sender.call('GET', '/api/suppliers/search?q=ipe')
  const items = [{ document_number: 'Ofício-77', supplier_id: supplier.id }]
  ;({ id } = await organisation.send(sender, { remarks: 'Notas do mês', requiresReturn: false, items }))
})

// proves 2.15.1, 2.15.2
test('protocols, documents, suppliers, screens and actions are a few keys away, also before the search is there and by touch', async ({
  browser,
}) => {
  const page = await pageOf(browser, organisation.server, sender, { hasTouch: true })
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

  // A number and Enter, typed before any response arrives: the panel closes, and the focus moves into the page.
  const search = page.getByRole('dialog', { name: 'Busca rápida' })
  await page.keyboard.press('Control+k')
  await page.keyboard.type(`#${id}`)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/protocolos/${id}$`))
  await expect(panel).toBeHidden()
  await expect(search).toBeHidden()
  await expect(page.getByRole('main')).toBeFocused()

  await page.keyboard.press('?')
  await expect(list).toBeVisible()
  await expectAccessible(page, 'the shortcuts')
  await list.getByRole('button', { name: 'Fechar' }).click()
  await expect(list).toBeHidden()
  const menu = page.getByRole('button', { name: `Menu de ${sender.name}` })
  await menu.click()
  await menuAction(page, 'Atalhos de teclado')
  await expect(list).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(menu).toBeFocused()

  const trigger = page.getByRole('button', { name: /^Busca rápida/ })
  await trigger.focus()
  await page.keyboard.press('Control+k')
  const field = search.getByRole('combobox')
  await expect(field).toBeFocused()
  await expectAccessible(page, 'the empty search')
  // The dialog announces the highlighted option.
  await field.fill('ipe')
  const option = (name: RegExp) => search.getByRole('option', { name })
  await expect(option(/Papelaria Ipê Ltda\. *11\.222\.333/)).toBeVisible()
  await expect(option(/^Ofício-77/)).toBeVisible()
  await expectAccessible(page, 'the hits')
  await page.keyboard.press('ArrowDown')
  await expectHighlighted(page, /Ofício-77/)
  await page.keyboard.press('Escape')
  await expect(search).toBeHidden()
  await expect(trigger).toBeFocused()

  // On a phone a button closes it, for screen readers by touch.
  await resize(page, phone.viewport)
  await trigger.click()
  await expect(field).toBeFocused()
  await expectAccessible(page, 'the search on a phone')
  await search.getByRole('button', { name: 'Fechar' }).click()
  await expect(search).toBeHidden()
  await expect(trigger).toBeFocused()
  await trigger.click()
  await field.fill('tema escuro')
  await option(/^Usar tema escuro$/).click()
  await expectTheme(page, 'dark')
})
