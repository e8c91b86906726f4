import type { Page } from '@playwright/test'
import { expectCall, expectFailedCall, type Method } from './console.ts'

/** `path` may end in `*`, which matches anything. */
const isAt = (path: string) => (url: URL) =>
  path.endsWith('*') ? url.pathname.startsWith(path.slice(0, -1)) : url.pathname === path

/**
 * From now on the server answers this call with `status` and `body`; '' means without a message for the user. A refusal
 * is expected in the console.
 *
 * @returns a function that restores the real response
 */
export async function answerWith(page: Page, method: Method, path: string, status: number, body: unknown = '') {
  let isOver = false
  if (status >= 400) expectFailedCall(page, method, path, status)
  await page.route(isAt(path), (route) =>
    route.request().method() === method && !isOver
      ? route.fulfill({ status, contentType: 'application/json', body: body === '' ? '' : JSON.stringify(body) })
      : route.fallback(),
  )
  // The route stays: a call that is on its way when a route goes, be it another method's, is never answered.
  return () => {
    isOver = true
  }
}

/**
 * Holds the next response to this call back until the returned function is called. A test in which the call is never
 * made fails: with a mistyped path nothing would be held back, and the test would only be lucky.
 */
export async function holdBack(page: Page, method: Method, path: string): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const made = expectCall(page, `${method} ${path}: held back`)
  await page.route(isAt(path), async (route) => {
    if (route.request().method() === method) {
      made()
      await released
    }
    await route.fallback()
  })
  return release
}

/**
 * While `act` runs, a call fails without a message from the server, so the product shows its own sentence (contract 8).
 */
export async function failing(page: Page, method: Method, path: string, act: () => Promise<unknown>) {
  const asBefore = await answerWith(page, method, path, 500)
  const answered = page.waitForResponse((reply) => reply.request().method() === method && reply.status() === 500)
  await act()
  await (await answered).finished()
  asBefore()
}

/**
 * From now on the connection breaks at this call: before the request reaches the server or, with `after`, when the
 * server has handled it but before the response arrives.
 *
 * @returns a function that restores the connection
 */
export async function cutOff(page: Page, method: Method, path: string, when: 'before' | 'after' = 'before') {
  let isOver = false
  expectFailedCall(page, method, path, 0)
  await page.route(isAt(path), async (route) => {
    if (route.request().method() !== method || isOver) return route.fallback()
    if (when === 'after') await route.fetch()
    await route.abort()
  })
  return () => {
    isOver = true
  }
}
