import { expect } from '@playwright/test'
import { answerWith, failing } from './support/answers.ts'
import { expectAccessible } from './support/axe.ts'
import { expectFailedCall } from './support/console.ts'
import type { Person } from './support/organisation.ts'
import { pageOf } from './support/pages.ts'
import { fitsTheWindow, phone } from './support/phone.ts'
import { test } from './support/test.ts'
import { type TestOrganisation, testOrganisation } from './support/test-organisation.ts'
import { alertSays, statusSays } from './support/toasts.ts'
import { rowOf } from './support/vocabulary.ts'

let organisation: TestOrganisation
let admin: Person
let clerk: Person
let protocol: { id: number; items: number[] }

/** A business day between today and the due date of the sent items, 5 business days from today. */
let dueOn: string

// The tests share one calendar: each continues where the one before ended.
test.describe.configure({ mode: 'serial' })

test.beforeAll(async () => {
  organisation = await testOrganisation()
  admin = await organisation.hire('Helena Prado', 'origin', 'Admin')
  clerk = await organisation.hire('Bruno Siqueira', 'destination', 'Usuário')
  protocol = await organisation.send(admin, {
    items: [{ document_number: '123/2026', destination_user_id: clerk.id }, {}],
  })
  dueOn = await dueDate()
})

test.afterAll(() => organisation.server.stop())

const dueDate = async (): Promise<string> =>
  (await admin.call('GET', `/api/protocols/${protocol.id}`)).items[0].return_date
const spoken = (date: string) => date.split('-').reverse().join('/')
const year = () => dueOn.slice(0, 4)

// proves 2.1.5
test('the years follow each other, and the address keeps them', async ({ browser }) => {
  const page = await pageOf(browser, organisation.server, admin)
  await page.goto('/settings')
  await page.getByRole('main').getByRole('link', { name: 'Calendário' }).click()
  await expect(page.getByRole('heading', { name: 'Calendário', level: 1 })).toBeVisible()
  await expect(rowOf(page, 'Natal')).toContainText('25/12/')
  await expect(rowOf(page, 'Natal')).toContainText('Nacional')
  await expectAccessible(page, 'the calendar')
  const thisYear = Number(await page.getByRole('navigation', { name: 'Ano' }).locator('span[aria-live]').textContent())
  await page.getByRole('link', { name: `Próximo ano, ${thisYear + 1}` }).click()
  await expect(page).toHaveURL(new RegExp(`year=${thisYear + 1}`))
  await expect(rowOf(page, 'Natal')).toContainText(`25/12/${thisYear + 1}`)
  await expect(page.getByText(`10 feriados em ${thisYear + 1}`)).toBeVisible()
  await page.reload()
  await expect(rowOf(page, 'Natal')).toContainText(`25/12/${thisYear + 1}`)
  await page.goBack()
  await expect(rowOf(page, 'Natal')).toContainText(`25/12/${thisYear}`)
  await page.goto('/settings/calendar?year=2019')
  await expect(page.getByText('Nenhum feriado em 2019.')).toBeVisible()
  await page.getByRole('link', { name: 'Este ano' }).click()
  await expect(rowOf(page, 'Natal')).toBeVisible()
})

// proves 2.12.13
test('a new holiday asks what becomes of open deadlines, and moves them', async ({ browser }) => {
  const page = await pageOf(browser, organisation.server, admin)
  await page.goto(`/settings/calendar?year=${year()}`)
  await page.getByRole('button', { name: 'Novo Feriado' }).click()
  const form = page.getByRole('dialog', { name: 'Novo Feriado' })
  await form.getByRole('button', { name: 'Salvar' }).click()
  await expect(form.getByText('Data é obrigatória', { exact: true })).toBeVisible()
  await expect(form.getByText('Nome do feriado é obrigatório', { exact: true })).toBeVisible()
  await expectAccessible(page, 'a form with errors')
  expectFailedCall(page, 'POST', '/api/calendar/holidays', 409)
  await form.getByLabel('Data').fill(`${year()}-12-25`)
  await form.getByLabel('Nome').fill('Aniversário da cidade')
  await form.getByRole('button', { name: 'Salvar' }).click()
  await expect(form.getByText('Já existe um feriado nesta data', { exact: true })).toBeVisible()
  await form.getByLabel('Data').fill(dueOn)
  await form.getByRole('button', { name: 'Salvar' }).click()
  await statusSays(page, 'Feriado adicionado com sucesso!')

  const question = page.getByRole('dialog', { name: 'Prazos em aberto' })
  await expect(question).toContainText(`${spoken(dueOn)} passou a ser feriado. Com isso, 2 prazos em aberto mudariam:`)
  await expect(question).toContainText(`Protocolo #${protocol.id} · Item 123/2026 (Contrato)`)
  await expect(question).toContainText(`de ${spoken(dueOn)} para `)
  await expectAccessible(page, 'the question')
  // The URL contains it.
  await page.reload()
  await expect(question).toBeVisible()
  await failing(page, 'POST', '/api/calendar/apply', () =>
    question.getByRole('button', { name: 'Recalcular prazos' }).click(),
  )
  await alertSays(page, 'Erro ao recalcular prazos. Tente novamente.')
  await question.getByRole('button', { name: 'Recalcular prazos' }).click()
  await statusSays(page, '2 prazos recalculados com sucesso!')
  await expect(question).toBeHidden()
  await expect(rowOf(page, 'Aniversário da cidade')).toContainText('Local')
  expect((await dueDate()) > dueOn).toBe(true)
  await page.goto(`/protocolos/${protocol.id}?tab=historico`)
  await page.getByRole('tab', { name: 'Histórico' }).click()
  await expect(page.getByText(/Motivo: feriado de .* incluído no calendário/).first()).toBeVisible()
})

test('a holiday that goes shortens nothing unless that is wished', async ({ browser }) => {
  const page = await pageOf(browser, organisation.server, admin)
  const before = await dueDate()
  await page.goto(`/settings/calendar?year=${year()}`)
  await page.getByRole('button', { name: 'Excluir Aniversário da cidade' }).click()
  const confirmation = page.getByRole('alertdialog')
  await expect(confirmation).toContainText(
    `Tem certeza que deseja excluir o feriado "Aniversário da cidade", de ${spoken(dueOn)}?`,
  )
  await confirmation.getByRole('button', { name: 'Sim, excluir' }).click()
  const question = page.getByRole('dialog', { name: 'Prazos em aberto' })
  await expect(question).toContainText(`${spoken(dueOn)} deixou de ser feriado.`)
  await expect(question.getByRole('button', { name: 'Recalcular prazos' })).toBeDisabled()
  await question.getByRole('button', { name: 'Deixar como estão' }).click()
  await expect(question).toBeHidden()
  expect(await dueDate()).toBe(before)
  await expect(page).not.toHaveURL(/removed/)

  await page.goto(`/settings/calendar?year=${year()}&removed=${dueOn}`)
  await question.getByLabel('Encurtar também 2 prazos que terminariam antes').check()
  await question.getByRole('button', { name: 'Recalcular prazos' }).click()
  await statusSays(page, '2 prazos recalculados com sucesso!')
  expect(await dueDate()).toBe(dueOn)
})

test('a holiday can be renamed without a question', async ({ browser }) => {
  const page = await pageOf(browser, organisation.server, admin)
  await page.goto(`/settings/calendar?year=${year()}`)
  await page.getByRole('button', { name: 'Editar Natal' }).click()
  const form = page.getByRole('dialog', { name: 'Editar Feriado' })
  await expect(form.getByLabel('Data')).toHaveValue(`25/12/${year()}`)
  await form.getByLabel('Nome').fill('Natal e confraternização')
  await form.getByRole('button', { name: 'Salvar' }).click()
  await statusSays(page, 'Feriado atualizado com sucesso!')
  await expect(rowOf(page, 'Natal e confraternização')).toContainText('Nacional')
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('whoever may only read is told so; a list that does not load says it', async ({ browser }) => {
  const page = await pageOf(browser, organisation.server, clerk)
  await page.goto(`/settings/calendar?open=new&added=${dueOn}`)
  await expect(page.getByText(/Somente leitura: apenas administradores podem fazer alterações/)).toBeVisible()
  await expect(rowOf(page, 'Natal')).toBeVisible()
  await expect(page.getByRole('button', { name: /novo|editar|excluir/i })).toHaveCount(0)
  await expect(page.getByRole('dialog')).toBeHidden()
  await answerWith(page, 'GET', '/api/calendar/holidays', 500)
  await page.goto('/settings/calendar?year=2027')
  await expect(page.getByRole('alert')).toContainText('Erro ao carregar feriados.')
})

test('on a phone the days are cards', async ({ browser }) => {
  const page = await pageOf(browser, organisation.server, admin, phone)
  await page.goto('/settings/calendar')
  await expect(page.getByRole('main').getByText('Tiradentes')).toBeVisible()
  await fitsTheWindow(page)
  await expectAccessible(page, 'cards on a phone')
})
