import { expect } from '@playwright/test'
import { expectErrors } from './support/console.ts'
import { guestPage } from './support/pages.ts'
import { test } from './support/test.ts'
import { type TestOrganisation, testOrganisation } from './support/test-organisation.ts'

let organisation: TestOrganisation

test.beforeAll(async () => {
  organisation = await testOrganisation()
})

test.afterAll(() => organisation.server.stop())

// proves 18.46, V1.3.2, V3.2.2
test('text becomes neither HTML nor a script, whatever code tries it', async ({ browser }) => {
  const page = await guestPage(browser, organisation.server, '/login')
  expectErrors(page, /Trusted|TrustedScript|Content Security Policy/)
  await expect(page.getByRole('button', { name: 'Entrar' })).toBeVisible()
  const outcome = (write: string) =>
    page.evaluate((code) => {
      const tries: Record<string, () => void> = {
        html: () => {
          document.createElement('div').innerHTML = '<img src=x onerror=alert(1)>'
        },
        script: () => {
          document.createElement('script').text = 'alert(1)'
        },
        address: () => {
          document.createElement('script').src = '/boot.js'
        },
        style: () => {
          document.createElement('style').innerHTML = 'a { color: red }'
        },
      }
      try {
        tries[code]?.()
        return 'written'
      } catch (error) {
        return (error as Error).name
      }
    }, write)
  expect(await outcome('html')).toBe('TypeError')
  expect(await outcome('script')).toBe('TypeError')
  expect(await outcome('address')).toBe('TypeError')
  expect(await outcome('style')).toBe('written')
})

// proves 18.46
test('every file that the page names has its hash', async ({ browser }) => {
  const html = await (await fetch(organisation.server.url)).text()
  const tags = html.match(/<(script|link)\b[^>]*(src|href)="\/[^"]+\.(js|css)"[^>]*>/g) ?? []
  expect(tags.length).toBeGreaterThan(3)
  for (const tag of tags) expect(tag).toContain('integrity="sha384-')
  const page = await guestPage(browser, organisation.server, '/login')
  await expect(page.getByRole('button', { name: 'Entrar' })).toBeVisible()
})
