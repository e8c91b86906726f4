import { addDays, civilDateIn, firstOfNextMonth, inPortuguese } from '@malote/core/shared/civil-date.ts'
import { type Browser, expect, type Locator, type Page } from '@playwright/test'
import { answerWith, holdBack } from './support/answers.ts'
import { expectAccessible } from './support/axe.ts'
import type { Person } from './support/organisation.ts'
import { fitsTheWindow, holdsItsContent, openPage, phone, resize } from './support/pages.ts'
import { test } from './support/test.ts'
import { ownOrganisation } from './support/test-organisation.ts'
import { pick, question, rowOf, said, section } from './support/vocabulary.ts'

const { organisation, sender, manager, responsible } = ownOrganisation({
  sender: 'ana',
  manager: 'carlos',
  responsible: 'debora',
})

/** Sends items with these numbers, and receives them; `who` answers for them. */
async function received(numbers: readonly string[], who: Person | null) {
  const items = numbers.map((document_number) => ({ document_number, ...(who && { destination_user_id: who.id }) }))
  const sent = await organisation.send(sender, { items })
  await manager.call('POST', `/api/protocols/${sent.id}/receive`)
  return sent
}

const numbered = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, n) => `${prefix}-${String(n + 1).padStart(2, '0')}`)

const enter = (browser: Browser, person: Person, query: string, options = {}) =>
  openPage(browser, organisation.server, person, `/retornos${query}`, options)

/** Also waits for the rows: those of before stay until the answer, and leave with what was chosen. */
async function look(page: Page, text: string) {
  const answered = page.waitForResponse((reply) => new URL(reply.url()).searchParams.get('search') === text)
  await page.getByPlaceholder('Buscar por ID, documento...').fill(text)
  await page.keyboard.press('Enter')
  await answered
  await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(0)
}

const box = (page: Page, document: string) =>
  page.getByRole('checkbox', { name: `Selecionar ${document}`, exact: true })
const all = (page: Page) => page.getByRole('checkbox', { name: 'Selecionar todos' })
async function chooseAll(page: Page) {
  await expect(all(page)).toBeVisible()
  await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(0)
  await all(page).check()
}
const chosen = (page: Page, count: number) => said(page, `${count} item(ns) selecionado(s)`)

// proves 17.52, 17.56
test('a Gestor assigns, transfers and returns, by keyboard too, and meets an item that was returned meanwhile', async ({
  browser,
}) => {
  const { items } = await received(['NF-0', 'NF-1'], responsible)
  const { id } = await received(['UM-1'], null)
  await received(numbered('LIVRE', 3), null)
  await received(['TRAM-1', 'TRAM-2'], responsible)
  const page = await enter(browser, manager, '?search=UM-1')
  const answer = await holdBack(page, 'GET', `/api/protocols/${id}/destination-users`)
  await rowOf(page, 'UM-1')
    .getByRole('button', { name: /^Atribuir usuário/ })
    .focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  const choice = dialog.getByRole('combobox', { name: 'Usuário' })
  await expect(choice).toHaveAttribute('placeholder', 'Carregando usuários...')
  await expect(choice).toBeFocused()
  answer()
  await expect(choice).toHaveAttribute('placeholder', 'Selecione um usuário')
  // Typing highlights the first match: Enter selects it, and Enter again submits the form.
  await page.keyboard.type(responsible.name.slice(0, 4))
  await expect(page.getByRole('option')).toHaveText([responsible.name])
  await page.keyboard.press('Enter')
  await expect(choice).toHaveValue(responsible.name)
  await page.keyboard.press('Enter')
  await said(page, 'Usuário atribuído com sucesso!')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('main')).toBeFocused()

  await page.getByRole('button', { name: 'Mostrar filtros' }).click()
  await pick(page, 'Responsável', 'Não atribuído')
  await look(page, 'LIVRE')
  await expect(rowOf(page, 'LIVRE-03')).toBeVisible()
  await chooseAll(page)
  await page.getByRole('button', { name: 'Atribuir selecionados' }).click()
  await pick(dialog, 'Usuário', responsible.name)
  await dialog.getByRole('button', { name: 'Atribuir', exact: true }).click()
  await said(page, '3 itens atribuídos')
  await said(page, 'Nenhum item com retorno encontrado.')
  await expectAccessible(page, 'the empty returns')

  await page.getByRole('button', { name: 'Limpar', exact: true }).click()
  await look(page, 'TRAM')
  await box(page, 'TRAM-2').check()
  await page.getByRole('button', { name: 'Tramitar selecionados' }).click()
  await pick(dialog, 'Usuário', manager.name)
  await dialog.getByRole('button', { name: 'Tramitar', exact: true }).click()
  await said(page, '1 item tramitado')
  await expect(rowOf(page, 'TRAM-2').getByText(manager.name)).toBeVisible()

  await look(page, 'NF')
  for (const number of ['NF-0', 'NF-1']) {
    await box(page, number).focus()
    await page.keyboard.press('Space')
  }
  const press = page.getByRole('button', { name: 'Retornar Selecionados' })
  await press.focus()
  await page.keyboard.press('Enter')
  const returning = page.getByRole('alertdialog', { name: 'Confirmar Retorno em Massa' })
  await expectAccessible(page, 'the bulk return dialog')
  await responsible.call('POST', `/api/protocols/items/${items[0]}/return`)
  // What is done every day is one press of Enter.
  await expect(returning.getByRole('button', { name: 'Retornar' })).toBeFocused()
  await page.keyboard.press('Enter')
  await said(page, 'NF-0: Este item já foi retornado')
  await expect(rowOf(page, 'NF-1')).toHaveCount(0)
  await expect(page.getByRole('main')).toBeFocused()
  await expect(press).toBeVisible()
  await expectAccessible(page, 'the returns after a partial failure')
})

// proves 2.6.6, 2.9.4, 2.9.5, 17.51, 17.57, 17.58
test('items are chosen by range and across pages, and survive a filter and a reload, as their details do', async ({
  browser,
}) => {
  await received([...numbered('LOTE', 8), ...numbered('LOTE PASTA', 6)], responsible)
  const page = await enter(browser, responsible, '?search=LOTE')
  await box(page, 'LOTE-02').click()
  await box(page, 'LOTE-05').click({ modifiers: ['Shift'] })
  await chosen(page, 4)
  await box(page, 'LOTE-04').click()
  await chosen(page, 3)
  await page.getByRole('button', { name: 'Desmarcar todos' }).click()
  await box(page, 'LOTE-03').focus()
  await page.keyboard.press('Space')
  await box(page, 'LOTE-07').focus()
  await page.keyboard.press('Shift+Space')
  await chosen(page, 5)
  await all(page).check()
  await chosen(page, 10)
  await said(page, 'Mostrando 1 a 10 de 14 resultados')
  expect(new Set(await page.locator('tbody tr').evaluateAll((rows) => rows.map((row) => row.clientHeight)))).toEqual(
    new Set([44]),
  )
  const whole = page.getByRole('button', { name: /^Selecionar todos os \d+$/ })
  await whole.click()
  await expect(whole).toBeHidden()
  await expect(page.getByRole('button', { name: 'Desmarcar todos' })).toBeFocused()
  await page.getByRole('button', { name: 'Próxima' }).click()
  await expect(page).toHaveURL(/page=2/)
  // Those of the first page stay until the answer, and are all chosen, too.
  await expect(page.getByRole('row')).toHaveCount(5)
  await expect(all(page)).toBeChecked()
  await page.getByRole('row').nth(1).getByRole('checkbox').uncheck()
  await expect.poll(() => all(page).evaluate((input: HTMLInputElement) => input.indeterminate)).toBe(true)
  await rowOf(page, 'LOTE PASTA-06').getByText('Contrato').click()
  const dialog = page.getByRole('dialog', { name: 'Detalhes do Item' })
  const shows = (number: string) => expect(dialog.getByRole('heading', { name: number })).toBeVisible()
  await shows('LOTE PASTA-06')
  await expect(dialog.getByText('Nenhum anexo disponível')).toBeVisible()
  await expectAccessible(page, 'the details with their neighbours')
  await page.reload()
  await shows('LOTE PASTA-06')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(page).not.toHaveURL(/item=/)
  await expect.poll(() => all(page).evaluate((input: HTMLInputElement) => input.indeterminate)).toBe(true)
  await expectAccessible(page, 'chosen items')

  // A filter keeps what it still shows.
  await look(page, 'PASTA')
  await expect(page).toHaveURL(/search=PASTA/)
  await chosen(page, 5)
  await expect(page.getByText(/^Mostrando/)).toHaveCount(0)
  await page.getByRole('button', { name: 'Desmarcar todos' }).click()
  await expect(page.getByText('item(ns) selecionado(s)')).toHaveCount(0)
  await expect(page.getByRole('main')).toBeFocused()

  await rowOf(page, 'LOTE PASTA-01')
    .getByRole('button', { name: /^Ver detalhes/ })
    .click()
  await shows('LOTE PASTA-01')
  await expect(dialog.locator(':focus')).toBeAttached()
  await page.keyboard.press('j')
  await shows('LOTE PASTA-02')
  await dialog.getByRole('button', { name: 'Próximo' }).click()
  await said(dialog, '3 de 6')
  await page.keyboard.press('k')
  await shows('LOTE PASTA-02')
  await dialog.getByRole('button', { name: 'Marcar como Retornado' }).click()
  await question(page).getByRole('button', { name: 'Marcar como Retornado' }).click()
  await said(page, 'Item retornado com sucesso!')
  await expect(rowOf(page, 'LOTE PASTA-02')).toHaveCount(0)
})

const monthName = (date: string) =>
  new Intl.DateTimeFormat('pt-BR', { timeZone: 'UTC', month: 'long', year: 'numeric' }).format(new Date(date))
const toMonth = (page: Page, words: string, date: string) =>
  page.getByRole('link', { name: `${words}, ${monthName(date)}` }).click()
const due = (scope: Page | Locator, words: string) =>
  scope.getByRole('link', { name: new RegExp(`^${words}\\b.* em \\d`) })

// proves 17.52, 17.53, 21.40, 21.41, 21.42, 21.43, 21.44
test('the origin asks for items, moves their due dates together, and follows them in its calendars', async ({
  browser,
}) => {
  const { items } = await received(numbered('COB', 5), responsible)
  const page = await enter(browser, sender, '?search=COB', { permissions: ['clipboard-write'] })
  await page.getByRole('button', { name: 'Cobrar: COB-01' }).click()
  await expect(rowOf(page, 'COB-01').getByText('Cobrado hoje por Ana Beatriz Nogueira')).toBeVisible()
  await page.getByRole('button', { name: 'A receber de volta' }).click()
  await expect(page).toHaveURL(/side=toReceive/)
  // The address changes before the screen does.
  await expect(page.getByRole('button', { name: 'A receber de volta', pressed: true })).toBeVisible()
  await chooseAll(page)
  await page.getByRole('button', { name: 'Cobrar selecionados' }).click()
  const asking = page.getByRole('dialog', { name: 'Cobrar devolução' })
  await asking.getByRole('textbox', { name: 'Mensagem (opcional)' }).fill('Preciso até sexta.')
  await expectAccessible(page, 'asking for several')
  await asking.getByRole('button', { name: 'Cobrar 4 itens' }).click()
  await said(page, '4 itens cobrados')
  await chosen(page, 1)

  await all(page).check()
  await page.getByRole('button', { name: 'Prorrogar selecionados' }).click()
  const moving = page.getByRole('dialog', { name: 'Prorrogar prazos' })
  await moving.getByRole('button', { name: 'Salvar prazos' }).click()
  await expect(moving.getByText('Informe a data de retorno')).toBeVisible()
  await expect(moving.getByText('É necessário informar o motivo da alteração do prazo')).toBeVisible()
  await expectAccessible(page, 'the due dates of several')
  // Next month, later than what else was sent today is due.
  const today = civilDateIn(new Date(), 'America/Sao_Paulo')
  const day = addDays(firstOfNextMonth(today), 19)
  await moving.getByLabel('Nova data de retorno *').fill(inPortuguese(day))
  await moving.getByLabel('Motivo *').fill('Assinatura adiada')
  await moving.getByRole('button', { name: 'Salvar prazos' }).click()
  await said(page, '5 prazos prorrogados')
  await expect(rowOf(page, 'COB-05').getByText(inPortuguese(day))).toBeVisible()

  // From the beginning: a month is loaded already when its link happens to lie under the pointer.
  await answerWith(page, 'GET', '/api/calendar/holidays', 200, [])
  // The focus stays in the switch, which the other view has too.
  const view = (name: string) => page.getByRole('radio', { name })
  await view('Lista').press('ArrowRight')
  await expect(page).toHaveURL(/view=calendario/)
  await expect(view('Calendário')).toBeFocused()
  await expect(page.getByRole('cell').and(page.locator('[aria-current=date]'))).toContainText('Hoje')
  await toMonth(page, 'Próximo mês', day)
  await expect(due(page, '5 a receber')).toBeVisible()
  await expectAccessible(page, 'the calendar of returns')
  // What somebody else does shows without a reload.
  await responsible.call('POST', `/api/protocols/items/${items[0]}/return`)
  await due(page, '4 a receber').press('Enter')
  await said(page, '4 itens encontrados')
  await expect(page.getByRole('rowheader')).toHaveCount(4)
  await view('Lista').press('ArrowRight')
  await expect(page).toHaveURL(new RegExp(`month=${day.slice(0, 7)}`))
  // The list is still there while the calendar is drawn.
  await expect(view('Calendário')).toBeChecked()
  const before = addDays(`${today.slice(0, 7)}-01`, -10)
  await page.getByRole('link', { name: 'Hoje' }).press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  const late = [{ date: before, to_return: 2, to_receive: 1, overdue: 3 }]
  const asBefore = await answerWith(page, 'GET', '/api/returns/calendar', 200, late)
  await toMonth(page, 'Mês anterior', before)
  await expect(page.getByRole('link', { name: '3 itens atrasados', exact: true })).toBeVisible()
  await expectAccessible(page, 'late items in the calendar')
  asBefore()

  await resize(page, phone.viewport)
  await page.getByRole('link', { name: 'Hoje' }).click()
  await toMonth(page, 'Próximo mês', day)
  const agenda = page.getByRole('list', { name: `Devoluções de ${monthName(day)}` })
  await expect(due(agenda, '4 a receber')).toHaveCount(1)
  await fitsTheWindow(page)
  await expectAccessible(page, 'the agenda')
  await toMonth(page, 'Próximo mês', addDays(day, 30))
  await said(page, `Nada vence em ${monthName(addDays(day, 30))}.`)
  await page.goBack()
  await due(agenda, '4 a receber').click()
  await said(page, '4 itens encontrados')
  await fitsTheWindow(page)
  await page.getByRole('button', { name: `Remover o filtro de data de retorno: ${inPortuguese(day)}` }).click()
  await expect(page).not.toHaveURL(/dateFrom|dateTo/)

  await resize(page, { width: 1440, height: 900 })
  await page.getByRole('link', { name: 'Perfil', exact: true }).click()
  const card = section(page, 'Devoluções no seu calendário')
  const field = card.getByLabel('Endereço do calendário')
  await card.getByRole('button', { name: 'Criar endereço' }).press('Enter')
  await expect(field).toBeFocused()
  await expectAccessible(page, 'a new address')
  const { pathname } = new URL(await field.inputValue())
  const feed = await fetch(organisation.server.url + pathname)
  expect(feed.headers.get('content-type')).toContain('text/calendar')
  await card.getByRole('button', { name: 'Copiar' }).click()
  await expect(card.getByRole('button', { name: 'Copiado' })).toBeVisible()
  await card.getByRole('button', { name: 'Desativar' }).click()
  await expectAccessible(page, 'the question before an address ends')
  await question(page).getByRole('button', { name: 'Desativar' }).click()
  await expect(card.getByText(/^Com um endereço/)).toBeFocused()
})

// proves 14.4, 17.59
test('on a phone cards open with a tap and are chosen, and a long number stays inside what was refused', async ({
  browser,
}) => {
  const number = '35260111222333000181550010000012341000012345'
  const { items } = await received([number, '35260-2'], responsible)
  const page = await enter(browser, responsible, '?search=35260', {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  })
  const first = page.getByRole('listitem').filter({ hasText: number })
  await expect.poll(async () => (await first.boundingBox())?.y).toBeLessThan(260)
  await fitsTheWindow(page)
  const target = await box(page, number).evaluate((input) => {
    const { width, height } = input.closest('label')?.getBoundingClientRect() ?? new DOMRect()
    return Math.min(width, height)
  })
  expect(target).toBeGreaterThanOrEqual(44)
  await first.getByText('Contrato').tap()
  await expect(page.getByRole('dialog', { name: 'Detalhes do Item' })).toBeVisible()
  await page.keyboard.press('Escape')
  await resize(page, { width: 360, height: 740 })
  await box(page, number).check()
  await box(page, '35260-2').check()
  await expect(page.getByRole('button', { name: 'Retornar Selecionados' })).toBeInViewport()
  await expectAccessible(page, 'chosen cards')
  await page.getByRole('button', { name: 'Retornar Selecionados' }).click()
  // Meanwhile somebody returns one of them.
  await manager.call('POST', `/api/protocols/items/${items[0]}/return`)
  await question(page).getByRole('button', { name: 'Retornar' }).click()
  const refusals = page.getByRole('status').filter({ hasText: 'Não retornados' })
  await expect(refusals).toContainText(number)
  await holdsItsContent(refusals)
  await fitsTheWindow(page)
})
