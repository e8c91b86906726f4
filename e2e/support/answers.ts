import type { Page } from '@playwright/test'

/** From now on the server answers this call with `status` and `body`, '' when it has no sentence for the user. */
export const answerWith = (page: Page, method: string, path: string, status: number, body: unknown = '') =>
  page.route(
    (url) => url.pathname === path,
    (route) =>
      route.request().method() === method
        ? route.fulfill({ status, contentType: 'application/json', body: body === '' ? '' : JSON.stringify(body) })
        : route.fallback(),
  )

/** Keeps the next answer to this call back until the returned function is called. */
export async function holdBack(page: Page, method: string, path: string): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(
    (url) => url.pathname === path,
    async (route) => {
      if (route.request().method() === method) await released
      await route.fallback()
    },
  )
  return release
}
