import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** What lies behind an open dialog cannot be used, so nobody can miss it there. */
const dialogs = '[aria-modal=true]'

/** No violation of WCAG 2.2 AA on what the page shows now; in both themes, since both are designed (DESIGN 8). */
export async function expectAccessible(page: Page, what: string) {
  // Half under the sticky bar every button is too small.
  await page.evaluate(() => window.scrollTo(0, 0))
  const hasDialog = (await page.locator(dialogs).count()) > 0
  for (const theme of ['light', 'dark'] as const) {
    await page.evaluate((name) => document.documentElement.setAttribute('data-mantine-color-scheme', name), theme)
    const axe = new AxeBuilder({ page })
      // Open lists and menus float in a portal of their own, outside of every landmark, as the ARIA pattern allows.
      .disableRules(['region'])
      .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    const { violations } = await (hasDialog ? axe.include(dialogs) : axe).analyze()
    const found = violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join(' | ')}`,
    )
    expect(found, `${what} (${theme})`).toEqual([])
  }
  await page.evaluate(() => document.documentElement.setAttribute('data-mantine-color-scheme', 'light'))
}
