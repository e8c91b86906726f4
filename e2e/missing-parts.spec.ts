import { expect } from '@playwright/test'
import { expectErrors } from './support/console.ts'
import type { Person } from './support/organisation.ts'
import { openPage } from './support/pages.ts'
import { test } from './support/test.ts'
import { type TestOrganisation, testOrganisation } from './support/test-organisation.ts'

let organisation: TestOrganisation
let sender: Person

test.beforeAll(async () => {
  organisation = await testOrganisation()
  sender = await organisation.hire('Sérgio Nogueira', 'origin', 'Usuário')
})

test.afterAll(() => organisation.server.stop())

test('a part of the page that does not come is told of each time, and takes nothing with it', async ({ browser }) => {
  const page = await openPage(browser, organisation.server, sender, '/protocolos')
  await expect(page.getByRole('heading', { name: 'Protocolos', exact: true })).toBeVisible()
  await page.waitForLoadState('networkidle')
  const notice = page.getByRole('alert').filter({ hasText: 'Uma parte do Malote não pôde ser carregada.' })
  expectErrors(
    page,
    /^Failed to load resource: net::ERR_FAILED .*\/assets\//,
    /^TypeError: Failed to fetch dynamically imported module/,
  )
  let asked = 0
  await page.route('**/assets/*.js', (route) => {
    asked += 1
    return route.abort()
  })
  for (const keys of ['Control+k', '?']) {
    // The browser reports the file too, the first times twice; later only the lazy part itself can report it.
    for (let time = 0; time < 4; time += 1) {
      await expect(async () => {
        await page.keyboard.press(keys)
        await expect(notice).toBeVisible({ timeout: 1000 })
      }).toPass()
      // On a slow machine the key was pressed twice, and the notice comes twice.
      await expect(async () => {
        if (await notice.isVisible()) await notice.getByRole('button', { name: 'Depois' }).click({ timeout: 1000 })
        await expect(notice).toBeHidden({ timeout: 1000 })
      }).toPass()
    }
  }
  // The files of the frame have loaded with it. A key that was pressed twice may still bring its notice again.
  await page.waitForLoadState('networkidle')
  const before = asked
  await page.getByRole('button', { name: 'Recolher menu' }).click()
  await expect(page.getByRole('navigation', { name: 'Principal' }).getByRole('link')).toHaveCount(8)
  await page.getByRole('button', { name: /^Notificações/ }).click()
  await expect(page.getByRole('dialog', { name: 'Notificações' })).toBeVisible()
  expect(asked).toBe(before)
})
