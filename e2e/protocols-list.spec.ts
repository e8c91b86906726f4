import { expect, type Page } from '@playwright/test'
import { answerWith, holdBack } from './support/answers.ts'
import { expectAccessible } from './support/axe.ts'
import type { Person } from './support/organisation.ts'
import { pageOf } from './support/pages.ts'
import { fitsTheWindow, phone } from './support/phone.ts'
import { test } from './support/test.ts'
import { type TestOrganisation, testOrganisation } from './support/test-organisation.ts'
import { openRowMenu, pick, question } from './support/vocabulary.ts'

const total = 191
let organisation: TestOrganisation
let sender: Person
let receiver: Person
/** The ids of the first rows, in the order of the list. */
let newest: number[]

test.beforeAll(async () => {
  organisation = await testOrganisation()
  sender = await organisation.hire('Ana Beatriz Nogueira', 'origin', 'Usuário')
  receiver = await organisation.hire('Carlos Menezes', 'destination', 'Gestor')
  const { departments, itemType, plainCategory } = organisation
  const items = [{ item_type_id: itemType, category_id: plainCategory }]
  const body = (number: number) => ({
    remarks: `Remessa ${number}`,
    origin_department_id: departments.origin,
    destination_department_id: departments.destination,
    requires_return: false,
    items,
  })
  for (let sent = 0; sent < total - 1; sent += 10) {
    await Promise.all(Array.from({ length: 10 }, (_, n) => sender.call('POST', '/api/protocols', body(sent + n))))
  }
  await organisation.send(sender, { items: [{}, {}] })
  newest = await idsOn(1)
})

const idsOn = async (page: number): Promise<number[]> => {
  const { data } = await sender.call('GET', `/api/protocols?page=${page}`)
  return data.map(({ id }: { id: number }) => id)
}

test.afterAll(() => organisation.server.stop())

const rows = (page: Page) => page.locator('tbody tr')

// proves 14.9
test('rows take the places of their skeletons, and nothing jumps', async ({ browser }) => {
  const page = await pageOf(browser, organisation.server, receiver)
  const answer = await holdBack(page, 'GET', '/api/protocols')
  // On the last full page the ids of the rows are as small as the keys of the skeleton rows.
  const lastFull = Math.floor(total / 10)
  const [first] = await idsOn(lastFull)
  await page.goto(`/protocolos?page=${lastFull}`)
  await expect(rows(page)).toHaveCount(10)
  answer()
  await expect(page.getByRole('link', { name: `#${first}`, exact: true })).toBeVisible()
  expect(await page.evaluate(jumps)).toEqual([])
})

/** The layout shifts of the page since it was opened. */
const jumps = () =>
  new Promise<number[]>((resolve) => {
    const seen: number[] = []
    const watch = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.push((entry as PerformanceEntry & { value: number }).value)
    })
    watch.observe({ type: 'layout-shift', buffered: true })
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve(seen))))
  })

test('nothing jumps on a phone when the counts arrive after the list', async ({ browser }) => {
  const page = await pageOf(browser, organisation.server, receiver, phone)
  const answer = await holdBack(page, 'GET', '/api/protocols/summary')
  await page.goto('/protocolos')
  await expect(page.getByRole('link', { name: `#${newest[0]}`, exact: true })).toBeVisible()
  const before = await page.evaluate(jumps)
  answer()
  await expect(page.getByRole('link', { name: /pendentes? aqui$/ })).toBeVisible()
  expect(await page.evaluate(jumps)).toEqual(before)
})

// proves 2.1.3, 2.5.3, 2.5.4, 2.5.5, 9.8, 14.3
test('says of each protocol what the contract asks, and is paged to its end by keyboard', async ({ browser }) => {
  const page = await pageOf(browser, organisation.server, receiver)
  await page.goto('/protocolos')
  await expect(page.getByRole('columnheader')).toHaveText([
    'ID',
    'Status',
    'Departamentos',
    'Data',
    'Progresso',
    'Criado por',
    'Ações',
  ])
  const first = rows(page).first()
  await expect(first.getByRole('rowheader')).toHaveText(`#${newest[0]}`)
  await expect(first.getByRole('cell')).toContainText([
    'Pendente',
    /Recursos Humanos.*Jurídico/,
    /^\d{2}\/\d{2}\/\d{4} \d{2}:\d{2}$/,
    '0/2',
    'Ana Beatriz Nogueira',
  ])
  await expect(first.getByRole('progressbar')).toHaveAttribute('aria-valuetext', '0 de 2')
  await expect(page.getByText(`Mostrando 1 a 10 de ${total} resultados`)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Anterior' })).toBeDisabled()
  await expectAccessible(page, 'the list')

  const pages = page.getByRole('navigation', { name: 'Paginação' })
  await pages.getByRole('button', { name: 'Próxima' }).focus()
  for (let number = 2; number <= 20; number += 1) {
    await page.keyboard.press('Enter')
    const first = (number - 1) * 10 + 1
    await expect(
      page.getByText(`Mostrando ${first} a ${Math.min(first + 9, total)} de ${total} resultados`),
    ).toBeVisible()
  }
  await expect(page).toHaveURL(/[?&]page=20$/)
  await expect(pages.getByRole('button', { name: 'Próxima' })).toBeDisabled()
  // The pressed button is gone; the focus stays in the pagination.
  await expect(pages.locator('[aria-current=page]')).toBeFocused()
  await expect(rows(page).getByRole('rowheader')).toHaveText((await idsOn(20)).map((id) => `#${id}`))
  await page.reload()
  await expect(rows(page)).toHaveCount(1)
  await page.goBack()
  await expect(page.getByText(`Mostrando 181 a 190 de ${total} resultados`)).toBeVisible()
  // A page number that no longer exists shows the last page.
  await page.goto('/protocolos?page=99')
  await expect(page).toHaveURL(/[?&]page=20$/)
  await expect(rows(page)).toHaveCount(1)
})

// proves 9.15
test('keeps the old rows until the next page is there', async ({ browser }) => {
  const page = await pageOf(browser, organisation.server, sender)
  await page.goto('/protocolos')
  await expect(rows(page)).toHaveCount(10)
  const release = await holdBack(page, 'GET', '/api/protocols')
  await page.getByRole('button', { name: '2', exact: true }).click()
  await expect(page.locator('tbody')).toHaveAttribute('data-dimmed', 'true')
  await expect(rows(page).first().getByRole('rowheader')).toHaveText(`#${newest[0]}`)
  release()
  await expect(rows(page).first().getByRole('rowheader')).toHaveText(`#${(await idsOn(2))[0]}`)
})

// proves 2.5.2, 2.5.5, 2.5.6
test('searches and filters by the address', async ({ browser }) => {
  const page = await pageOf(browser, organisation.server, sender)
  await page.goto('/protocolos?page=3')
  const box = page.getByPlaceholder('Buscar por ID, departamento...')
  await box.fill(String(newest[0]))
  await page.getByRole('button', { name: 'Buscar' }).click()
  await expect(rows(page)).toHaveCount(1)
  await expect(page).toHaveURL(new RegExp(`protocolos\\?search=${newest[0]}$`))
  await expect(page.getByRole('navigation', { name: 'Paginação' })).toBeHidden()
  await box.fill('nada disso existe')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Nenhum protocolo encontrado')).toBeVisible()
  await expectAccessible(page, 'the list without hits')
  await page.getByRole('button', { name: 'Limpar' }).click()
  await expect(page).toHaveURL(/protocolos$/)
  await expect(box).toHaveValue('')

  // Other parameters of the URL are no filters.
  await page.goto('/protocolos?utm=1')
  const toggle = page.getByRole('button', { name: 'Filtros', exact: true })
  await expect(toggle).toHaveAttribute('aria-expanded', 'false')
  await toggle.click()
  await page.getByRole('combobox', { name: 'Status' }).click()
  await expect(page.getByRole('option')).toHaveText(['Todos', 'Pendente', 'Em andamento', 'Concluído', 'Cancelado'])
  await page.getByRole('option', { name: 'Concluído' }).click()
  await expect(page.getByText('Nenhum protocolo encontrado')).toBeVisible()
  // A label names only its field, also after its list of options was open.
  await page.getByLabel('Status').click()
  await page.getByRole('option', { name: 'Pendente' }).click()
  await pick(page, 'Departamento', 'Jurídico')
  await page.getByLabel('Data inicial').fill('2026-01-01')
  await page.getByLabel('Data final').fill('2099-12-31')
  await expect(page).toHaveURL(
    new RegExp(
      `status=Pendente&department=${organisation.departments.destination}&startDate=2026-01-01&endDate=2099-12-31$`,
    ),
  )
  await expect(rows(page)).toHaveCount(10)
  await page.reload()
  await expect(page.getByRole('combobox', { name: 'Status' })).toHaveValue('Pendente')
  await expect(page.getByRole('combobox', { name: 'Departamento' })).toHaveValue('Jurídico')
  await expect(page.getByLabel('Data inicial')).toHaveValue('01/01/2026')
  await expectAccessible(page, 'the list with its filters')
  await page.getByLabel('Data inicial').fill('2099-01-01')
  await expect(page.getByText('Nenhum protocolo encontrado')).toBeVisible()
})

// proves 2.5.6, 14.9
test('says that it could not load, and tries again', async ({ browser }) => {
  const page = await pageOf(browser, organisation.server, sender)
  const asBefore = await answerWith(page, 'GET', '/api/protocols', 500)
  await page.goto('/protocolos')
  await expect(page.getByText('Erro ao carregar protocolos. Tente novamente.')).toBeVisible()
  await expectAccessible(page, 'the list that could not be loaded')
  await asBefore()
  await page.getByRole('button', { name: 'Tentar novamente' }).click()
  await expect(rows(page)).toHaveCount(10)
})

// proves 2.5.7, 9.18, 11.2, 20.50
test('has a row menu of 192 px that opens where there is room and gives the focus back', async ({ browser }) => {
  const page = await pageOf(browser, organisation.server, receiver, { viewport: { width: 1280, height: 800 } })
  await page.goto('/protocolos')
  const top = page.getByRole('button', { name: `Ações do protocolo ${newest[0]}`, exact: true })
  const menu = await openRowMenu(page, newest[0])
  await expect(menu.getByRole('menuitem')).toHaveText([
    'Ver detalhes',
    'Receber',
    'Conferir e receber',
    'Imprimir',
    'Recusar',
    'Cancelar',
  ])
  const below = await menu.boundingBox()
  const topBox = await top.boundingBox()
  expect(below?.width).toBe(192)
  expect(below?.y).toBeGreaterThan((topBox?.y ?? 0) + (topBox?.height ?? 0))
  await expectAccessible(page, 'the row menu')
  await expect(menu.getByRole('menuitem').first()).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(menu.getByRole('menuitem').nth(1)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(top).toBeFocused()
  await expect(menu).toBeHidden()

  // The last row is at the bottom edge of the viewport.
  const last = page.getByRole('button', { name: `Ações do protocolo ${newest[9]}`, exact: true })
  await last.evaluate((button) => button.scrollIntoView({ block: 'end' }))
  await openRowMenu(page, newest[9])
  await expect
    .poll(async () => ((await menu.boundingBox())?.y ?? 0) < ((await last.boundingBox())?.y ?? 0), { timeout: 5000 })
    .toBe(true)
  const box = await menu.boundingBox()
  expect(box?.y).toBeGreaterThanOrEqual(10)
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(1280 - 10)
})

// proves 2.6.12, 8.17
test('receives, cancels and completes from its menu', async ({ browser }) => {
  const page = await pageOf(browser, organisation.server, receiver)
  await page.goto('/protocolos')
  await openRowMenu(page, newest[0])
  await page.getByRole('menuitem', { name: 'Receber', exact: true }).click()
  await expect(page.getByText('Protocolo recebido com sucesso!', { exact: true })).toBeVisible()
  await expect(rows(page).first()).toContainText('Em andamento')

  await openRowMenu(page, newest[1])
  await page.getByRole('menuitem', { name: 'Concluir' }).click()
  await expect(question(page)).toContainText('todos os itens serão marcados como concluídos')
  await question(page).getByRole('button', { name: 'Concluir protocolo' }).click()
  await expect(page.getByText('Protocolo concluído com sucesso!', { exact: true })).toBeVisible()
  await expect(rows(page).nth(1)).toContainText('1/1')

  await openRowMenu(page, newest[2])
  await page.getByRole('menuitem', { name: 'Cancelar' }).click()
  await page.getByLabel('Motivo do cancelamento *').fill('Duplicado')
  await question(page).getByRole('button', { name: 'Cancelar protocolo' }).click()
  await expect(page.getByText(`Protocolo ${newest[2]} cancelado com sucesso!`, { exact: true })).toBeVisible()
  await expect(rows(page).nth(2)).toContainText('Cancelado')
  await expect(page.getByRole('button', { name: `Ações do protocolo ${newest[2]}`, exact: true })).toBeFocused()
})

// proves 14.4
test('is a list of cards on a phone', async ({ browser }) => {
  const page = await pageOf(browser, organisation.server, sender, phone)
  await page.goto('/protocolos')
  await expect(page.getByRole('listitem').filter({ hasText: `#${newest[0]}` })).toBeVisible()
  await expect(page.getByRole('table')).toBeHidden()
  await page.getByRole('button', { name: 'Filtros' }).click()
  await expect(page.getByLabel('Data final')).toBeVisible()
  await fitsTheWindow(page)
  const menu = await openRowMenu(page, newest[9])
  const box = await menu.boundingBox()
  expect(box?.x).toBeGreaterThanOrEqual(10)
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(phone.viewport.width - 10)
  await expectAccessible(page, 'the list on a phone')
})
