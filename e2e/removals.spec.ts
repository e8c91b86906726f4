import { expect } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { expectFailedCall } from './support/console.ts'
import type { Person } from './support/organisation.ts'
import { openPage } from './support/pages.ts'
import { fitsTheWindow, phone } from './support/phone.ts'
import { test } from './support/test.ts'
import { type TestOrganisation, testOrganisation } from './support/test-organisation.ts'
import { statusSays } from './support/toasts.ts'

let organisation: TestOrganisation
let admin: Person
let sender: Person
let clerk: Person

test.beforeAll(async () => {
  organisation = await testOrganisation()
  admin = await organisation.hire('Célia Rocha', 'third', 'Admin')
  sender = await organisation.hire('Ana Nogueira', 'origin', 'Usuário')
  clerk = await organisation.hire('Carlos Menezes', 'destination', 'Usuário')
})

test.afterAll(() => organisation.server.stop())

const reason = 'Dados pessoais de outra pessoa'

// proves 18.74
test('an Admin removes a text by keyboard, and others see it go', async ({ browser }) => {
  const { id } = await organisation.send(sender, { remarks: 'CPF 111.222.333-44 da paciente' })
  const watching = await openPage(browser, organisation.server, clerk, `/protocolos/${id}`)
  await expect(watching.getByText('CPF 111.222.333-44')).toBeVisible()
  await expect(watching.getByRole('button', { name: /^Mais ações/ })).toHaveCount(0)

  const page = await openPage(browser, organisation.server, admin, `/protocolos/${id}`)
  await page.getByRole('button', { name: 'Mais ações: Observações' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Remover conteúdo…' }).press('Enter')
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
  const { id, items } = await organisation.send(sender, { items: [{ document_number: '7/2026' }], file: 'laudo' })
  await clerk.call('POST', `/api/protocols/${id}/comments`, { text: 'Vi o laudo da paciente' })
  const page = await openPage(browser, organisation.server, admin, `/protocolos/${id}?item=${items[0]}`, phone)
  const remove = async (what: RegExp) => {
    await page.getByRole('button', { name: what }).click()
    await page.getByRole('menuitem', { name: 'Remover conteúdo…' }).click()
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
  await expectAccessible(page, 'the item with removed content')

  await page.goto(`/protocolos/${id}?tab=comentarios`)
  await remove(/^Mais ações: Comentário de Carlos Menezes/)
  await expect(page.getByText(/^\[conteúdo removido\] por Célia Rocha/)).toBeVisible()
  await page.goto(`/protocolos/${id}?tab=historico`)
  await remove(/^Mais ações: Comentário adicionado/)
  await expect(page.getByText(/^\[conteúdo removido\] por Célia Rocha/)).toBeVisible()
  await fitsTheWindow(page)
  await expectAccessible(page, 'the history with a removed entry')
})
