import { type Browser, expect, type Page } from '@playwright/test'
import { failing, holdBack } from './support/answers.ts'
import { expectAccessible } from './support/axe.ts'
import type { Person } from './support/organisation.ts'
import { openPage } from './support/pages.ts'
import { fitsTheWindow, holdsItsContent, phone } from './support/phone.ts'
import { test } from './support/test.ts'
import { type TestOrganisation, testOrganisation } from './support/test-organisation.ts'
import { alertSays } from './support/toasts.ts'
import { pick, question, rowOf, said } from './support/vocabulary.ts'

let organisation: TestOrganisation
let sender: Person
let manager: Person
let responsible: Person

test.beforeAll(async () => {
  organisation = await testOrganisation()
  sender = await organisation.hire('Ana Beatriz Nogueira', 'origin', 'Usuário')
  manager = await organisation.hire('Carlos Menezes', 'destination', 'Gestor')
  responsible = await organisation.hire('Débora Lima', 'destination', 'Usuário')
})

test.afterAll(() => organisation.server.stop())

/** Sends items with these numbers, and receives them; `who` answers for them. */
async function received(numbers: readonly string[], who: Person | null) {
  const items = numbers.map((document_number) => ({ document_number, ...(who && { destination_user_id: who.id }) }))
  const sent = await organisation.send(sender, { items })
  await manager.call('POST', `/api/protocols/${sent.id}/receive`)
  return sent
}

const numbered = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, n) => `${prefix}-${String(n + 1).padStart(2, '0')}`)

async function enter(browser: Browser, person: Person, query = ''): Promise<Page> {
  const page = await openPage(browser, organisation.server, person, `/retornos${query}`)
  await expect(page.getByRole('heading', { name: 'Retorno de Itens' })).toBeVisible()
  return page
}

const box = (page: Page, document: string) =>
  page.getByRole('checkbox', { name: `Selecionar ${document}`, exact: true })
const all = (page: Page) => page.getByRole('checkbox', { name: 'Selecionar todos' })
/** Waits for the rows of the filter first: those of before stay until the answer, and leave with what was chosen. */
async function chooseAll(page: Page) {
  await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(0)
  await all(page).check()
}
const chosen = (page: Page, count: number) => said(page, `${count} item(ns) selecionado(s)`)

// proves 17.51
test('sixty items are chosen across pages, survive a filter and a reload, and return at once', async ({ browser }) => {
  await received(numbered('LOTE', 30), responsible)
  await received(numbered('PASTA', 30), responsible)
  const page = await enter(browser, responsible)
  await all(page).check()
  await chosen(page, 10)
  await page.getByRole('button', { name: 'Selecionar todos os 60' }).click()
  await chosen(page, 60)
  await expect(page.getByRole('button', { name: /^Selecionar todos os/ })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Desmarcar todos' })).toBeFocused()
  await page.getByRole('button', { name: 'Próxima' }).click()
  await expect(page).toHaveURL(/page=2/)
  await expect(all(page)).toBeChecked()

  await page.getByRole('row').nth(1).getByRole('checkbox').uncheck()
  await chosen(page, 59)
  await expect.poll(() => all(page).evaluate((input: HTMLInputElement) => input.indeterminate)).toBe(true)
  await page.reload()
  await chosen(page, 59)
  await page.getByRole('radiogroup', { name: 'Por página' }).getByText('50', { exact: true }).click()
  await expect(page).toHaveURL(/perPage=50/)
  await expect(page.getByRole('row')).toHaveCount(51)
  await chosen(page, 59)
  await expectAccessible(page, 'sixty chosen items')

  // A filter keeps what it still shows.
  await page.getByPlaceholder('Buscar por ID, documento...').fill('PASTA')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/search=PASTA/)
  await chosen(page, 30)
  await page.getByRole('button', { name: 'Desmarcar todos' }).click()
  await chosen(page, 0)
  await expect(page.getByRole('main')).toBeFocused()
  await page.getByRole('button', { name: 'Limpar', exact: true }).click()
  await expect(page).toHaveURL(/\/retornos\?perPage=50$/)
  await expect(rowOf(page, 'LOTE').first()).toBeVisible()
  await chooseAll(page)
  await page.getByRole('button', { name: 'Selecionar todos os 60' }).click()
  await page.getByRole('button', { name: 'Retornar Selecionados' }).click()
  await expectAccessible(page, 'the return of sixty')
  await question(page).getByRole('button', { name: 'Confirmar' }).click()
  await said(page, '60 itens retornados com sucesso!')
  await said(page, 'Nenhum item com retorno encontrado.')
})

// proves 17.51
test('what was chosen stays when the whole list cannot be loaded', async ({ browser }) => {
  await received(numbered('FALHA', 12), responsible)
  const page = await enter(browser, responsible, '?search=FALHA')
  await chooseAll(page)
  await chosen(page, 10)
  const whole = page.getByRole('button', { name: 'Selecionar todos os 12' })
  await failing(page, 'GET', '/api/returns', () => whole.click())
  await alertSays(page, 'Erro ao selecionar todos. Tente novamente.')
  await chosen(page, 10)
  await expect(all(page)).toBeChecked()
  await whole.click()
  await chosen(page, 12)
  await expect(page.getByRole('alert')).toHaveCount(0)
})

// proves 17.51
test('a range is chosen with Shift, by mouse and by keyboard alone', async ({ browser }) => {
  await received(numbered('FAIXA', 8), responsible)
  const page = await enter(browser, responsible, '?search=FAIXA')
  await box(page, 'FAIXA-02').click()
  await box(page, 'FAIXA-05').click({ modifiers: ['Shift'] })
  await chosen(page, 4)
  await box(page, 'FAIXA-04').click()
  await chosen(page, 3)
  await page.getByRole('button', { name: 'Desmarcar todos' }).click()

  await box(page, 'FAIXA-03').focus()
  await page.keyboard.press('Space')
  await box(page, 'FAIXA-07').focus()
  await page.keyboard.press('Shift+Space')
  await chosen(page, 5)
})

test('asking for an item does not wait for the answer about another', async ({ browser }) => {
  await received(['ESPERA-1', 'ESPERA-2'], responsible)
  const page = await enter(browser, sender, '?search=ESPERA')
  const release = await holdBack(page, 'POST', '/api/returns/remind')
  for (const number of ['ESPERA-1', 'ESPERA-2']) {
    await page.getByRole('button', { name: `Cobrar: ${number}` }).click()
  }
  release()
  for (const number of ['ESPERA-1', 'ESPERA-2']) {
    await expect(rowOf(page, number).getByText('Cobrado hoje por Ana Beatriz Nogueira')).toBeVisible()
  }
})

// proves 17.53
test('the origin asks for an item with one press, and for several with a message', async ({ browser }) => {
  const { items } = await received(numbered('COB', 12), responsible)
  const page = await enter(browser, sender, '?search=COB')
  const press = rowOf(page, 'COB-01').getByRole('button', { name: 'Cobrar: COB-01' })
  await press.click()
  await said(page, 'Item cobrado.')
  await expect(rowOf(page, 'COB-01').getByText('Cobrado hoje por Ana Beatriz Nogueira')).toBeVisible()
  // Once a day: the button says why.
  await expect(press).toHaveAttribute('aria-description', 'Já cobrado hoje por Ana Beatriz Nogueira.')
  await page.mouse.move(0, 0)
  await press.hover()
  await said(page, 'Já cobrado hoje por Ana Beatriz Nogueira.')

  await page.getByText('A receber de volta', { exact: true }).first().click()
  await expect(page).toHaveURL(/side=toReceive/)
  await expect(page.getByRole('radio', { name: 'A receber de volta' })).toBeChecked()
  await chooseAll(page)
  await page.getByRole('button', { name: 'Cobrar selecionados' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cobrar devolução' })
  await expect(dialog.getByText('1 item fica de fora')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Mensagem (opcional)' }).fill('Preciso até sexta.')
  await expectAccessible(page, 'asking for several')
  await dialog.getByRole('button', { name: 'Cobrar 9 itens' }).click()
  await said(page, '9 itens cobrados')
  // What stayed out is still chosen.
  await chosen(page, 1)

  // Who was asked sees it, and what was said; a comment is the answer.
  const { data } = await responsible.call('GET', '/api/returns?search=COB&per_page=50')
  expect(data.filter(({ reminded_by }: { reminded_by: string | null }) => reminded_by === sender.name)).toHaveLength(10)
  const asked = await enter(browser, responsible, `?search=COB&item=${items[0]}`)
  const details = asked.getByRole('dialog', { name: 'Detalhes do Item' })
  await expect(details.getByText('Cobrado hoje por Ana Beatriz Nogueira')).toBeVisible()
  await details.getByRole('link', { name: 'Responder nos comentários' }).click()
  await expect(asked.getByLabel('Novo comentário')).toBeVisible()
})

// proves 17.52
test('deadlines of several items move together, and those that cannot are named', async ({ browser }) => {
  await received(numbered('PRZ', 5), responsible)
  const page = await enter(browser, sender, '?search=PRZ&side=toReceive')
  await all(page).check()
  await page.getByRole('button', { name: 'Prorrogar selecionados' }).click()
  const dialog = page.getByRole('dialog', { name: 'Prorrogar prazos' })
  await dialog.getByRole('button', { name: 'Salvar prazos' }).click()
  await expect(dialog.getByText('Informe a data de retorno')).toBeVisible()
  await expect(dialog.getByText('É necessário informar o motivo da alteração do prazo')).toBeVisible()
  await dialog.getByLabel('Nova data de retorno *').fill('2001-01-01')
  await dialog.getByLabel('Motivo *').fill('Assinatura adiada')
  await dialog.getByRole('button', { name: 'Salvar prazos' }).click()
  await expect(dialog.getByText('A data deve ser hoje ou posterior.')).toBeVisible()
  await expectAccessible(page, 'the deadlines of several')
  await dialog.getByLabel('Nova data de retorno *').fill('2090-01-02')
  await dialog.getByRole('button', { name: 'Salvar prazos' }).click()
  await said(page, '5 prazos prorrogados')
  await expect(rowOf(page, 'PRZ-05').getByText('02/01/2090')).toBeVisible()
})

// proves 17.52, 17.56
test('a Gestor assigns what nobody answers for, and transfers what somebody does', async ({ browser }) => {
  await received(numbered('LIVRE', 3), null)
  const page = await enter(browser, manager, '?search=LIVRE')
  await expect(box(page, 'LIVRE-01')).toBeDisabled()
  await page.getByRole('button', { name: 'Mostrar filtros' }).click()
  await pick(page, 'Responsável', 'Não atribuído')
  await expect(page).toHaveURL(/responsible=none/)
  await expect(box(page, 'LIVRE-01')).toBeEnabled()
  await chooseAll(page)
  await page.getByRole('button', { name: 'Atribuir selecionados' }).click()
  await pick(page.getByRole('dialog'), 'Usuário', responsible.name)
  await page.getByRole('dialog').getByRole('button', { name: 'Atribuir', exact: true }).click()
  await said(page, '3 itens atribuídos')
  await said(page, 'Nenhum item com retorno encontrado.')

  // One person by link: the chip says who, and goes away.
  await page.goto(`/retornos?search=LIVRE&responsible=${responsible.id}`)
  const chip = page.getByRole('button', { name: `Remover o filtro de responsável: ${responsible.name}` })
  await expect(chip).toHaveText(`Responsável: ${responsible.name}`)
  await box(page, 'LIVRE-02').check()
  await page.getByRole('button', { name: 'Tramitar selecionados' }).click()
  await pick(page.getByRole('dialog'), 'Usuário', manager.name)
  await page.getByRole('dialog').getByRole('button', { name: 'Tramitar', exact: true }).click()
  await said(page, '1 item tramitado')
  await expect(rowOf(page, 'LIVRE-02')).toHaveCount(0)
  await chip.click()
  await expect(page).not.toHaveURL(/responsible/)
  await expect(chip).toBeHidden()
  await expect(page.getByRole('main')).toBeFocused()
  await expect(rowOf(page, 'LIVRE-02').getByText(manager.name)).toBeVisible()
})

// proves 17.57, 17.58
test('a press anywhere opens the details, and J and K lead to the next row', async ({ browser }) => {
  await received(numbered('JK', 3), responsible)
  const page = await enter(browser, responsible, '?search=JK')
  await rowOf(page, 'JK-01').getByText('Contrato').click()
  const dialog = page.getByRole('dialog', { name: 'Detalhes do Item' })
  await expect(dialog.getByRole('heading', { name: 'JK-01' })).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Marcar como Retornado' })).toBeVisible()
  await expectAccessible(page, 'the details with their neighbours')
  await page.keyboard.press('j')
  await expect(dialog.getByRole('heading', { name: 'JK-02' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Próximo' }).click()
  await expect(dialog.getByRole('heading', { name: 'JK-03' })).toBeVisible()
  await said(dialog, '3 de 3')
  await page.keyboard.press('k')
  await expect(dialog.getByRole('heading', { name: 'JK-02' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Marcar como Retornado' }).click()
  await question(page).getByRole('button', { name: 'Confirmar' }).click()
  await said(page, 'Item retornado com sucesso!')
  await expect(rowOf(page, 'JK-02')).toHaveCount(0)
})

// proves 17.55
test('what was chosen last is remembered, the address wins, and Limpar forgets it', async ({ browser }) => {
  const page = await enter(browser, responsible)
  await page.getByRole('button', { name: 'Mostrar filtros' }).click()
  await pick(page, 'Responsável', 'Comigo')
  await pick(page, 'Data de Retorno', 'Próximos 7 dias')
  await expect(page).toHaveURL(/dateFilter=week/)
  await page.goto('/protocolos')
  await page.getByRole('link', { name: 'Retorno de Itens' }).click()
  await expect(page).toHaveURL(/dateFilter=week&responsible=me/)
  await page.goto('/retornos?status=all')
  await expect(page.getByRole('combobox', { name: 'Responsável' })).toHaveValue('Todos')
  await expect(page).not.toHaveURL(/responsible/)
  await page.goto('/retornos')
  await expect(page).toHaveURL(/dateFilter=week&responsible=me/)
  await page.getByRole('button', { name: 'Limpar', exact: true }).click()
  await expect(page).toHaveURL(/\/retornos$/)
  await page.goto('/protocolos')
  await page.getByRole('link', { name: 'Retorno de Itens' }).click()
  await expect(page.getByRole('heading', { name: 'Retorno de Itens' })).toBeVisible()
  await expect(page).toHaveURL(/\/retornos$/)
})

// proves 14.4
test('on a phone a long number stays inside the list of what was refused', async ({ browser }) => {
  const number = '35260111222333000181550010000012341000012345'
  const { items } = await received([number, '35260-2'], responsible)
  const page = await openPage(browser, organisation.server, responsible, '/retornos?search=35260', phone)
  await box(page, number).check()
  await box(page, '35260-2').check()
  await page.getByRole('button', { name: 'Retornar Selecionados' }).click()
  // Meanwhile somebody returns one of them.
  await manager.call('POST', `/api/protocols/items/${items[0]}/return`)
  await question(page).getByRole('button', { name: 'Confirmar' }).click()
  const refusals = page.getByRole('status').filter({ hasText: 'Não retornados' })
  await expect(refusals).toContainText(number)
  await holdsItsContent(refusals)
})

// proves 17.59
test('on a phone the first card is on the first screen, and opens with a tap', async ({ browser }) => {
  await received(numbered('FONE', 2), responsible)
  const page = await openPage(browser, organisation.server, responsible, '/retornos?search=FONE', {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  })
  const first = page.getByRole('listitem').filter({ hasText: 'FONE-01' })
  await expect(first).toBeInViewport({ ratio: 0.9 })
  await fitsTheWindow(page)
  const target = await box(page, 'FONE-01').evaluate((input) => {
    const { width, height } = input.closest('label')?.getBoundingClientRect() ?? new DOMRect()
    return { width, height }
  })
  expect(target.width).toBeGreaterThanOrEqual(44)
  expect(target.height).toBeGreaterThanOrEqual(44)
  await first.getByText('Contrato').tap()
  await expect(page.getByRole('dialog', { name: 'Detalhes do Item' })).toBeVisible()
  await page.keyboard.press('Escape')
  await box(page, 'FONE-01').check()
  await expect(page.getByRole('button', { name: 'Retornar Selecionados' })).toBeInViewport()
  await expectAccessible(page, 'a chosen card')
})
