import { expect, type Locator, type Page } from '@playwright/test'

/** The narrowest viewport in which everything must be usable (contract 14.4). */
export const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }

/** Checks that nothing overflows horizontally, so no horizontal scrolling is needed. */
export async function fitsTheWindow(page: Page) {
  const { content, width } = await page.evaluate(() => ({
    content: document.documentElement.scrollWidth,
    width: window.innerWidth,
  }))
  expect(content).toBeLessThanOrEqual(width)
}

/** Checks that nothing sticks out of this box to the right. */
export const holdsItsContent = (box: Locator) =>
  expect.poll(() => box.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThanOrEqual(0)
