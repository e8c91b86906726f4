import { test as plain } from '@playwright/test'

/**
 * A test whose browsers close with it: pages that stay open go on asking, of a server that has gone or beside somebody
 * else's test.
 */
export const test = plain.extend<{ closedBrowsers: undefined }>({
  closedBrowsers: [
    async ({ browser }, use) => {
      await use(undefined)
      for (const context of browser.contexts()) await context.close()
    },
    { auto: true },
  ],
})
