import { test as plain } from '@playwright/test'
import { watchConsole } from './console.ts'

/**
 * A test that closes its browsers: pages that stay open would keep sending requests, to a server that has stopped or
 * during another test. An error in the console of any of them fails it, unless `expectErrors` or `expectFailedCall`
 * announced it. What a page reports while it is closed does not count: it loses its network before its scripts end.
 */
export const test = plain.extend<{ closedBrowsers: undefined }>({
  closedBrowsers: [
    async ({ browser }, use) => {
      const verdict = watchConsole(browser)
      await use(undefined)
      const complaints = await verdict()
      for (const context of browser.contexts()) await context.close()
      if (complaints.length > 0) throw new Error(complaints.join('\n'))
    },
    { auto: true },
  ],
})
