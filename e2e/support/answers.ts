import type { Page } from '@playwright/test'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** `path` may end in `*`, which is then anything. */
const isAt = (path: string) => (url: URL) =>
  path.endsWith('*') ? url.pathname.startsWith(path.slice(0, -1)) : url.pathname === path

/**
 * From now on the server answers this call with `status` and `body`, '' when it has no sentence for the user.
 *
 * @returns what lets it answer as it is again
 */
export async function answerWith(page: Page, method: Method, path: string, status: number, body: unknown = '') {
  const isCall = isAt(path)
  await page.route(isCall, (route) =>
    route.request().method() === method
      ? route.fulfill({ status, contentType: 'application/json', body: body === '' ? '' : JSON.stringify(body) })
      : route.fallback(),
  )
  return () => page.unroute(isCall)
}

/** Keeps the next answer to this call back until the returned function is called. */
export async function holdBack(page: Page, method: Method, path: string): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(isAt(path), async (route) => {
    if (route.request().method() === method) await released
    await route.fallback()
  })
  return release
}

/** While `act` runs, a call fails and the server has nothing to say: the product falls back on its own sentence (SPEC 8). */
export const failing = (page: Page, method: Method, path: string, act: () => Promise<unknown>) =>
  whileAnswered(page, method, path, 500, '', act)

/** While `act` runs, a call is refused with a sentence of the server, which then is the one to show. */
export const refusing = (page: Page, method: Method, path: string, message: string, act: () => Promise<unknown>) =>
  whileAnswered(page, method, path, 422, { message, code: 'REFUSED' }, act)

async function whileAnswered(
  page: Page,
  method: Method,
  path: string,
  status: number,
  body: unknown,
  act: () => Promise<unknown>,
) {
  const asBefore = await answerWith(page, method, path, status, body)
  const answered = page.waitForResponse((reply) => reply.request().method() === method && reply.status() === status)
  await act()
  await answered
  await asBefore()
}
