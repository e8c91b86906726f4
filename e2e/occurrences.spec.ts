import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { expectFailedCall } from './support/console.ts'
import type { Person } from './support/organisation.ts'
import { becomePhone, fitsTheWindow, openPage, statusSays } from './support/pages.ts'
import { test } from './support/test.ts'
import { ownOrganisation } from './support/test-organisation.ts'
import { heading, itemAction, listField, menuAction, openMenu, pick, rowOf, said } from './support/vocabulary.ts'

const photo = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const { organisation, ana, carlos, celia } = ownOrganisation({
  ana: 'ana',
  carlos: 'carlos',
  celia: ['Célia Rocha', 'third', 'Admin'],
})

/** A received protocol with these documents. */
async function received(...documents: string[]) {
  const sent = await organisation.send(ana, { items: documents.map((document_number) => ({ document_number })) })
  await carlos.call('POST', `/api/protocols/${sent.id}/receive`)
  return sent
}

const open = (person: Person, itemId: number | undefined, kind: string, description: string) =>
  person.call('POST', `/api/protocols/items/${itemId}/occurrences`, { kind, description })

const registering = (page: Page) => page.getByRole('dialog', { name: 'Registrar ocorrência' })
const resolving = (page: Page) => page.getByRole('dialog', { name: 'Resolver ocorrência' })
const story = (page: Page) => page.getByRole('region', { name: 'Ocorrências', exact: true })

// proves 20.56, 20.57, 20.58, 20.59
test('what did not come reaches the sender by itself and is settled, and all is found by Ctrl+K, on a phone too', async ({
  browser,
}) => {
  const { id, items } = await received('CT-1', 'CT-2')
  const page = await openPage(browser, organisation.server, ana, '/protocolos')
  const row = page.getByRole('row', { name: new RegExp(`#${id}\\b`) })
  await expect(row).toContainText('Em andamento')
  await open(carlos, items[0], 'missing', 'O envelope chegou sem este contrato')
  await expect(row).toContainText('1 ocorrência')
  await page.getByRole('button', { name: /^Notificações/ }).click()
  await page
    .getByRole('button', { name: /Ocorrência registrada/ })
    .first()
    .click()
  await expect(story(page)).toBeFocused()
  await heading(page, `Protocolo #${id}`).click()
  await page.getByRole('link', { name: '1 ocorrência aberta' }).click()
  await expect(story(page)).toBeFocused()
  await expect(story(page)).toContainText('Registrada por Carlos Menezes em')
  await expect(rowOf(page, 'CT-1')).toContainText('1 ocorrência')
  await expect(rowOf(page, 'CT-2')).not.toContainText('ocorrência')

  await itemAction(page, 'CT-2', 'Registrar ocorrência')
  const dialog = registering(page)
  await dialog.getByRole('radio', { name: 'Avariado' }).check()
  await dialog.getByLabel('Descrição').fill('Voltou molhado')
  await dialog.locator('input[type=file]').setInputFiles({ name: 'malote.png', mimeType: 'image/png', buffer: photo })
  await expectAccessible(page, 'the form of an occurrence')
  await dialog.getByRole('button', { name: 'Registrar ocorrência' }).click()
  await said(page, 'Ocorrência registrada com sucesso!')
  await expect(dialog).toBeHidden()
  await expect(rowOf(page, 'CT-2')).toContainText('1 ocorrência')
  await expect(story(page).getByRole('button', { name: /malote\.png/ })).toBeVisible()
  await expectAccessible(page, 'a protocol with occurrences')

  await story(page).getByRole('button', { name: 'Resolver ocorrência: Não veio, CT-1' }).click()
  await expect(resolving(page).getByRole('radio', { name: 'Devolvido' })).toHaveAccessibleDescription(
    'O item passa a retornado.',
  )
  await resolving(page).getByRole('radio', { name: 'Devolvido' }).check()
  await resolving(page).getByLabel('Observação').fill('Já estava de volta, na gaveta da Ana')
  await expectAccessible(page, 'resolving an occurrence')
  await resolving(page).getByRole('button', { name: 'Resolver', exact: true }).click()
  await expect(resolving(page)).toBeHidden()
  await expect(rowOf(page, 'CT-1')).toContainText('Retornado')
  // What is settled stays in the story, folded.
  await story(page).getByText('1 ocorrência resolvida').click()
  await expect(story(page)).toContainText('Devolvido. Resolvida por Ana Beatriz Nogueira em')

  const unnumbered = await organisation.send(ana, { items: [{ description: 'Pasta da Maria' }] })
  await carlos.call('POST', `/api/protocols/${unnumbered.id}/receive`)
  await open(carlos, unnumbered.items[0], 'different', 'Veio aberto')
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog', { name: 'Busca rápida' }).getByRole('combobox').fill('ocorr')
  await page.getByRole('option', { name: 'Ocorrências', exact: true }).click()
  await expect(heading(page, 'Ocorrências')).toBeVisible()
  await expect(rowOf(page, 'CT-2')).toContainText('Avariado')
  // An item without a number is named by its description, not by what happened.
  await expect(rowOf(page, 'Pasta da Maria')).toContainText('Veio aberto')
  await rowOf(page, 'Pasta da Maria')
    .getByRole('button', { name: /, Pasta da Maria$/ })
    .click()
  await expect(resolving(page).getByText(/^Pasta da Maria: /)).toBeVisible()
  await expect(resolving(page).locator(':focus')).toBeAttached()
  await page.keyboard.press('Escape')
  await expect(resolving(page)).toBeHidden()
  await expectAccessible(page, 'the occurrences')

  await page.getByRole('button', { name: 'Filtros' }).click()
  await pick(page, 'Tipo', 'Avariado')
  await expect(page).toHaveURL(/kind=damaged/)
  await expect(rowOf(page, 'Pasta da Maria')).toHaveCount(0)
  await page.getByRole('button', { name: 'Limpar' }).click()
  await expect(rowOf(page, 'Pasta da Maria')).toBeVisible()
  await expect(listField(page, 'Situação')).toHaveValue('Abertas')
  await page.getByRole('searchbox').fill('CT-2')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/search=CT-2/)
  await said(page, '1 ocorrência encontrada')

  await becomePhone(page)
  await said(page, 'Voltou molhado')
  await fitsTheWindow(page)
  await expectAccessible(page, 'the occurrences on a phone')
  await page.getByRole('link', { name: `#${id}` }).click()
  await page.getByRole('link', { name: '1 ocorrência aberta' }).click()
  await expect(story(page)).toBeFocused()
  await fitsTheWindow(page)
})

const reason = 'Dados pessoais de outra pessoa'

// proves 18.74
test('an Admin removes a text by keyboard, and a file, a comment and a history entry on a phone', async ({
  browser,
}) => {
  const { id } = await organisation.send(ana, {
    ...{ remarks: 'CPF 111.222.333-44 da paciente', items: [{ document_number: '7/2026' }], file: 'laudo' },
  })
  await carlos.call('POST', `/api/protocols/${id}/comments`, { text: 'Vi o laudo da paciente' })
  const page = await openPage(browser, organisation.server, celia, `/protocolos/${id}`)
  await expect(page.getByText('CPF 111.222.333-44')).toHaveCount(2)
  await page.getByRole('button', { name: 'Mais ações: Observações' }).press('Enter')
  await (await openMenu(page)).getByRole('menuitem', { name: 'Remover conteúdo…' }).press('Enter')
  const dialog = page.getByRole('alertdialog', { name: 'Remover conteúdo' })
  await expect(dialog).toContainText('CPF 111.222.333-44 da paciente')
  await expect(dialog).toContainText('Cópias de segurança já feitas ainda contêm')
  await expectAccessible(page, 'the removal')
  await dialog.getByRole('button', { name: 'Remover de vez' }).click()
  await expect(dialog).toContainText('Informe o motivo da remoção, com pelo menos 3 caracteres')
  expectFailedCall(page, 'POST', `/api/protocols/${id}/black-out`, 400)
  await dialog.getByLabel('Motivo da remoção').fill('Tinha o CPF 111.222.333-44 da paciente')
  await dialog.getByRole('button', { name: 'Remover de vez' }).click()
  await expect(dialog).toContainText('não repita nele o que será removido')
  await dialog.getByLabel('Motivo da remoção').fill(reason)
  await dialog.getByRole('button', { name: 'Remover de vez' }).click()
  await statusSays(page, 'Conteúdo removido')
  const removed = /^\[conteúdo removido\] por Célia Rocha em \d{2}/
  await expect(page.getByText(removed)).toBeVisible()
  await expect(page.getByText('CPF 111.222.333-44')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Mais ações: Observações' })).toHaveCount(0)

  await becomePhone(page)
  const remove = async (what: RegExp) => {
    await page.getByRole('button', { name: what }).click()
    await menuAction(page, 'Remover conteúdo…')
    await dialog.getByLabel('Motivo da remoção').fill(reason)
    await fitsTheWindow(page)
    await dialog.getByRole('button', { name: 'Remover de vez' }).click()
    await expect(dialog).toBeHidden()
  }
  await page.getByRole('tab', { name: /Comentários/ }).click()
  await remove(/^Mais ações: Comentário de Carlos Menezes/)
  await expect(page.getByRole('tabpanel').getByText(removed)).toBeVisible()
  await page.getByRole('tab', { name: /Histórico/ }).click()
  await expect(page.getByText(`Célia Rocha removeu as observações do protocolo. Motivo: ${reason}`)).toBeVisible()
  await expect(page.getByRole('button', { name: /^Mais ações: Conteúdo removido/ })).toHaveCount(0)
  await remove(/^Mais ações: Comentário adicionado/)
  await expect(page.getByRole('tabpanel').getByText(removed)).toBeVisible()
  await fitsTheWindow(page)
  await expectAccessible(page, 'the history with a removed entry')
  await page.getByRole('tab', { name: 'Detalhes' }).click()
  await page.getByText('7/2026').click()
  const panel = page.getByRole('dialog', { name: 'Detalhes do Item' })
  await remove(/^Mais ações: Anexo contrato\.txt/)
  await expect(panel.getByText(/^\[arquivo removido\] por Célia Rocha/)).toBeVisible()
  await expect(panel.getByRole('button', { name: /contrato\.txt/ })).toHaveCount(0)
  await remove(/^Mais ações: Motivo \/ Observações/)
  await expect(panel.getByText(removed)).toBeVisible()
})
