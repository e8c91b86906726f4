import { type Browser, expect, type Page } from '@playwright/test'
import { holdBack } from './support/answers.ts'
import { expectAccessible } from './support/axe.ts'
import type { Person } from './support/organisation.ts'
import { fitsTheWindow, holdsItsContent, openPage } from './support/pages.ts'
import { test } from './support/test.ts'
import { ownOrganisation } from './support/test-organisation.ts'
import { pick, question, rowOf, said } from './support/vocabulary.ts'

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

const box = (page: Page, document: string) =>
  page.getByRole('checkbox', { name: `Selecionar ${document}`, exact: true })
const all = (page: Page) => page.getByRole('checkbox', { name: 'Selecionar todos' })
/** Waits for the rows of the filter first: those of before stay until the answer, and leave with what was chosen. */
async function chooseAll(page: Page) {
  await expect(all(page)).toBeVisible()
  await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(0)
  await all(page).check()
}
const chosen = (page: Page, count: number) => said(page, `${count} item(ns) selecionado(s)`)

// proves 2.9.3, 2.9.5, 5.4.6
test('a Gestor returns items by keyboard alone, and meets one that was returned meanwhile', async ({ browser }) => {
  const { items } = await received(['NF-0', 'NF-1'], responsible)
  await received(['NF-7'], null)
  const page = await enter(browser, manager, '?search=NF')
  await expect(box(page, 'NF-7')).toBeDisabled()
  await expect(box(page, 'NF-7')).toHaveAccessibleDescription('Este item ainda não tem um usuário responsável')
  for (const number of ['NF-0', 'NF-1']) {
    await box(page, number).focus()
    await page.keyboard.press('Space')
  }
  const press = page.getByRole('button', { name: 'Retornar Selecionados' })
  await press.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('alertdialog', { name: 'Confirmar Retorno em Massa' })
  await expectAccessible(page, 'the bulk return dialog')
  await responsible.call('POST', `/api/protocols/items/${items[0]}/return`)
  // What is done every day is one press of Enter.
  await expect(dialog.getByRole('button', { name: 'Retornar' })).toBeFocused()
  await page.keyboard.press('Enter')
  await said(page, '1 item retornado com sucesso!')
  await said(page, 'NF-0: Este item já foi retornado')
  await expect(rowOf(page, 'NF-1')).toHaveCount(0)
  await expect(page.getByRole('main')).toBeFocused()
  await expect(press).toBeVisible()
  await expectAccessible(page, 'the returns after a partial failure')
  await page.goto('/retornos?status=Retornado')
  await expect(rowOf(page, 'NF-1').getByText(/^Retornado em \d{2}\/\d{2}\/\d{4}$/)).toBeVisible()
})

// proves 5.4.3, 17.52, 17.56
test('a Gestor assigns by keyboard before the people are there, then several, and transfers one', async ({
  browser,
}) => {
  const { id } = await received(['UM-1'], null)
  const page = await enter(browser, manager, '?search=UM')
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

  await received(numbered('LIVRE', 3), null)
  await page.goto('/retornos?search=LIVRE&responsible=none')
  await chooseAll(page)
  await page.getByRole('button', { name: 'Atribuir selecionados' }).click()
  await pick(dialog, 'Usuário', responsible.name)
  await dialog.getByRole('button', { name: 'Atribuir', exact: true }).click()
  await said(page, '3 itens atribuídos')
  await said(page, 'Nenhum item com retorno encontrado.')
  await expectAccessible(page, 'the empty returns')

  // One person by link: the chip says who, and goes away.
  await page.goto(`/retornos?search=LIVRE&responsible=${responsible.id}`)
  const chip = page.getByRole('button', { name: `Remover o filtro de responsável: ${responsible.name}` })
  await expect(chip).toHaveText(`Responsável: ${responsible.name}`)
  await box(page, 'LIVRE-02').check()
  await page.getByRole('button', { name: 'Tramitar selecionados' }).click()
  await pick(dialog, 'Usuário', manager.name)
  await dialog.getByRole('button', { name: 'Tramitar', exact: true }).click()
  await said(page, '1 item tramitado')
  await expect(rowOf(page, 'LIVRE-02')).toHaveCount(0)
  await chip.click()
  await expect(page).not.toHaveURL(/responsible/)
  await expect(chip).toBeHidden()
  await expect(page.getByRole('main')).toBeFocused()
  await expect(rowOf(page, 'LIVRE-02').getByText(manager.name)).toBeVisible()
})

// proves 17.51
test('items are chosen by range and across pages, and survive a filter and a reload', async ({ browser }) => {
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

  await page.goto('/retornos?search=LOTE')
  await chooseAll(page)
  await chosen(page, 10)
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
  await page.reload()
  await expect.poll(() => all(page).evaluate((input: HTMLInputElement) => input.indeterminate)).toBe(true)
  await expectAccessible(page, 'chosen items')

  // A filter keeps what it still shows.
  await page.getByPlaceholder('Buscar por ID, documento...').fill('PASTA')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/search=PASTA/)
  await chosen(page, 5)
  await page.getByRole('button', { name: 'Desmarcar todos' }).click()
  await expect(page.getByText('item(ns) selecionado(s)')).toHaveCount(0)
  await expect(page.getByRole('main')).toBeFocused()
})

// proves 17.52, 17.53
test('the origin asks for items, whose holder sees it and answers, and moves their due dates together', async ({
  browser,
}) => {
  const { items } = await received(numbered('COB', 5), responsible)
  const page = await enter(browser, sender, '?search=COB')
  // Asking for one does not wait for the answer about another.
  const release = await holdBack(page, 'POST', '/api/returns/remind')
  for (const number of ['COB-01', 'COB-02']) await page.getByRole('button', { name: `Cobrar: ${number}` }).click()
  release()
  for (const number of ['COB-01', 'COB-02']) {
    await expect(rowOf(page, number).getByText('Cobrado hoje por Ana Beatriz Nogueira')).toBeVisible()
  }
  // Once a day: the button says why.
  await page.mouse.move(0, 0)
  await page.getByRole('button', { name: 'Cobrar: COB-01' }).hover()
  await said(page, 'Já cobrado hoje por Ana Beatriz Nogueira.')

  await page.getByRole('button', { name: 'A receber de volta' }).click()
  await expect(page).toHaveURL(/side=toReceive/)
  // The address changes before the screen does.
  await expect(page.getByRole('button', { name: 'A receber de volta', pressed: true })).toBeVisible()
  await chooseAll(page)
  await page.getByRole('button', { name: 'Cobrar selecionados' }).click()
  const asking = page.getByRole('dialog', { name: 'Cobrar devolução' })
  await asking.getByRole('textbox', { name: 'Mensagem (opcional)' }).fill('Preciso até sexta.')
  await expectAccessible(page, 'asking for several')
  await asking.getByRole('button', { name: 'Cobrar 3 itens' }).click()
  await said(page, '3 itens cobrados')
  await chosen(page, 2)

  const asked = await enter(browser, responsible, `?search=COB&item=${items[0]}`)
  const details = asked.getByRole('dialog', { name: 'Detalhes do Item' })
  await expect(details.getByText('Cobrado hoje por Ana Beatriz Nogueira')).toBeVisible()
  await details.getByRole('link', { name: 'Responder nos comentários' }).click()
  await expect(asked.getByLabel('Novo comentário')).toBeVisible()

  await all(page).check()
  await page.getByRole('button', { name: 'Prorrogar selecionados' }).click()
  const moving = page.getByRole('dialog', { name: 'Prorrogar prazos' })
  await moving.getByRole('button', { name: 'Salvar prazos' }).click()
  await expect(moving.getByText('Informe a data de retorno')).toBeVisible()
  await expect(moving.getByText('É necessário informar o motivo da alteração do prazo')).toBeVisible()
  await expectAccessible(page, 'the due dates of several')
  await moving.getByLabel('Nova data de retorno *').fill('2090-01-02')
  await moving.getByLabel('Motivo *').fill('Assinatura adiada')
  await moving.getByRole('button', { name: 'Salvar prazos' }).click()
  await said(page, '5 prazos prorrogados')
  await expect(rowOf(page, 'COB-05').getByText('02/01/2090')).toBeVisible()
})

// proves 2.6.6, 2.9.4, 17.57, 17.58
test('the details open by a press anywhere and from the address, and J and K lead to the next row', async ({
  browser,
}) => {
  await received(numbered('JK', 3), responsible)
  const page = await enter(browser, responsible, '?search=JK')
  await rowOf(page, 'JK-01').getByText('Contrato').click()
  const dialog = page.getByRole('dialog', { name: 'Detalhes do Item' })
  await expect(dialog.getByRole('heading', { name: 'JK-01' })).toBeVisible()
  await expect(dialog.getByText('Nenhum anexo disponível')).toBeVisible()
  await expectAccessible(page, 'the details with their neighbours')
  await page.reload()
  await expect(dialog.getByRole('heading', { name: 'JK-01' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(page).not.toHaveURL(/item=/)
  await rowOf(page, 'JK-01')
    .getByRole('button', { name: /^Ver detalhes/ })
    .click()
  await expect(dialog.getByRole('heading', { name: 'JK-01' })).toBeVisible()
  await page.keyboard.press('j')
  await expect(dialog.getByRole('heading', { name: 'JK-02' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Próximo' }).click()
  await said(dialog, '3 de 3')
  await page.keyboard.press('k')
  await expect(dialog.getByRole('heading', { name: 'JK-02' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Marcar como Retornado' }).click()
  await question(page).getByRole('button', { name: 'Marcar como Retornado' }).click()
  await said(page, 'Item retornado com sucesso!')
  await expect(rowOf(page, 'JK-02')).toHaveCount(0)
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
  await page.setViewportSize({ width: 360, height: 740 })
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
