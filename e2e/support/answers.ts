import type { Page } from '@playwright/test'
import { expectFailedCall, type Method } from './console.ts'

/** `path` may end in `*`, which is then anything. */
const isAt = (path: string) => (url: URL) =>
  path.endsWith('*') ? url.pathname.startsWith(path.slice(0, -1)) : url.pathname === path

/**
 * From now on the server answers this call with `status` and `body`, '' when it has no sentence for the user. A refusal is
 * one that the console is expected to tell of.
 *
 * @returns what lets it answer as it is again
 */
export async function answerWith(page: Page, method: Method, path: string, status: number, body: unknown = '') {
  const isCall = isAt(path)
  if (status >= 400) expectFailedCall(page, method, path, status)
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

/**
 * While `act` runs, a call fails and the server has nothing to say: the product falls back on its own sentence
 * (contract 8).
 */
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

/**
 * From now on the connection breaks at this call. The server never hears of it, or, with `after` the answer, has done
 * what was asked for and cannot say so.
 *
 * @returns what lets the connection be as it is again
 */
export async function cutOff(page: Page, method: Method, path: string, when: 'before' | 'after' = 'before') {
  const isCall = isAt(path)
  expectFailedCall(page, method, path, 0)
  await page.route(isCall, async (route) => {
    if (route.request().method() !== method) return route.fallback()
    if (when === 'after') await route.fetch()
    await route.abort()
  })
  return () => page.unroute(isCall)
}
