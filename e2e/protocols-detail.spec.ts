import { expect } from '@playwright/test'
import { answerWith, failing, refusing } from './support/answers.ts'
import { expectAccessible } from './support/axe.ts'
import { expectFailedCall } from './support/console.ts'
import type { Person } from './support/organisation.ts'
import { openPage, pageOf } from './support/pages.ts'
import { fitsTheWindow, holdsItsContent, phone } from './support/phone.ts'
import { test } from './support/test.ts'
import { type TestOrganisation, testOrganisation } from './support/test-organisation.ts'
import { expectAlert } from './support/toasts.ts'
import { itemAction, pick, question, rowOf } from './support/vocabulary.ts'

let organisation: TestOrganisation
let sender: Person
let manager: Person
let colleague: Person

test.beforeAll(async () => {
  organisation = await testOrganisation()
  sender = await organisation.hire('Ana Beatriz Nogueira', 'origin', 'Usuário')
  manager = await organisation.hire('Carlos Menezes', 'destination', 'Gestor')
  colleague = await organisation.hire('Débora Lima', 'destination', 'Usuário')
})

test.afterAll(() => organisation.server.stop())

const received = async (items: Parameters<TestOrganisation['send']>[1] = {}) => {
  const sent = await organisation.send(sender, items)
  await manager.call('POST', `/api/protocols/${sent.id}/receive`)
  return sent
}

// proves 2.1.3, 2.6.1, 2.6.2, 2.6.3, 2.6.5, 2.6.6, 2.6.7, 7.4.13, 11.22, 14.1, 14.10, 17.64
test('shows a protocol whole: header, path, progress, tabs in the address, items, panel, files', async ({
  browser,
}) => {
  const { id, items } = await received({
    items: [{ document_number: '101/2026' }, { document_number: '102/2026', destination_user_id: colleague.id }],
    file: 'Contrato de prestação de serviços',
  })
  await colleague.call('POST', `/api/protocols/items/${items[1]}/return`)
  const page = await openPage(browser, organisation.server, colleague, `/protocolos/${id}`)
  await expect(page.getByRole('heading', { level: 1, name: `Protocolo #${id}` })).toBeVisible()
  const header = page.locator('header', { has: page.getByRole('heading', { level: 1 }) })
  await expect(header).toContainText('Em andamento')
  await expect(header).toContainText('Requer Devolução')
  await expect(header).toContainText('1 item não atribuído')
  await expect(page.getByRole('progressbar', { name: 'Itens processados' })).toHaveAttribute('aria-valuenow', '50')
  await expect(page.getByText('1 de 2 itens · 50%')).toBeVisible()
  await expect(page.getByRole('tab')).toContainText(['Detalhes', 'Histórico', 'Comentários'])
  await expect(page.getByText('Informações Básicas')).toBeVisible()
  await expect(page.getByText(/^\d{2}\/\d{2}\/\d{4} às \d{2}:\d{2}$/).first()).toBeVisible()

  // The items come before the remarks; the facts that the path says already are folded.
  const top = async (text: string) => (await page.getByText(text, { exact: true }).first().boundingBox())?.y ?? 0
  expect(await top('101/2026')).toBeLessThan(await top('Observações'))
  expect(await top('Observações')).toBeLessThan(await top('Informações Básicas'))
  await expect(page.getByText('Departamento de origem')).toBeHidden()
  await page.locator('summary', { hasText: 'Informações Básicas' }).press('Enter')
  await expect(page.getByText('Departamento de origem')).toBeVisible()
  await expectAccessible(page, 'the basic information')

  await page.getByRole('button', { name: '101/2026', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`item=${items[0]}`))
  const panel = page.getByRole('dialog', { name: 'Detalhes do Item' })
  await expect(panel.getByRole('term')).toHaveText([
    'Tipo',
    'Categoria',
    'Fornecedor',
    'Responsável',
    'Data de retorno prevista',
    'Data de retorno efetiva',
  ])
  await expect(panel).toContainText('Não atribuído')
  await expect(panel).toContainText('Assinatura e devolução')
  await expectAccessible(page, 'the item panel')
  const opened = page.context().waitForEvent('page')
  await panel.getByRole('button', { name: /contrato\.txt/ }).click()
  await expect((await opened).locator('body')).toContainText('Contrato de prestação de serviços')
  await (await opened).close()
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect(page.getByRole('button', { name: '101/2026', exact: true })).toBeFocused()
  await page.getByRole('button', { name: '102/2026', exact: true }).click()
  await expect(panel).toContainText('Nenhum anexo disponível')
  await expect(panel).toContainText(/\d{2}\/\d{2}\/\d{4} às \d{2}:\d{2}/)
  await page.goBack()
  await expect(panel).toBeHidden()

  await page.getByRole('tab', { name: /Histórico/ }).click()
  await expect(page).toHaveURL(/tab=historico$/)
  const steps = page.getByRole('list', { name: 'Histórico do protocolo' }).getByRole('listitem')
  await expect(steps).toContainText(['Protocolo criado', 'Protocolo recebido', 'Item retornado'])
  await expect(steps.locator('svg')).toHaveCount(3)
  await expectAccessible(page, 'the history')
  await page.reload()
  await expect(page.getByRole('tab', { name: /Histórico/ })).toHaveAttribute('aria-selected', 'true')
})

// proves 2.6.6
test('says what is missing where something is missing', async ({ browser }) => {
  const { id } = await organisation.send(sender)
  const page = await pageOf(browser, organisation.server, sender)
  await page.route(`**/api/protocols/${id}`, async (route) => {
    const answer = await (await route.fetch()).json()
    const bare = { id: answer.items[0].id, status: 'PENDENTE', reason: null, document_number: null }
    await route.fulfill({ json: { id, status: 'Pendente', items: [bare] } })
  })
  await page.goto(`/protocolos/${id}`)
  await expect(page.getByText('Sem observações')).toBeVisible()
  await page.getByRole('button', { name: 'Sem número', exact: true }).click()
  const panel = page.getByRole('dialog', { name: 'Detalhes do Item' })
  await expect(panel).toContainText('Nenhum motivo registrado')
  await expect(panel).toContainText('Pendente')
  await expect(panel.getByRole('button', { name: 'Cancelar Item' })).toBeVisible()
  await expect(panel).toContainText('Nenhum anexo disponível')
  await expect(panel).toContainText('Não atribuído')
})

// proves 2.1.8, 2.6.10, 7.9.3
test('has two error states, each with the way back to the list', async ({ browser }) => {
  const { id } = await organisation.send(sender)
  const page = await pageOf(browser, organisation.server, sender)
  const asBefore = await answerWith(page, 'GET', `/api/protocols/${id}`, 500)
  await page.goto(`/protocolos/${id}`)
  await expect(page.getByText('Erro ao carregar protocolo', { exact: true })).toBeVisible()
  const back = page.getByRole('link', { name: 'Voltar para a lista' })
  await expect(back).toHaveAttribute('href', '/protocols')
  await expectAccessible(page, 'the detail that could not be loaded')
  await asBefore()
  await page.getByRole('button', { name: 'Tentar novamente' }).click()
  await expect(page.getByText('Informações Básicas')).toBeVisible()

  expectFailedCall(page, 'GET', '/api/protocols/999999', 404)
  for (const nowhere of ['/protocolos/999999', '/protocols/999999', '/protocolos/abc']) {
    await page.goto(nowhere)
    await expect(page.getByText('Protocolo não encontrado', { exact: true })).toBeVisible()
  }
  await back.click()
  await expect(page).toHaveURL(/\/protocolos$/)
})

// proves 2.6.11, 2.6.12, 8.4, 8.17, 11.1
test('a protocol is received, cancelled and completed, and failures are told in the right words', async ({
  browser,
}) => {
  const { id } = await organisation.send(sender)
  const page = await openPage(browser, organisation.server, manager, `/protocolos/${id}`)
  const path = `/api/protocols/${id}`
  const receive = page.getByRole('button', { name: 'Receber', exact: true })
  await failing(page, 'POST', `${path}/receive`, () => receive.click())
  await expectAlert(page, 'Erro ao receber protocolo. Tente novamente.')
  await refusing(page, 'POST', `${path}/receive`, 'O malote ainda não chegou.', () => receive.click())
  await expectAlert(page, 'O malote ainda não chegou.')
  await receive.click()
  await expect(page.getByRole('status').getByText('Protocolo recebido com sucesso!', { exact: true })).toBeVisible()
  await expect(receive).toBeHidden()

  // Errors of the cancellation are shown in the dialog.
  await page.getByRole('button', { name: 'Cancelar', exact: true }).click()
  const dialog = question(page)
  await expect(dialog).toContainText('Esta ação não pode ser desfeita.')
  await expect(dialog.getByLabel('Motivo do cancelamento *')).toBeFocused()
  const confirm = dialog.getByRole('button', { name: 'Cancelar protocolo' })
  await dialog.getByLabel('Motivo do cancelamento *').fill('   ')
  await confirm.click()
  await expect(dialog.getByText('É necessário informar o motivo do cancelamento', { exact: true })).toBeVisible()
  await expectAccessible(page, 'the cancellation dialog')
  await dialog.getByLabel('Motivo do cancelamento *').fill('Enviado por engano')
  await failing(page, 'POST', `${path}/cancel`, () => confirm.click())
  await expect(dialog.getByText('Erro ao cancelar protocolo. Tente novamente.', { exact: true })).toBeVisible()
  await refusing(page, 'POST', `${path}/cancel`, 'Este protocolo está bloqueado.', () => confirm.click())
  await expect(dialog.getByText('Este protocolo está bloqueado.', { exact: true })).toBeVisible()
  await expect(dialog.getByLabel('Motivo do cancelamento *')).toHaveValue('Enviado por engano')
  await confirm.click()
  await expect(page.getByText(`Protocolo ${id} cancelado com sucesso!`, { exact: true })).toBeVisible()
  await expect(page.getByText('Enviado por engano')).toBeVisible()

  const stays = await organisation.send(sender, { requiresReturn: false })
  await page.goto(`/protocolos/${stays.id}`)
  const complete = async () => {
    await page.getByRole('button', { name: 'Concluir', exact: true }).click()
    await question(page).getByRole('button', { name: 'Concluir protocolo' }).click()
  }
  await page.getByRole('button', { name: 'Concluir', exact: true }).click()
  await expect(question(page)).toContainText('todos os itens serão marcados como concluídos')
  await expect(question(page)).toContainText('Esta ação não pode ser desfeita.')
  await page.keyboard.press('Escape')
  await failing(page, 'POST', `/api/protocols/${stays.id}/complete`, complete)
  await expectAlert(page, 'Erro ao concluir protocolo. Tente novamente.')
  await complete()
  await expect(page.getByText('Protocolo concluído com sucesso!', { exact: true })).toBeVisible()
})

// proves 2.6.8, 2.6.11, 2.6.13, 8.5, 8.18
test('items are returned, completed and cancelled, and failures are told in the right words', async ({ browser }) => {
  const { id, items } = await received({ items: [{ document_number: '1/26' }, { document_number: '2/26' }] })
  const page = await openPage(browser, organisation.server, colleague, `/protocolos/${id}`)
  const confirmed = (document: string, action: string) => async () => {
    await itemAction(page, document, action)
    await question(page).getByRole('button', { name: 'Confirmar' }).click()
  }
  await itemAction(page, '1/26', 'Marcar como Retornado')
  await expect(question(page)).toContainText('Esta ação não pode ser desfeita.')
  await expectAccessible(page, 'the return dialog')
  await question(page).getByRole('button', { name: 'Cancelar' }).click()
  const giveBack = confirmed('1/26', 'Marcar como Retornado')
  await failing(page, 'POST', `/api/protocols/items/${items[0]}/return`, giveBack)
  await expectAlert(page, 'Erro ao retornar o item. Tente novamente.')
  await refusing(page, 'POST', `/api/protocols/items/${items[0]}/return`, 'Item em auditoria.', giveBack)
  await expectAlert(page, 'Item em auditoria.')
  await giveBack()
  await expect(page.getByText('Item retornado com sucesso!', { exact: true })).toBeVisible()

  await itemAction(page, '2/26', 'Cancelar Item')
  const dialog = question(page)
  await expect(dialog).toContainText('Esta ação não pode ser desfeita.')
  const cancel = dialog.getByRole('button', { name: 'Cancelar item' })
  await cancel.click()
  await expect(dialog.getByText('É necessário informar o motivo do cancelamento', { exact: true })).toBeVisible()
  await dialog.getByLabel('Motivo do cancelamento *').fill('Duplicado')
  await failing(page, 'POST', `/api/protocols/items/${items[1]}/cancel`, () => cancel.click())
  await expect(dialog.getByText('Erro ao cancelar o item. Tente novamente.', { exact: true })).toBeVisible()
  await cancel.click()
  await expect(page.getByText('Item cancelado com sucesso!', { exact: true })).toBeVisible()

  const origin = await openPage(browser, organisation.server, sender, `/protocolos/${id}`)
  const confirmBack = async () => {
    await itemAction(origin, '1/26', 'Marcar como Concluído')
    await question(origin).getByRole('button', { name: 'Confirmar' }).click()
  }
  await failing(origin, 'POST', `/api/protocols/items/${items[0]}/complete`, confirmBack)
  await expectAlert(origin, 'Erro ao concluir o item. Tente novamente.')
  await confirmBack()
  await expect(origin.getByText('Item concluído com sucesso!', { exact: true })).toBeVisible()
})

// proves 2.6.8, 2.6.9, 2.6.13, 5.4.4, 8.8, 8.18
test('a Gestor assigns, transfers and assigns several at once', async ({ browser }) => {
  const { id, items } = await received({
    items: [{ document_number: '1/26' }, { document_number: '2/26' }, { document_number: '3/26' }],
  })
  const page = await openPage(browser, organisation.server, manager, `/protocolos/${id}`)
  const dialog = page.getByRole('dialog')
  await failing(page, 'GET', `/api/protocols/${id}/destination-users`, async () => {
    await itemAction(page, '1/26', 'Atribuir usuário')
    await expect(dialog.getByText('Erro ao carregar usuários. Por favor, tente novamente.')).toBeVisible()
  })
  await dialog.getByRole('button', { name: 'Tentar novamente' }).click()
  const assign = dialog.getByRole('button', { name: 'Atribuir', exact: true })
  await dialog.getByRole('combobox', { name: 'Usuário' }).waitFor()
  await assign.click()
  await expect(dialog.getByText('Por favor, selecione um usuário', { exact: true })).toBeVisible()
  await expectAccessible(page, 'the assignment dialog')
  await pick(dialog, 'Usuário', colleague.name)
  await failing(page, 'PUT', `/api/protocols/items/${items[0]}/assign`, () => assign.click())
  await expectAlert(page, 'Erro ao atribuir usuário. Por favor, tente novamente.')
  await assign.click()
  await expect(page.getByText(`Usuário ${colleague.name} atribuído com sucesso!`, { exact: true })).toBeVisible()

  await itemAction(page, '1/26', 'Tramitar Item')
  await dialog.getByRole('combobox', { name: 'Usuário' }).click()
  await expect(page.getByRole('option')).toHaveText([manager.name])
  await page.getByRole('option', { name: manager.name }).click()
  const transfer = dialog.getByRole('button', { name: 'Tramitar', exact: true })
  await failing(page, 'POST', `/api/protocols/items/${items[0]}/transfer`, () => transfer.click())
  await expectAlert(page, 'Erro ao tramitar item. Por favor, tente novamente.')
  await transfer.click()
  await expect(page.getByText(`Item tramitado com sucesso para ${manager.name}!`, { exact: true })).toBeVisible()
  const only = [{ uid: manager.id, uname: manager.name }]
  const asBefore = await answerWith(page, 'GET', `/api/protocols/${id}/destination-users`, 200, only)
  await page.reload()
  await itemAction(page, '1/26', 'Tramitar Item')
  await expect(
    dialog.getByText('Não há outros usuários disponíveis para tramitação neste departamento.', { exact: true }),
  ).toBeVisible()
  await page.keyboard.press('Escape')
  await asBefore()

  await page.getByRole('button', { name: 'Atribuir em massa' }).click()
  await expect(dialog.getByRole('checkbox')).toHaveCount(2)
  await expectAccessible(page, 'the mass assignment dialog')
  await pick(dialog, 'Usuário', manager.name)
  for (const box of await dialog.getByRole('checkbox').all()) await box.uncheck()
  await dialog.getByRole('button', { name: 'Atribuir', exact: true }).click()
  await expect(dialog.getByRole('group')).toHaveAccessibleDescription('Selecione pelo menos um item.')
  await expect(dialog.getByRole('checkbox').first()).toBeFocused()
  for (const box of await dialog.getByRole('checkbox').all()) await box.check()
  await dialog.getByRole('button', { name: 'Atribuir', exact: true }).click()
  await expect(page.getByText(`Usuário ${manager.name} atribuído com sucesso!`, { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Atribuir em massa' })).toBeHidden()
  await expect(page.getByRole('main')).toBeFocused()
  await expect(rowOf(page, '3/26')).toContainText(manager.name)
})

// proves 2.6.8
test('the origin sets and extends deadlines', async ({ browser }) => {
  const { id, items } = await received({ items: [{ document_number: '1/26' }] })
  const page = await openPage(browser, organisation.server, sender, `/protocolos/${id}`)
  const dialog = page.getByRole('dialog')
  await itemAction(page, '1/26', 'Prorrogar prazo')
  await dialog.getByLabel('Nova data de retorno *').fill('2020-01-01')
  await dialog.getByRole('button', { name: 'Salvar prazo' }).click()
  await expect(dialog.getByText('A data deve ser hoje ou posterior.')).toBeVisible()
  await expect(dialog.getByText('É necessário informar o motivo da alteração do prazo')).toBeVisible()
  await expectAccessible(page, 'the deadline dialog')
  await dialog.getByLabel('Nova data de retorno *').fill('2099-12-31')
  await dialog.getByLabel('Motivo *').fill('Aguardando parecer')
  await failing(page, 'PUT', `/api/protocols/items/${items[0]}/due-date`, () =>
    dialog.getByRole('button', { name: 'Salvar prazo' }).click(),
  )
  await expectAlert(page, 'Erro ao alterar o prazo. Tente novamente.')
  await dialog.getByRole('button', { name: 'Salvar prazo' }).click()
  await expect(page.getByText('Prazo alterado com sucesso!', { exact: true })).toBeVisible()
  await expect(rowOf(page, '1/26')).toContainText('31/12/2099')
})

// proves 4.11, 5.4.2, 8.6, 8.19
test('comments come and go by the rules', async ({ browser }) => {
  const { id } = await organisation.send(sender)
  const page = await openPage(browser, organisation.server, sender, `/protocolos/${id}?tab=comentarios`)
  const box = page.getByLabel('Novo comentário')
  const send = page.getByRole('button', { name: 'Enviar', exact: true })
  await expect(send).toBeDisabled()
  await box.fill('   ')
  await expect(send).toBeDisabled()
  await box.fill('Chegou incompleto')
  const path = `/api/protocols/${id}/comments`
  await failing(page, 'POST', path, () => send.click())
  await expectAlert(page, 'Erro ao enviar comentário. Tente novamente.')
  await expect(box).toHaveValue('Chegou incompleto')
  await send.click()
  const comments = page.getByRole('list', { name: 'Lista de comentários' })
  await expect(comments).toContainText('Chegou incompleto')
  await expect(comments).toContainText(sender.name)
  await expect(box).toHaveValue('')
  await expectAccessible(page, 'the comments')

  const other = await openPage(browser, organisation.server, manager, `/protocolos/${id}?tab=comentarios`)
  await expect(other.getByText('Chegou incompleto')).toBeVisible()
  await expect(other.getByRole('button', { name: 'Excluir comentário' })).toBeHidden()

  const remove = async () => {
    await page.getByRole('button', { name: 'Excluir comentário' }).click()
    await question(page).getByRole('button', { name: 'Excluir', exact: true }).click()
  }
  await page.getByRole('button', { name: 'Excluir comentário' }).click()
  await expect(question(page)).toContainText('Tem certeza que deseja excluir este comentário?')
  await question(page).getByRole('button', { name: 'Cancelar' }).click()
  await failing(page, 'DELETE', `${path}/*`, remove)
  await expectAlert(page, 'Erro ao excluir comentário. Tente novamente.')
  await remove()
  await expect(page.getByText('Comentário excluído com sucesso!', { exact: true })).toBeVisible()
  await expect(page.getByText('Nenhum comentário ainda.')).toBeVisible()
  await expect(question(page)).toBeHidden()
  await expect(page.getByRole('main')).toBeFocused()

  // A completed protocol keeps its comments and still accepts new ones; a cancelled one accepts none.
  const done = await organisation.send(sender, { requiresReturn: false })
  await sender.call('POST', `/api/protocols/${done.id}/comments`, { text: 'Confere' })
  await manager.call('POST', `/api/protocols/${done.id}/complete`)
  await page.goto(`/protocolos/${done.id}?tab=comentarios`)
  await expect(page.getByText('Confere')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Excluir comentário' })).toBeHidden()
  await expect(box).toBeVisible()
  const gone = await organisation.send(sender)
  await sender.call('POST', `/api/protocols/${gone.id}/comments`, { text: 'Era engano' })
  await sender.call('POST', `/api/protocols/${gone.id}/cancel`, { reason: 'Engano' })
  await page.goto(`/protocolos/${gone.id}?tab=comentarios`)
  await expect(page.getByText('Era engano')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Excluir comentário' })).toBeHidden()
  await expect(box).toBeHidden()
})

// proves 11.24
test('a comment that is being written waits, whatever one looks at meanwhile', async ({ browser }) => {
  const { id } = await organisation.send(sender)
  const other = await organisation.send(sender)
  const page = await openPage(browser, organisation.server, sender, `/protocolos/${id}?tab=comentarios`)
  const box = page.getByLabel('Novo comentário')
  await box.fill('Falta a página 3')
  await page.getByRole('tab', { name: 'Histórico' }).click()
  await page.getByRole('tab', { name: 'Comentários' }).click()
  await expect(box).toHaveValue('Falta a página 3')
  await page.getByRole('link', { name: 'Retorno de Itens' }).click()
  await expect(page.getByRole('heading', { name: 'Retorno de Itens' })).toBeVisible()
  await page.goto(`/protocolos/${other.id}?tab=comentarios`)
  await expect(box).toHaveValue('')
  await page.goto(`/protocolos/${id}?tab=comentarios`)
  await expect(box).toHaveValue('Falta a página 3')
  await page.getByRole('button', { name: 'Enviar', exact: true }).click()
  await expect(box).toHaveValue('')
  await page.reload()
  await expect(page.getByRole('list', { name: 'Lista de comentários' })).toContainText('Falta a página 3')
  await expect(box).toHaveValue('')
})

// proves 14.4
test('a long number stays inside the dialogs on a phone', async ({ browser }) => {
  const number = '35260111222333000181550010000012341000012345'
  const { id } = await received({ items: [{ document_number: number }, {}] })
  const page = await openPage(browser, organisation.server, manager, `/protocolos/${id}`, phone)
  const panel = page.getByRole('dialog', { name: 'Detalhes do Item' })
  await page.getByRole('button', { name: number, exact: true }).click()
  await expect(panel.getByText(number).first()).toBeVisible()
  await holdsItsContent(panel)
  await panel.getByRole('button', { name: 'Marcar como Retornado' }).click()
  await expect(question(page)).toContainText(number)
  await holdsItsContent(question(page))
})

test('is usable on a phone', async ({ browser }) => {
  // The longest allowed text, without a place to break the line.
  const number = 'CONTRATO'.repeat(7)
  const { id } = await received({ items: [{ document_number: number }] })
  const page = await openPage(browser, organisation.server, manager, `/protocolos/${id}`, phone)
  await page.getByRole('button', { name: number, exact: true }).click()
  const panel = page.getByRole('dialog', { name: 'Detalhes do Item' })
  await expect(panel.getByRole('button', { name: 'Marcar como Retornado' })).toBeInViewport()
  await expect(panel.getByText('Não atribuído')).toBeInViewport({ ratio: 1 })
  await fitsTheWindow(page)
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await fitsTheWindow(page)
  await expectAccessible(page, 'the detail on a phone')
  for (const tab of ['Histórico', 'Comentários']) {
    await page.getByRole('tab', { name: tab }).click()
    await fitsTheWindow(page)
  }
})
