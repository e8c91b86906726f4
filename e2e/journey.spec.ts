import { type Browser, expect, type Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import type { Person } from './support/organisation.ts'
import { enter, guestPage } from './support/pages.ts'
import { test } from './support/test.ts'
import { ownOrganisation } from './support/test-organisation.ts'
import { chooseFile, heading, itemAction, itemOf, pick, said } from './support/vocabulary.ts'

const { organisation } = ownOrganisation({})

/** A separate browser context, signed in through the login page. */
async function signedIn(browser: Browser, person: Person): Promise<Page> {
  const page = await guestPage(browser, organisation.server, '/protocolos')
  await expect(page).toHaveURL(/\/login/)
  await enter(page, person)
  await expect(heading(page, 'Protocolos')).toBeVisible()
  return page
}

// proves 2.5.1, 11.2
test('a protocol travels from one department to another and back', async ({ browser }) => {
  const sender = await organisation.hire('Ana Beatriz Nogueira', 'origin', 'Usuário')
  const manager = await organisation.hire('Carlos Menezes', 'destination', 'Gestor')
  const responsible = await organisation.hire('Débora Lima', 'destination', 'Usuário')

  // The sender signs in and sends two items, one with a file.
  const origin = await signedIn(browser, sender)
  await expect(origin.getByText('Nenhum protocolo encontrado')).toBeVisible()
  await expectAccessible(origin, 'the empty list')
  await origin.getByRole('link', { name: 'Novo Protocolo' }).click()
  await pick(origin, 'Departamento de Destino', 'Jurídico')
  await origin.getByLabel('Observações').fill('Contratos para assinatura')
  await origin.getByLabel('Este protocolo requer devolução de itens').check()
  const first = itemOf(origin, 1)
  await first.getByLabel('Nº do documento').fill('101/2026')
  await pick(origin, 'Tipo de Item', 'Contrato')
  await pick(origin, 'Categoria', 'Trabalhista')
  await expect(first.getByText(/Data de retorno: \d{2}\/\d{2}\/\d{4}/)).toBeVisible()
  await first.getByLabel('Fornecedor').fill('ipe')
  await origin.getByRole('option', { name: 'Papelaria Ipê Ltda. (11.222.333/0001-81)' }).click()
  await first.getByLabel('Motivo da Devolução').fill('Assinatura e devolução do original')
  await chooseFile(first, 'contrato.txt', 'Contrato de prestação de serviços\n')
  await origin.getByRole('button', { name: 'Adicionar Item' }).click()
  const second = itemOf(origin, 2)
  await second.getByLabel('Nº do documento').fill('102/2026')
  await second.getByLabel('Motivo da Devolução').fill('Conferência')
  await origin.getByRole('button', { name: 'Salvar' }).click()

  await expect(origin).toHaveURL(/\/protocolos\/\d+$/)
  const address = new URL(origin.url()).pathname
  const title = `Protocolo #${address.split('/').at(-1)}`
  await expect(origin.getByRole('heading', { name: title })).toBeVisible()
  await expect(origin.getByText('2 itens não atribuídos')).toBeVisible()

  // A Gestor of the destination is notified, receives it and assigns one item.
  const destination = await signedIn(browser, manager)
  await expect(destination.getByRole('button', { name: /notificações/i })).toContainText('1')
  await destination.getByRole('link', { name: /^#\d+$/ }).click()
  await destination.getByRole('button', { name: 'Receber', exact: true }).click()
  await said(destination, 'Protocolo recebido com sucesso!')
  await expect(destination.getByText('Em andamento', { exact: true }).first()).toBeVisible()
  await itemAction(destination, '101/2026', 'Atribuir usuário')
  const dialog = destination.getByRole('dialog')
  await pick(dialog, 'Usuário', responsible.name)
  await dialog.getByRole('button', { name: 'Atribuir' }).click()
  await said(destination, `Usuário ${responsible.name} atribuído com sucesso!`)

  // The responsible user finds it, opens the file and returns the item; the other item is cancelled.
  const desk = await signedIn(browser, responsible)
  await desk.goto(address)
  await desk.getByRole('button', { name: '101/2026', exact: true }).click()
  const panel = desk.getByRole('dialog')
  await expect(panel.getByText('Papelaria Ipê Ltda.')).toBeVisible()
  const opened = desk.context().waitForEvent('page')
  await panel.getByRole('button', { name: /contrato\.txt/ }).click()
  await expect((await opened).locator('body')).toContainText('Contrato de prestação de serviços')
  await desk.bringToFront()
  await desk.keyboard.press('Escape')
  await itemAction(desk, '101/2026', 'Marcar como Retornado')
  await desk.getByRole('alertdialog').getByRole('button', { name: 'Marcar como Retornado' }).click()
  await said(desk, 'Item retornado com sucesso!')
  await itemAction(desk, '102/2026', 'Cancelar Item')
  await desk.getByLabel('Motivo do cancelamento *').fill('Enviado em duplicidade')
  await desk.getByRole('button', { name: 'Cancelar item' }).click()
  await said(desk, 'Item cancelado com sucesso!')

  // The sender sees it, confirms the item and completes the protocol.
  await origin.reload()
  await expect(origin.getByText('retornado', { exact: false }).first()).toBeVisible()
  await itemAction(origin, '101/2026', 'Marcar como Concluído')
  await origin.getByRole('alertdialog').getByRole('button', { name: 'Marcar como Concluído' }).click()
  await said(origin, 'Item concluído com sucesso!')
  await origin.getByRole('button', { name: 'Concluir' }).click()
  await origin.getByRole('alertdialog').getByRole('button', { name: 'Concluir protocolo' }).click()
  await said(origin, 'Protocolo concluído com sucesso!')
  await expect(origin.getByText('Concluído', { exact: true }).first()).toBeVisible()
  await origin.getByRole('tab', { name: /Histórico/ }).click()
  for (const step of [
    'Protocolo criado',
    'Protocolo recebido',
    'Usuário atribuído',
    'Item retornado',
    'Item concluído',
  ]) {
    await expect(origin.getByText(step, { exact: true }).first()).toBeVisible()
  }

  // All other users see the same.
  for (const page of [destination, desk]) {
    await page.reload()
    await expect(page.getByText('Concluído', { exact: true }).first()).toBeVisible()
  }
})
