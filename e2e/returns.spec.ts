import { type Browser, expect, type Page } from '@playwright/test'
import { answerWith, holdBack } from './support/answers.ts'
import { expectAccessible } from './support/axe.ts'
import type { Person } from './support/organisation.ts'
import { openPage } from './support/pages.ts'
import { fitsTheWindow } from './support/phone.ts'
import { test } from './support/test.ts'
import { type TestOrganisation, testOrganisation } from './support/test-organisation.ts'
import { pick, question, rowOf, said } from './support/vocabulary.ts'

let organisation: TestOrganisation
let people: { sender: Person; manager: Person; responsible: Person }
let received: number

test.beforeAll(async () => {
  organisation = await testOrganisation()
  people = {
    sender: await organisation.hire('Ana Beatriz Nogueira', 'origin', 'Usuário'),
    manager: await organisation.hire('Carlos Menezes', 'destination', 'Gestor'),
    responsible: await organisation.hire('Débora Lima', 'destination', 'Usuário'),
  }
  // Ten items that were received (seven of them with a responsible person), and one that was not.
  received = await send(
    Array.from({ length: 10 }, (_, n) => [`NF-${n}`, n < 4 ? 'responsible' : n < 7 ? 'manager' : null]),
  )
  await send([['NF-A', 'responsible']])
  await people.manager.call('POST', `/api/protocols/${received}/receive`)
})

test.afterAll(() => organisation.server.stop())

/** Sends a protocol with these documents, each with its responsible user in the destination. */
async function send(documents: [string, 'responsible' | 'manager' | null][]): Promise<number> {
  const items = documents.map(([document_number, who]) => ({
    document_number,
    ...(who && { destination_user_id: people[who].id }),
  }))
  return (await organisation.send(people.sender, { items })).id
}

/** The returns screen of a user, in a separate browser context. */
async function enter(browser: Browser, person: Person, query = ''): Promise<Page> {
  const page = await openPage(browser, organisation.server, person, `/retornos${query}`)
  await expect(page.getByRole('heading', { name: 'Retorno de Itens' })).toBeVisible()
  return page
}

const tick = (page: Page, document: string) => rowOf(page, document).getByRole('checkbox')

// proves 2.9.3, 2.9.5, 2.9.6, 5.4.6, 8.10
test('a Gestor of the destination selects what somebody answers for, and returns it', async ({ browser }) => {
  const page = await enter(browser, people.manager)
  await expect(page.getByRole('link', { name: 'Retorno de Itens' })).toBeVisible()
  await said(page, 'Mostrando 1 a 10 de 11 resultados')

  await page.getByRole('button', { name: 'Retornar Selecionados' }).click()
  await said(page, 'Selecione pelo menos um item para retornar.')
  for (const n of [0, 4]) await expect(tick(page, `NF-${n}`)).toBeEnabled()
  await expect(tick(page, 'NF-7')).toBeDisabled()
  await expect(tick(page, 'NF-7')).toHaveAccessibleDescription('Este item ainda não tem um usuário responsável')
  await page.getByRole('checkbox', { name: 'Selecionar todos' }).check()
  await said(page, '7 item(ns) selecionado(s)')
  await tick(page, 'NF-1').uncheck()
  await said(page, '6 item(ns) selecionado(s)')
  await page.getByRole('checkbox', { name: 'Selecionar todos' }).check()
  await page.getByRole('checkbox', { name: 'Selecionar todos' }).uncheck()
  await said(page, '0 item(ns) selecionado(s)')

  // By keyboard alone; in another tab one of the two has just been returned.
  for (const n of [0, 4, 5]) {
    await tick(page, `NF-${n}`).focus()
    await page.keyboard.press('Space')
  }
  await page.getByRole('button', { name: 'Retornar Selecionados' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('alertdialog', { name: 'Confirmar Retorno em Massa' })
  await expect(dialog.getByText('Esta ação não pode ser desfeita.', { exact: true })).toBeVisible()
  await expectAccessible(page, 'the bulk return dialog')
  const { call } = people.responsible
  const { data } = await call('GET', '/api/returns')
  const taken = data.find((row: { document_number: string }) => row.document_number === 'NF-0').id
  await call('POST', `/api/protocols/items/${taken}/return`)
  await dialog.getByRole('button', { name: 'Confirmar' }).click()
  await said(page, '2 itens retornados com sucesso!')
  await said(page, '1 item não pôde ser retornado. Verifique as permissões.')
  await said(page, 'NF-0: Este item já foi retornado')
  await said(page, '0 item(ns) selecionado(s)')
  await expect(rowOf(page, 'NF-4')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Retornar Selecionados' })).toBeFocused()
  await expect(page.getByText(/^Mostrando/)).toHaveCount(0)
  await expectAccessible(page, 'the returns after a partial failure')

  await page.goto('/retornos?status=Retornado')
  await expect(rowOf(page, 'NF-4').getByText('Retornado', { exact: true })).toBeVisible()
  await expect(rowOf(page, 'NF-4').getByText(/^Retornado em \d{2}\/\d{2}\/\d{4}$/)).toBeVisible()
  await expect(tick(page, 'NF-4')).toBeDisabled()
})

// proves 2.9.7, 5.4.3, 6.7, 8.11, 8.18
test('a Gestor assigns somebody, and hears why not', async ({ browser }) => {
  const page = await enter(browser, people.manager, '?search=NF-7')
  const open = () =>
    rowOf(page, 'NF-7')
      .getByRole('button', { name: /^Atribuir usuário/ })
      .click()
  const dialog = page.getByRole('dialog', { name: 'Atribuir Usuário' })
  const users = `/api/protocols/${received}/destination-users`
  const asBefore = await answerWith(page, 'GET', users, 500, { message: 'Sem rede interna.' })
  await open()
  await expect(dialog.getByText('Erro ao buscar usuários disponíveis: Sem rede interna.')).toBeVisible()
  await expectAccessible(page, 'the assignment dialog after a failure')
  await asBefore()
  await dialog.getByRole('button', { name: 'Tentar novamente' }).click()
  await dialog.getByRole('button', { name: 'Atribuir' }).click()
  await expect(dialog.getByText('Selecione um usuário para atribuir.')).toBeVisible()
  await pick(dialog, 'Usuário', people.responsible.name)
  await answerWith(page, 'PUT', '/api/protocols/items/*', 500, { message: 'Tente mais tarde.' })
  await dialog.getByRole('button', { name: 'Atribuir' }).click()
  await said(page, 'Erro ao atribuir usuário: Tente mais tarde.')
  await page.unrouteAll()
  await dialog.getByRole('button', { name: 'Atribuir' }).click()
  await said(page, 'Usuário atribuído com sucesso!')
  await expect(rowOf(page, 'NF-7').getByText(people.responsible.name)).toBeVisible()
  await expect(tick(page, 'NF-7')).toBeEnabled()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('main')).toBeFocused()
})

test('the keyboard is in the dialog before the people are there', async ({ browser }) => {
  const page = await enter(browser, people.manager, '?search=NF-8')
  const answer = await holdBack(page, 'GET', `/api/protocols/${received}/destination-users`)
  await page.getByRole('button', { name: 'Retornar Selecionados' }).click()
  await said(page, 'Selecione pelo menos um item para retornar.')
  await rowOf(page, 'NF-8')
    .getByRole('button', { name: /^Atribuir usuário/ })
    .focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Atribuir Usuário' })
  const choice = dialog.getByRole('combobox', { name: 'Usuário' })
  await expect(choice).toHaveAttribute('placeholder', 'Carregando usuários...')
  await expect(choice).toBeFocused()
  answer()
  await expect(choice).toHaveAttribute('placeholder', 'Selecione um usuário')

  // Typing highlights the first match: Enter selects it, and Enter again submits the form.
  await page.keyboard.type(people.responsible.name.slice(0, 4))
  await expect(page.getByRole('option')).toHaveText([people.responsible.name])
  await page.keyboard.press('Enter')
  await expect(choice).toHaveValue(people.responsible.name)
  await page.keyboard.press('Enter')
  await said(page, 'Usuário atribuído com sucesso!')

  // The error disappears once an item is selected.
  await tick(page, 'NF-8').check()
  await expect(page.getByText('Selecione pelo menos um item para retornar.')).toBeHidden()
})

// proves 6.6
test('everybody else selects only their own, and the origin nothing', async ({ browser }) => {
  const page = await enter(browser, people.responsible, '?search=NF')
  await expect(tick(page, 'NF-2')).toBeEnabled()
  await expect(tick(page, 'NF-6')).toBeDisabled()
  await expect(tick(page, 'NF-A')).toBeDisabled()
  await expect(tick(page, 'NF-A')).toHaveAccessibleDescription('Este protocolo ainda não foi recebido pelo destino')
  await expect(rowOf(page, 'NF-2').getByText('Para devolver')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Atribuir usuário/ })).toHaveCount(0)

  const origin = await enter(browser, people.sender)
  await expect(rowOf(origin, 'NF-2').getByText('A receber de volta')).toBeVisible()
  await expect(tick(origin, 'NF-2')).toBeDisabled()
  await expect(origin.getByRole('button', { name: 'Retornar Selecionados' })).toHaveCount(0)
  await origin.getByText('Para devolver', { exact: true }).first().click()
  await expect(origin).toHaveURL(/side=toReturn/)
  await said(origin, 'Nenhum item com retorno encontrado.')
  await expectAccessible(origin, 'the empty returns')
})

// proves 2.6.6, 2.9.4
test('the details open in a dialog, from the address too', async ({ browser }) => {
  const page = await enter(browser, people.manager, '?search=NF-A')
  await rowOf(page, 'NF-A')
    .getByRole('button', { name: /^Ver detalhes/ })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Detalhes do Item' })
  await expect(dialog.getByText('Motivo / Observações')).toBeVisible()
  await expect(dialog.getByText('Nenhum anexo disponível')).toBeVisible()
  await expect(dialog.getByText('Este protocolo ainda não foi recebido pelo destino')).toBeVisible()
  await expectAccessible(page, 'the details')
  await expect(page).toHaveURL(/item=\d+/)
  await page.reload()
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(page).not.toHaveURL(/item=/)
  await rowOf(page, 'NF-A').getByRole('link').click()
  await expect(page).toHaveURL(/\/protocolos\/\d+$/)
})

// proves 2.1.4, 2.9.1, 2.9.7, 14.8
test('filters live in the address, and begin with what is pending', async ({ browser }) => {
  const page = await enter(browser, people.manager)
  await page.getByRole('button', { name: 'Mostrar filtros' }).click()
  await expect(page.getByRole('combobox', { name: 'Status' })).toHaveValue('Pendente')
  await expect(page.getByRole('combobox', { name: 'Data de Retorno' })).toHaveValue('Todas')
  for (const [field, options] of [
    ['Status', ['Todos', 'Pendente', 'Retornado']],
    ['Data de Retorno', ['Todas', 'Hoje', 'Atrasados', 'Próximos 7 dias']],
  ] as const) {
    await page.getByRole('combobox', { name: field }).click()
    await expect(page.getByRole('option')).toHaveText([...options])
    await page.keyboard.press('Escape')
  }
  await expectAccessible(page, 'the filters')
  await pick(page, 'Status', 'Todos')
  await expect(page).toHaveURL(/status=all/)
  await pick(page, 'Data de Retorno', 'Atrasados')
  await expect(page).toHaveURL(/dateFilter=overdue/)
  await said(page, 'Nenhum item com retorno encontrado.')
  await pick(page, 'Departamento', 'Recursos Humanos')
  await expect(page).toHaveURL(/department=\d+/)
  await page.goBack()
  await expect(page).not.toHaveURL(/department/)
  await page.reload()
  await expect(page.getByRole('combobox', { name: 'Data de Retorno' })).toHaveValue('Atrasados')
  await page.getByRole('button', { name: /^Ocultar filtros/ }).click()
  await page.getByRole('button', { name: 'Limpar' }).click()
  await expect(page).toHaveURL(/\/retornos$/)
  await page.getByPlaceholder('Buscar por ID, documento...').fill('nf-a')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/search=nf-a/)
  await expect(rowOf(page, 'NF-A')).toBeVisible()
  // A quick next action, before the list has followed, does not restore the filter that was just cleared.
  await page.goto('/retornos?status=all&dateFilter=overdue')
  await expect(page.getByText('Nenhum item com retorno encontrado.')).toBeVisible()
  await page.evaluate(() => {
    for (const name of ['Limpar', 'Buscar']) {
      for (const button of document.querySelectorAll('button')) if (button.textContent === name) button.click()
    }
  })
  await expect(page.getByText('Nenhum item com retorno encontrado.')).toBeHidden()
  await expect(page).toHaveURL(/\/retornos$/)
  // A page number that no longer exists shows the last page.
  await page.goto('/retornos?status=all&page=9')
  await expect(page).toHaveURL(/page=2/)
})

// proves 7.9.3, 8.10, 8.11
test('failures have the sentences of the catalogue', async ({ browser }) => {
  const page = await enter(browser, people.manager, '?search=NF-2')
  await answerWith(page, 'POST', '/api/protocols/items/bulk-return', 500, { message: 'Servidor ocupado.' })
  await tick(page, 'NF-2').check()
  await page.getByRole('button', { name: 'Retornar Selecionados' }).click()
  await question(page).getByRole('button', { name: 'Confirmar' }).click()
  await said(page, 'Erro ao processar retorno em massa: Servidor ocupado.')
  await said(page, '1 item(ns) selecionado(s)')
  const asBefore = await answerWith(page, 'GET', '/api/returns', 500)
  await page.reload()
  await said(page, 'Erro ao carregar itens. Tente novamente.')
  await expectAccessible(page, 'the failed load')
  await asBefore()
  await page.getByRole('button', { name: 'Tentar novamente' }).click()
  await expect(tick(page, 'NF-2')).toBeEnabled()
})

// proves 14.4
test('a phone shows cards that can be selected', async ({ browser }) => {
  const page = await enter(browser, people.responsible, '?search=NF-2')
  await page.setViewportSize({ width: 360, height: 740 })
  await page.getByRole('checkbox', { name: 'Selecionar NF-2' }).check()
  await said(page, '1 item(ns) selecionado(s)')
  await expect(page.getByRole('button', { name: 'Retornar Selecionados' })).toBeInViewport()
  await fitsTheWindow(page)
  await expectAccessible(page, 'the cards')
})
