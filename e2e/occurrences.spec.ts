import { type Browser, expect, type Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { expectFailedCall } from './support/console.ts'
import type { Person } from './support/organisation.ts'
import { fitsTheWindow, openPage, phone, statusSays } from './support/pages.ts'
import { test } from './support/test.ts'
import { ownOrganisation } from './support/test-organisation.ts'
import {
  heading,
  itemAction,
  listField,
  menuAction,
  openMenu,
  pick,
  question,
  rowOf,
  said,
} from './support/vocabulary.ts'

const photo = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const { organisation, ana, carlos, celia, debora } = ownOrganisation({
  ana: 'ana',
  carlos: 'carlos',
  celia: ['Célia Rocha', 'third', 'Admin'],
  debora: 'debora',
})

/** A received protocol with these documents. */
async function received(...documents: string[]) {
  const sent = await organisation.send(ana, { items: documents.map((document_number) => ({ document_number })) })
  await carlos.call('POST', `/api/protocols/${sent.id}/receive`)
  return sent
}

const open = (person: Person, itemId: number | undefined, kind: string, description: string) =>
  person.call('POST', `/api/protocols/items/${itemId}/occurrences`, { kind, description })

const detailOf = (browser: Browser, person: Person, id: number) =>
  openPage(browser, organisation.server, person, `/protocolos/${id}`)

const registering = (page: Page) => page.getByRole('dialog', { name: 'Registrar ocorrência' })
const resolving = (page: Page) => page.getByRole('dialog', { name: 'Resolver ocorrência' })
const story = (page: Page) => page.getByRole('region', { name: 'Ocorrências', exact: true })

// proves 20.56, 20.57, 20.58
test('what did not come is told with a photo, seen by the other side, and settled as returned', async ({ browser }) => {
  const { id } = await received('CT-1', 'CT-2')
  const list = await openPage(browser, organisation.server, ana, '/protocolos')
  const row = list.getByRole('row', { name: new RegExp(`#${id}\\b`) })
  await expect(row).toContainText('Em andamento')

  const page = await detailOf(browser, carlos, id)
  await itemAction(page, 'CT-1', 'Registrar ocorrência')
  const dialog = registering(page)
  await dialog.getByRole('button', { name: 'Registrar ocorrência' }).click()
  await said(dialog, 'Selecione o que aconteceu')
  await said(dialog, 'Descreva o que aconteceu (de 3 a 500 caracteres)')
  await dialog.getByRole('radio', { name: 'Não veio' }).check()
  await dialog.getByLabel('Descrição').fill('O envelope chegou sem este contrato')
  await dialog.locator('input[type=file]').setInputFiles({ name: 'malote.png', mimeType: 'image/png', buffer: photo })
  await expectAccessible(page, 'the form of an occurrence')
  await dialog.getByRole('button', { name: 'Registrar ocorrência' }).click()
  await said(page, 'Ocorrência registrada com sucesso!')
  await expect(dialog).toBeHidden()
  await expect(rowOf(page, 'CT-1')).toContainText('1 ocorrência')
  await expect(rowOf(page, 'CT-2')).not.toContainText('ocorrência')

  // The other side: on its list by itself, in a notice, in the header of the protocol, and with the photo.
  await expect(row).toContainText('1 ocorrência')
  await list.getByRole('button', { name: /^Notificações/ }).click()
  await list
    .getByRole('button', { name: /Ocorrência registrada/ })
    .first()
    .click()
  await expect(story(list)).toBeFocused()
  await heading(list, `Protocolo #${id}`).click()
  await list.getByRole('link', { name: '1 ocorrência aberta' }).click()
  await expect(story(list)).toBeFocused()
  await said(story(list), 'O envelope chegou sem este contrato')
  await expect(story(list)).toContainText('Registrada por Carlos Menezes em')
  await expect(story(list).getByRole('button', { name: /malote\.png/ })).toBeVisible()
  await expectAccessible(list, 'a protocol with an occurrence')

  await story(list).getByRole('button', { name: 'Resolver ocorrência: Não veio, CT-1' }).click()
  await expect(resolving(list).getByRole('radio', { name: 'Devolvido' })).toHaveAccessibleDescription(
    'O item passa a retornado.',
  )
  await resolving(list).getByRole('radio', { name: 'Devolvido' }).check()
  await resolving(list).getByLabel('Observação').fill('Já estava de volta, na gaveta da Ana')
  await expectAccessible(list, 'resolving an occurrence')
  await resolving(list).getByRole('button', { name: 'Resolver', exact: true }).click()
  await expect(resolving(list)).toBeHidden()
  await expect(rowOf(list, 'CT-1')).toContainText('Retornado')
  await expect(list.getByRole('link', { name: /ocorrências? abertas?/ })).toHaveCount(0)

  // What is settled stays in the story, folded, and comes to the other side by itself.
  await expect(rowOf(page, 'CT-1')).toContainText('Retornado')
  await story(page).getByText('1 ocorrência resolvida').click()
  await expect(story(page)).toContainText('Devolvido. Resolvida por Ana Beatriz Nogueira em')
  await page.getByRole('tab', { name: /Histórico/ }).click()
  await said(page, 'Ocorrência resolvida')
})

// proves 20.57, 20.59, 20.60
test('the screen of the occurrences: found by Ctrl+K, filtered, and usable on a phone', async ({ browser }) => {
  const { id, items } = await received('TL-1', 'TL-2')
  await open(carlos, items[0], 'missing', 'Não estava no malote')
  await open(debora, items[1], 'damaged', 'Molhado')
  const unnumbered = await organisation.send(ana, { items: [{ description: 'Pasta TL da Maria' }] })
  await carlos.call('POST', `/api/protocols/${unnumbered.id}/receive`)
  await open(carlos, unnumbered.items[0], 'different', 'Veio aberto')
  const page = await openPage(browser, organisation.server, ana, '/perfil')
  await expect(heading(page, 'Meu Perfil')).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog', { name: 'Busca rápida' }).getByRole('combobox').fill('ocorr')
  await page.getByRole('option', { name: 'Ocorrências', exact: true }).click()
  await expect(heading(page, 'Ocorrências')).toBeVisible()
  await expect(rowOf(page, 'TL-1')).toContainText('Não veio')
  await expect(rowOf(page, 'TL-2')).toContainText('Avariado')
  // An item without a number is named by its description, not by what happened.
  await expect(rowOf(page, 'Pasta TL da Maria')).toContainText('Veio aberto')
  await rowOf(page, 'Pasta TL da Maria')
    .getByRole('button', { name: /, Pasta TL da Maria$/ })
    .click()
  await expect(resolving(page).getByText(/^Pasta TL da Maria: /)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(resolving(page)).toBeHidden()
  await expectAccessible(page, 'the occurrences')

  await page.getByRole('button', { name: 'Filtros' }).click()
  await pick(page, 'Tipo', 'Avariado')
  await expect(page).toHaveURL(/kind=damaged/)
  await expect(rowOf(page, 'TL-1')).toHaveCount(0)
  await page.getByRole('button', { name: 'Limpar' }).click()
  await expect(rowOf(page, 'TL-1')).toBeVisible()
  await expect(listField(page, 'Situação')).toHaveValue('Abertas')
  await page.getByRole('searchbox').fill('TL-2')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/search=TL-2/)
  await said(page, '1 ocorrência encontrada')
  await rowOf(page, 'TL-2').getByRole('link', { name: 'TL-2' }).click()
  await said(page.getByRole('dialog', { name: 'Detalhes do Item' }), 'Molhado')

  // The returns say it and filter by it.
  await page.goto('/retornos?occurrence=1&search=TL-')
  await expect(page.getByRole('button', { name: 'Com ocorrência', pressed: true })).toBeVisible()
  await expect(rowOf(page, 'TL-1')).toContainText('1 ocorrência')

  const small = await openPage(browser, organisation.server, carlos, '/ocorrencias?search=TL-', phone)
  await said(small, 'Não estava no malote')
  await fitsTheWindow(small)
  await expectAccessible(small, 'the occurrences on a phone')
  await small.goto(`/protocolos/${id}`)
  await small.getByRole('link', { name: '2 ocorrências abertas' }).click()
  await expect(story(small)).toBeFocused()
  await fitsTheWindow(small)
})

test('what did not come or was lost stays out of a bulk return and of passing on, which name it', async ({
  browser,
}) => {
  const sent = await organisation.send(ana, {
    items: ['ADM-101', 'ADM-104', 'ADM-105'].map((document_number) => ({
      ...{ document_number, destination_user_id: debora.id },
    })),
  })
  await carlos.call('POST', `/api/protocols/${sent.id}/receive`)
  await open(carlos, sent.items[1], 'missing', 'Não estava no malote')
  await open(carlos, sent.items[2], 'lost', 'Sumiu na mudança')

  const page = await detailOf(browser, debora, sent.id)
  await page.getByRole('checkbox', { name: 'Selecionar todos' }).check()
  await page.getByRole('button', { name: 'Encaminhar selecionados' }).click()
  const forwarding = page.getByRole('dialog', { name: 'Encaminhar itens' })
  await said(forwarding, 'ADM-104 fica de fora. Não veio: há uma ocorrência em aberto.')
  await said(forwarding, 'ADM-105 fica de fora. Extraviado: há uma ocorrência em aberto.')
  await expect(forwarding.getByRole('checkbox', { name: 'ADM-104' })).not.toBeChecked()
  await expect(forwarding.getByRole('button', { name: 'Encaminhar 1 item' })).toBeVisible()

  const returns = await openPage(browser, organisation.server, debora, `/retornos?search=${sent.id}`)
  for (const document of ['ADM-104', 'ADM-105']) {
    await returns.getByRole('checkbox', { name: `Selecionar ${document}` }).check()
  }
  const returnChosen = returns.getByRole('button', { name: 'Retornar Selecionados' })
  await returnChosen.click()
  await said(question(returns), 'ADM-104 não veio: fica de fora')
  await expect(question(returns).getByRole('button', { name: 'Retornar' })).toBeDisabled()
  await question(returns).getByRole('button', { name: 'Cancelar' }).click()
  await returns.getByRole('checkbox', { name: 'Selecionar ADM-101' }).check()
  await returnChosen.click()
  await said(question(returns), 'ADM-104 não veio: fica de fora')
  await said(question(returns), 'ADM-105 foi extraviado: fica de fora')
  await expectAccessible(returns, 'a bulk return that leaves some out')
  await question(returns).getByRole('button', { name: 'Retornar' }).click()
  await said(returns, '1 item retornado com sucesso!')
})

const reason = 'Dados pessoais de outra pessoa'

// proves 18.74
test('an Admin removes a text by keyboard, and others see it go', async ({ browser }) => {
  const { id } = await organisation.send(ana, { remarks: 'CPF 111.222.333-44 da paciente' })
  const watching = await openPage(browser, organisation.server, carlos, `/protocolos/${id}`)
  await expect(watching.getByText('CPF 111.222.333-44')).toHaveCount(2)
  await expect(watching.getByRole('button', { name: /^Mais ações/ })).toHaveCount(0)

  const page = await openPage(browser, organisation.server, celia, `/protocolos/${id}`)
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

  for (const one of [page, watching]) {
    await expect(one.getByText(/^\[conteúdo removido\] por Célia Rocha em \d{2}/)).toBeVisible()
    await expect(one.getByText('CPF 111.222.333-44')).toHaveCount(0)
  }
  await expect(page.getByRole('button', { name: 'Mais ações: Observações' })).toHaveCount(0)
  await page.getByRole('tab', { name: /Histórico/ }).click()
  await expect(page.getByText(`Célia Rocha removeu as observações do protocolo. Motivo: ${reason}`)).toBeVisible()
  await expect(page.getByRole('button', { name: /^Mais ações: Conteúdo removido/ })).toHaveCount(0)
})

// proves 18.74
test('a file, a comment, a history entry and an item’s reason each have the entry, on a phone too', async ({
  browser,
}) => {
  const { id, items } = await organisation.send(ana, { items: [{ document_number: '7/2026' }], file: 'laudo' })
  await carlos.call('POST', `/api/protocols/${id}/comments`, { text: 'Vi o laudo da paciente' })
  const page = await openPage(browser, organisation.server, celia, `/protocolos/${id}?item=${items[0]}`, phone)
  const remove = async (what: RegExp) => {
    await page.getByRole('button', { name: what }).click()
    await menuAction(page, 'Remover conteúdo…')
    const dialog = page.getByRole('alertdialog', { name: 'Remover conteúdo' })
    await dialog.getByLabel('Motivo da remoção').fill(reason)
    await fitsTheWindow(page)
    await dialog.getByRole('button', { name: 'Remover de vez' }).click()
    await expect(dialog).toBeHidden()
  }
  const panel = page.getByRole('dialog', { name: 'Detalhes do Item' })
  await remove(/^Mais ações: Anexo contrato\.txt/)
  await expect(panel.getByText(/^\[arquivo removido\] por Célia Rocha/)).toBeVisible()
  await expect(panel.getByRole('button', { name: /contrato\.txt/ })).toHaveCount(0)
  await remove(/^Mais ações: Motivo \/ Observações/)
  await expect(panel.getByText(/^\[conteúdo removido\] por Célia Rocha/)).toBeVisible()

  await page.goto(`/protocolos/${id}?tab=comentarios`)
  await remove(/^Mais ações: Comentário de Carlos Menezes/)
  await expect(page.getByText(/^\[conteúdo removido\] por Célia Rocha/)).toBeVisible()
  await page.goto(`/protocolos/${id}?tab=historico`)
  await remove(/^Mais ações: Comentário adicionado/)
  await expect(page.getByText(/^\[conteúdo removido\] por Célia Rocha/)).toBeVisible()
  await fitsTheWindow(page)
  await expectAccessible(page, 'the history with a removed entry')
})
