import { type Browser, expect, type Page } from '@playwright/test'
import { answerWith } from './support/answers.ts'
import type { Person } from './support/organisation.ts'
import { pageOf } from './support/pages.ts'
import { luminances, pictureOf } from './support/pixels.ts'
import { test } from './support/test.ts'
import { type TestOrganisation, testOrganisation } from './support/test-organisation.ts'

let organisation: TestOrganisation
let sender: Person

test.beforeAll(async () => {
  organisation = await testOrganisation()
  sender = await organisation.hire('Ana Beatriz Nogueira', 'origin', 'Usuário')
})

test.afterAll(() => organisation.server.stop())

const days = Array.from({ length: 30 }, (_, day) => `${String(day + 1).padStart(2, '0')}/11`)

/** The dashboard with these numbers for each status on the last day. */
async function dashboard(browser: Browser, numbers: number[], options: object = {}): Promise<Page> {
  const page = await pageOf(browser, organisation.server, sender, options)
  const statuses = ['Pendente', 'Em andamento', 'Concluído', 'Cancelado']
  const datasets = statuses.map((label, index) => ({
    label,
    data: days.map((_, day) => (day === 29 ? (numbers[index] ?? 0) : 0)),
  }))
  await answerWith(page, 'GET', '/api/dashboard/stats', 200, {
    totalProtocols: 1,
    chartData: { labels: days, datasets },
  })
  await page.goto('/')
  await expect(page.locator('figure svg text').first()).toBeAttached()
  return page
}

const visions = ['none', 'deuteranopia', 'protanopia', 'tritanopia', 'achromatopsia'] as const

/** The sample of a mark: how light it is, and whether it has stripes. */
async function sampleOf(page: Page, name: string) {
  const sample = page.getByRole('listitem', { includeHidden: true }).filter({ hasText: new RegExp(`^${name}$`) })
  const picture = await pictureOf(sample.locator('span').first())
  // Without the rounded edge.
  const light = luminances(picture).filter((_, pixel) => {
    const [x, y] = [pixel % picture.width, Math.floor(pixel / picture.width)]
    return x > 1 && y > 1 && x < picture.width - 2 && y < picture.height - 2
  })
  return {
    mean: light.reduce((sum, one) => sum + one, 0) / light.length,
    isStriped: Math.max(...light) - Math.min(...light) > 0.2,
  }
}

for (const colorScheme of ['light', 'dark'] as const) {
  const tag = colorScheme === 'dark' ? ['@long'] : []
  // proves 17.61
  test(`every status can be told from the others without its hue, in the ${colorScheme} theme`, { tag }, async ({
    browser,
  }) => {
    const page = await dashboard(browser, [10, 10, 10, 10], { colorScheme })
    const devtools = await page.context().newCDPSession(page)
    for (const type of visions) {
      await devtools.send('Emulation.setEmulatedVisionDeficiency', { type })
      const samples = []
      for (const name of ['Pendente', 'Em andamento', 'Concluído', 'Cancelado']) {
        samples.push({ name, ...(await sampleOf(page, name)) })
      }
      for (const [index, one] of samples.entries()) {
        for (const other of samples.slice(index + 1)) {
          const [light, dark] = [Math.max(one.mean, other.mean) + 0.05, Math.min(one.mean, other.mean) + 0.05]
          const isTold = one.isStriped !== other.isStriped || light / dark > 1.3
          expect(isTold, `${one.name} and ${other.name} with ${type}: ${light / dark}`).toBe(true)
        }
      }
    }
  })
}

// proves 17.61
test('the numbers stand on the marks where there is room', { tag: '@long' }, async ({ browser }) => {
  const page = await dashboard(browser, [40, 50, 60, 1], { viewport: { width: 1440, height: 900 } })
  for (const number of ['40', '50', '60']) {
    await expect(page.locator('figure svg text').getByText(number, { exact: true }).last()).toBeVisible()
  }
  // One of 151 is too low for its number.
  await expect(page.locator('figure svg text').filter({ hasText: /^1$/ })).toHaveCount(0)
})

// proves 17.61
test('the axis has the same days at every width', { tag: '@long' }, async ({ browser }) => {
  const page = await dashboard(browser, [4, 3, 2, 1], { viewport: { width: 1920, height: 900 } })
  const shown = () =>
    page
      .locator('figure svg text')
      .filter({ hasText: /^\d\d\/\d\d$/ })
      .allTextContents()
  const wide = await shown()
  expect(wide).toEqual(['05/11', '10/11', '15/11', '20/11', '25/11', '30/11'])
  for (const width of [1024, 390, 360]) {
    await page.setViewportSize({ width, height: 800 })
    await expect.poll(shown).toEqual(wide)
  }
})
