import { expect, test as plain } from '@playwright/test'
import { watchConsole } from './console.ts'

/**
 * A test that closes its browsers: pages that stay open would keep sending requests, to a server that has stopped or
 * during another test. An error in the console of any of them fails it, unless `expectErrors` or `expectFailedCall`
 * announced it.
 */
export const test = plain.extend<{ closedBrowsers: undefined }>({
  closedBrowsers: [
    async ({ browser }, use) => {
      const verdict = watchConsole(browser)
      await use(undefined)
      for (const context of browser.contexts()) await context.close()
      expect(verdict(), 'errors in the console').toEqual({ unexpected: [], missing: [] })
    },
    { auto: true },
  ],
})
