import { expect, type Page, type Request } from '@playwright/test'
import { answerWith } from './support/answers.ts'
import { expectAccessible } from './support/axe.ts'
import { expectErrors, expectFailedCall } from './support/console.ts'
import type { Person } from './support/organisation.ts'
import { pageOf } from './support/pages.ts'
import { test } from './support/test.ts'
import { type TestOrganisation, testOrganisation } from './support/test-organisation.ts'
import { alertSays } from './support/toasts.ts'

let organisation: TestOrganisation
let admin: Person

test.beforeAll(async () => {
  organisation = await testOrganisation()
  admin = await organisation.hire('Helena Prado', 'destination', 'Admin')
  const sender = await organisation.hire('Ana Beatriz Nogueira', 'origin', 'Usuário')
  await organisation.send(sender)
  await admin.call('POST', '/suggestions', {
    category: 'interface',
    priority: 'media',
    title: 'Letras maiores',
    description: 'Nas listas',
  })
})

test.afterAll(() => organisation.server.stop())

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const notices = (page: Page) =>
  page.getByRole('alert').filter({ hasText: /Mostrando dados de (\d{2}\/\d{2}\/\d{4} às )?\d{2}:\d{2}\./ })

/** All API requests of a page, except those for the public settings and the profile. */
const isShown = ({ pathname }: URL) =>
  /^\/(api|feedback|suggestions)\//.test(`${pathname}/`) && !/^\/api\/(config|auth\/me|events)/.test(pathname)

/** Opens a page and waits until it has as many answers, and awaits no other. */
async function openWhole(page: Page, path: string, answers: number) {
  const asked = new Set<Request>()
  const answered = new Set<Request>()
  page.on('request', (request) => isShown(new URL(request.url())) && asked.add(request))
  page.on('requestfinished', (request) => isShown(new URL(request.url())) && answered.add(request))
  await page.goto(path)
  await expect.poll(() => answered.size).toBeGreaterThanOrEqual(answers)
  await expect.poll(() => asked.size - answered.size).toBe(0)
  page.removeAllListeners('request')
  page.removeAllListeners('requestfinished')
}

const screens: [path: string, shows: string, notices: number][] = [
  ['/', 'Contratos para assinatura', 5],
  ['/protocolos', '#1', 1],
  ['/protocolos/1', 'Contratos para assinatura', 1],
  ['/retornos', 'Contrato', 1],
  ['/rastreamento?search=1', 'Resultados da Busca (1 resultado(s))', 1],
  ['/relatorios', 'Total', 1],
  ['/settings/departments', 'Almoxarifado', 1],
  ['/settings/categories', 'Trabalhista', 1],
  ['/settings/item-types', 'Ofício', 1],
  ['/settings/suppliers', 'Papelaria Ipê', 1],
  ['/settings/users', 'Ana Beatriz Nogueira', 1],
  ['/settings/calendar', 'Natal', 1],
  ['/perfil', 'Esta sessão', 3],
  ['/ajuda', 'Letras maiores', 2],
  ['/ajuda/sugestoes', 'Letras maiores', 2],
]

for (const [path, shows, count] of screens) {
  // proves 11.33
  test(`what cannot be brought up to date stays, and says of when it is: ${path}`, async ({ browser }) => {
    const page = await pageOf(browser, organisation.server, admin)
    await page.clock.install()
    // A part whose first answer is still under way would have no data to keep.
    await openWhole(page, path, count)
    const content = page.getByRole('main').getByText(shows).first()
    await expect(content).toBeVisible()
    const title = await heading(page).textContent()

    expectErrors(page, /status of 500/, /: 500\b/)
    await page.route(isShown, (route) =>
      route.request().method() === 'GET' ? route.fulfill({ status: 500, body: '' }) : route.fallback(),
    )
    await page.clock.fastForward('31:00')
    // After leaving and coming back, data that is half an hour old is refetched.
    await page
      .getByRole('link', { name: path === '/perfil' ? 'Ajuda' : 'Perfil', exact: true })
      .first()
      .click()
    await expect(heading(page)).not.toHaveText(title ?? '')
    await page.goBack()
    await expect(heading(page)).toHaveText(title ?? '')
    await expect(notices(page)).toHaveCount(count)
    await expect(content).toBeVisible()
    await expectAccessible(page, `${path} with what it had`)

    await page.unroute(isShown)
    // Clicks all buttons at once, because one successful retry may also refetch the others.
    const retries = notices(page).getByRole('button', { name: 'Tentar novamente' })
    await retries.evaluateAll((buttons) => {
      for (const button of buttons) (button as HTMLButtonElement).click()
    })
    await expect(notices(page)).toHaveCount(0)
    await expect(content).toBeVisible()
  })
}

test('a change of the calendar whose effect cannot be counted says so', async ({ browser }) => {
  const page = await pageOf(browser, organisation.server, admin)
  await page.goto('/settings/calendar')
  const countAgain = await answerWith(page, 'GET', '/api/calendar/effect', 500)
  await page.getByRole('button', { name: 'Novo Feriado' }).click()
  // A day on which something is due is a business day, and no other holiday.
  const { items } = await admin.call('GET', '/api/protocols/1')
  await page.getByLabel('Data').fill(items[0].return_date)
  await page.getByLabel('Nome').fill('Aniversário da cidade')
  await page.getByRole('button', { name: 'Salvar', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Prazos em aberto' })
  await expect(dialog.getByRole('alert')).toContainText('Erro ao calcular os prazos que mudam. Tente novamente.')
  await countAgain()
  await dialog.getByRole('button', { name: 'Tentar novamente' }).click()
  await expect(dialog).toContainText('prazo em aberto mudaria')
})

test('a new version that cannot be loaded says so, and what was typed stays', async ({ browser }) => {
  const page = await pageOf(browser, organisation.server, admin)
  const own = await admin.call('GET', '/api/departments')
  const form = new FormData()
  form.set('remarks', 'De Helena')
  form.set('origin_department_id', String(organisation.departments.destination))
  form.set('destination_department_id', String(own[0].dpid))
  form.set('requires_return', 'false')
  const item = { item_type_id: organisation.itemType, category_id: organisation.plainCategory, reason: 'Leitura' }
  form.set('items', JSON.stringify([item]))
  const { protocol_id: id } = await admin.call('POST', '/api/protocols', form)
  await page.goto(`/protocolos/${id}/editar`)
  await page.getByLabel('Observações').fill('O que digitei')
  const { items, version } = await admin.call('GET', `/api/protocols/${id}`)
  const kept = { id: items[0].id, item_type_id: items[0].item_type_id, reason: 'Leitura' }
  await admin.call('PUT', `/api/protocols/${id}`, { remarks: 'De outra aba', version, items: [kept] })
  expectFailedCall(page, 'PUT', `/api/protocols/${id}`, 409)
  await page.getByRole('button', { name: 'Salvar', exact: true }).click()
  const load = page.getByRole('button', { name: 'Ver a nova versão' })
  await expect(load).toBeVisible()
  expectErrors(page, /net::ERR_/, /: 0 ApiError/)
  await page.context().setOffline(true)
  await load.click()
  await alertSays(page, 'Erro ao carregar o protocolo. Tente novamente.')
  await expect(page.getByLabel('Observações')).toHaveValue('O que digitei')
  await page.context().setOffline(false)
  await load.click()
  await expect(page.getByLabel('Observações')).toHaveValue('De outra aba')
})
