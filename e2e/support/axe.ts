import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** What lies behind an open dialog cannot be used, so nobody can miss it there. */
const dialogs = '[aria-modal=true]'

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * No violation of WCAG 2.2 AA on what the page shows now. In both themes, since both are designed (DESIGN 8): the second
 * one differs in nothing but colours, and only they are judged again.
 */
export async function expectAccessible(page: Page, what: string) {
  // Half under the sticky bar every button is too small.
  await page.evaluate(() => window.scrollTo(0, 0))
  const hasDialog = (await page.locator(dialogs).count()) > 0
  for (const theme of ['light', 'dark'] as const) {
    await page.evaluate((name) => document.documentElement.setAttribute('data-mantine-color-scheme', name), theme)
    const axe = new AxeBuilder({ page })
    if (theme === 'dark') axe.withRules(['color-contrast'])
    // Open lists and menus float in a portal of their own, outside of every landmark, as the ARIA pattern allows.
    else axe.disableRules(['region']).withTags(standards)
    const { violations } = await (hasDialog ? axe.include(dialogs) : axe).analyze()
    const found = violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join(' | ')}`,
    )
    expect(found, `${what} (${theme})`).toEqual([])
  }
  await page.evaluate(() => document.documentElement.setAttribute('data-mantine-color-scheme', 'light'))
}
