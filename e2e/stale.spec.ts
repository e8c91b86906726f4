import { expect, type Page, type Request } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { expectErrors } from './support/console.ts'
import type { Person } from './support/organisation.ts'
import { pageOf } from './support/pages.ts'
import { test } from './support/test.ts'
import { type TestOrganisation, testOrganisation } from './support/test-organisation.ts'

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

// proves 11.33
test('what the dashboard cannot bring up to date stays, and says of when it is', async ({ browser }) => {
  const page = await pageOf(browser, organisation.server, admin)
  await page.clock.install()
  // A part whose first answer is still under way would have no data to keep.
  await openWhole(page, '/', 5)
  const content = page.getByRole('main').getByText('Contratos para assinatura').first()
  await expect(content).toBeVisible()
  const title = await heading(page).textContent()

  expectErrors(page, /status of 500/, /: 500\b/)
  await page.route(isShown, (route) =>
    route.request().method() === 'GET' ? route.fulfill({ status: 500, body: '' }) : route.fallback(),
  )
  await page.clock.fastForward('31:00')
  // After leaving and coming back, data that is half an hour old is refetched.
  await page.getByRole('link', { name: 'Perfil', exact: true }).first().click()
  await expect(heading(page)).not.toHaveText(title ?? '')
  await page.goBack()
  await expect(heading(page)).toHaveText(title ?? '')
  await expect(notices(page)).toHaveCount(5)
  await expect(content).toBeVisible()
  await expectAccessible(page, 'the dashboard with what it had')

  await page.unroute(isShown)
  // Clicks all buttons at once, because one successful retry may also refetch the others.
  const retries = notices(page).getByRole('button', { name: 'Tentar novamente' })
  await retries.evaluateAll((buttons) => {
    for (const button of buttons) (button as HTMLButtonElement).click()
  })
  await expect(notices(page)).toHaveCount(0)
  await expect(content).toBeVisible()
})
