import { expect, type Page } from '@playwright/test'

/** The narrowest window that everything must be usable in (contract 14.4). */
export const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }

/** Nothing sticks out to the side: nobody scrolls sideways to read. */
export async function fitsTheWindow(page: Page) {
  const { content, width } = await page.evaluate(() => ({
    content: document.documentElement.scrollWidth,
    width: window.innerWidth,
  }))
  expect(content).toBeLessThanOrEqual(width)
}
