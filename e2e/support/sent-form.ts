import type { Page } from '@playwright/test'

/**
 * Records the forms that the page sends, because the browser does not expose the body of a request with files.
 *
 * @returns the last one: each field, files by their name
 */
export async function sentForm(page: Page): Promise<() => Promise<Record<string, string>>> {
  await page.evaluate(() => {
    const { send } = XMLHttpRequest.prototype
    XMLHttpRequest.prototype.send = function note(body) {
      if (body instanceof FormData) {
        const fields = [...body].map(([name, value]) => [name, value instanceof File ? value.name : value])
        document.documentElement.dataset.sent = JSON.stringify(Object.fromEntries(fields))
      }
      return send.call(this, body)
    }
  })
  return async () => JSON.parse((await page.locator('html').getAttribute('data-sent')) ?? '{}')
}
