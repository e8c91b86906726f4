import { expect, type Page } from '@playwright/test'
import type { Person } from './support/organisation.ts'
import { openPage } from './support/pages.ts'
import { test } from './support/test.ts'
import { type TestOrganisation, testOrganisation } from './support/test-organisation.ts'

let organisation: TestOrganisation
let sender: Person

test.beforeAll(async () => {
  organisation = await testOrganisation()
  sender = await organisation.hire('Ana Beatriz Nogueira', 'origin', 'Usuário')
})

test.afterAll(() => organisation.server.stop())

/** Presses keys and counts them; each letter of a text is one. */
function counting(page: Page) {
  let count = 0
  return {
    count: () => count,
    async press(...keys: string[]) {
      for (const key of keys) await page.keyboard.press(key)
      count += keys.length
    },
    async type(text: string) {
      await page.keyboard.type(text)
      count += text.length
    },
  }
}

// proves 17.49
test('twelve documents that must come back take at most 130 presses, and no mouse', async ({ browser }) => {
  const page = await openPage(browser, organisation.server, sender, '/protocolos/novo')
  await expect(page.getByRole('combobox', { name: 'Departamento de Destino' })).toBeFocused()
  const { count, press, type } = counting(page)
  const begun = performance.now()
  await type('jur')
  await expect(page.getByRole('option')).toHaveCount(1)
  await press('Enter', 'Enter')
  await type('Contratos')
  await press('Tab', 'Space', 'Enter')
  await type('101/26')
  await press('Enter', 'Enter')
  await type('contr')
  await expect(page.getByRole('option')).toHaveCount(1)
  await press('Enter', 'Enter', 'Enter', 'Enter', 'Enter')
  await type('Assinatura')
  await press('Enter')
  for (let number = 102; number < 113; number += 1) {
    await type(`${number}/26`)
    await press('Enter')
  }
  await press('Control+Enter')
  await expect(page.getByRole('row')).toHaveCount(13)
  const seconds = (performance.now() - begun) / 1000
  test.info().annotations.push({ type: 'measured', description: `${count()} presses, ${seconds.toFixed(1)} s` })
  console.info(`twelve documents: ${count()} presses, ${seconds.toFixed(1)} s`)
  expect(count()).toBeLessThanOrEqual(130)
})
