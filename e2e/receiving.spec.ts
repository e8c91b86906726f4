import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { becomePhone, fitsTheWindow, openPage } from './support/pages.ts'
import { test } from './support/test.ts'
import { ownOrganisation } from './support/test-organisation.ts'
import { heading, noDialog, openRowMenu, pick, protocolAction, question, rowOf, said } from './support/vocabulary.ts'

const { organisation, sender, clerk } = ownOrganisation({ sender: 'ana', clerk: 'debora' })

const send = (count: number) =>
  organisation.send(sender, {
    items: Array.from({ length: count }, (_, index) => ({ document_number: `CT-${index + 1}.` })),
  })
const sheet = (page: Page) => page.getByRole('dialog')
const itemIn = (page: Page, number: string) => sheet(page).getByRole('group', { name: number })
const isThere = (page: Page, number: string) => itemIn(page, number).getByRole('radio', { name: 'Veio', exact: true })
/** Presses what was found, which goes on to the note. */
async function find(page: Page, number: string, outcome: string) {
  await itemIn(page, number).getByText(outcome).click()
  await expect(itemIn(page, number).getByLabel('O que foi encontrado')).toBeFocused()
}
const occurrencesOf = async (id: number) => {
  const all = await sender.call('GET', `/api/protocols/${id}/occurrences`)
  return all.map(({ document_number, kind, description, attachments }: Record<string, string>) =>
    [document_number, kind, description, attachments?.length].join(' '),
  )
}

// proves 20.51, 20.54
test('a counter checks ninety items, folded and searched, refuses a protocol, and receives four items on a phone', async ({
  browser,
}) => {
  const [{ id }, refused, whole, four] = [await send(90), await send(1), await send(4), await send(4)]
  const page = await openPage(browser, organisation.server, clerk, '/protocolos')
  const menu = await openRowMenu(page, id)
  await menu.getByRole('menuitem', { name: 'Conferir e receber' }).click()
  await expect(sheet(page).getByRole('group', { name: /CT/ })).toHaveCount(40)
  await sheet(page).getByRole('button', { name: 'Mostrar mais 40 de 50' }).press('Enter')
  await expect(isThere(page, 'CT-41.')).toBeFocused()
  const search = sheet(page).getByRole('searchbox', { name: 'Buscar item' })
  await search.fill('ct-87')
  await find(page, 'CT-87.', 'Diferente do descrito')
  await page.keyboard.type('Veio a cópia')
  await search.fill('')
  await expect(sheet(page).getByRole('group', { name: /CT/ })).toHaveCount(81)
  // An accidental Escape asks before the mark is lost, and the focus returns to the menu.
  await page.keyboard.press('Escape')
  await question(page).getByRole('button', { name: 'Continuar editando' }).click()
  await sheet(page).getByRole('button', { name: 'Receber com 1 ocorrência' }).click()
  await said(page, 'Protocolo recebido com sucesso! 1 ocorrência registrada.')
  await expect(page.getByRole('button', { name: `Ações do protocolo ${id}`, exact: true })).toBeFocused()
  expect(await occurrencesOf(id)).toEqual(['CT-87. different Veio a cópia 0'])

  await (await openRowMenu(page, refused.id)).getByRole('menuitem', { name: 'Recusar' }).click()
  await expect(question(page)).toBeVisible()
  await expectAccessible(page, 'the refusal')
  await question(page).getByLabel('Motivo da recusa').fill('Não é do Jurídico')
  await question(page).getByRole('button', { name: 'Recusar protocolo' }).click()
  await expect(rowOf(page, `#${refused.id}`)).toContainText('Cancelado Recusado')

  await becomePhone(page)
  await page.getByRole('link', { name: `#${refused.id}` }).click()
  await said(page, 'Não é do Jurídico')
  await fitsTheWindow(page)
  await expectAccessible(page, 'a refused protocol')
  const check = async (protocol: { id: number }) => {
    await page.goBack()
    await page.getByRole('link', { name: `#${protocol.id}` }).click()
    await protocolAction(page, 'Conferir e receber')
  }
  // Three presses if all came.
  await check(whole)
  await expect(isThere(page, 'CT-1.')).toBeFocused()
  await page.keyboard.press('Enter')
  await said(page, 'Protocolo recebido com sucesso!')
  await noDialog(page)
  expect(await occurrencesOf(whole.id)).toEqual([])

  await check(four)
  await find(page, 'CT-2.', 'Não veio')
  await page.keyboard.type('x')
  const receive = sheet(page).getByRole('button', { name: /^Receber com/ })
  await expect(receive).toBeInViewport({ ratio: 1 })
  await fitsTheWindow(page)
  await receive.click()
  await expect(itemIn(page, 'CT-2.').getByText('Descreva o que foi encontrado')).toBeVisible()
  await expectAccessible(page, 'the check of four items')
})

// proves 20.54
test('a sender redirects a protocol, the new one opens, and each says which the other is', async ({ browser }) => {
  const { id } = await send(1)
  const page = await openPage(browser, organisation.server, sender, `/protocolos/${id}`)
  await protocolAction(page, 'Redirecionar')
  await pick(page, 'Novo departamento de destino', 'Almoxarifado')
  await sheet(page).getByLabel('Motivo do redirecionamento').fill('Era para o Almoxarifado')
  await sheet(page).getByRole('button', { name: 'Redirecionar' }).click()
  await page.getByRole('link', { name: `Protocolo #${id}`, exact: true }).click()
  await expect(heading(page, `Protocolo #${id}`)).toBeVisible()
  await expect(page.locator('header').getByText('Redirecionado', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: /^Protocolo #\d+$/ }).click()
  await said(page, 'Almoxarifado')
})
