import type { Browser, BrowserContext, Page } from '@playwright/test'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

interface Complaint {
  context: BrowserContext
  text: string
}

interface Expectation {
  /** An error that matches no pattern fails the test, and so does a pattern that no error matches. */
  patterns: readonly RegExp[]
  what: string
}

const calls = new WeakMap<BrowserContext, { what: string; isMade: () => boolean }[]>()

const expectations = new WeakMap<BrowserContext, Expectation[]>()

/**
 * Records every `console.error`, uncaught error and unhandled rejection in all pages that this browser opens from now
 * on.
 */
export function watchConsole(browser: Browser) {
  const complaints: Complaint[] = []
  const contexts: BrowserContext[] = []
  const watch = (context: BrowserContext) => {
    contexts.push(context)
    context.on('console', (message) => {
      if (message.type() !== 'error') return
      complaints.push({ context, text: `${message.text()} (${message.location().url})` })
    })
    context.on('weberror', (event) => {
      const error = event.error()
      complaints.push({ context, text: `Uncaught ${error.stack ?? error.message}` })
    })
  }
  browser.on('context', watch)

  /** What is wrong, a line each: errors that were not expected, and expected ones that did not occur. */
  return async () => {
    await Promise.all(contexts.flatMap((context) => context.pages()).map(reported))
    browser.off('context', watch)
    const expectedOf = (context: BrowserContext) => expectations.get(context) ?? []
    const fits = ({ patterns }: Expectation, text: string) => patterns.some((pattern) => pattern.test(text))
    const unexpected = complaints
      .filter(({ context, text }) => !expectedOf(context).some((expected) => fits(expected, text)))
      .map(({ text }) => `Unexpected in the console: ${text}`)
    const missing = contexts.flatMap((context) =>
      expectedOf(context)
        .filter((expected) => !complaints.some((one) => one.context === context && fits(expected, one.text)))
        .map(({ what }) => what),
    )
    const unmade = contexts.flatMap((context) => calls.get(context) ?? []).filter(({ isMade }) => !isMade())
    const absent = [...missing, ...unmade.map(({ what }) => what)].map((what) => `Announced, but absent: ${what}`)
    return [...unexpected, ...absent]
  }
}

/** A page answers after it has reported all that its console showed before. */
const reported = (page: Page) => page.evaluate('').catch(() => undefined)

/** The test provokes errors: each pattern must match one, in this page or another of its context. */
export function expectErrors(page: Page, ...patterns: RegExp[]) {
  for (const pattern of patterns) expect(page, { patterns: [pattern], what: String(pattern) })
}

/**
 * The test provokes a failure of this call; both the browser and the product log it.
 *
 * @param path    may end in `*`, which matches anything
 * @param status  0 when there is no response at all
 */
export function expectFailedCall(page: Page, method: Method, path: string, status: number) {
  const address = `${path.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replace(/\*$/, '[^?\\s]*')}(\\?\\S*)?`
  const answer = status === 0 ? 'net::ERR_\\S+' : `the server responded with a status of ${status} .*`
  expect(page, {
    what: `${method} ${path}: ${status}`,
    patterns: [
      new RegExp(`^${method} ${address}: ${status}\\b`),
      new RegExp(`^Failed to load resource: ${answer} \\(https?://[^/]+${address}\\)$`),
    ],
  })
}

/**
 * The test fails unless the returned function is called before it ends.
 *
 * @param what  the call that must be made
 */
export function expectCall(page: Page, what: string): () => void {
  let isMade = false
  const context = page.context()
  calls.set(context, [...(calls.get(context) ?? []), { what, isMade: () => isMade }])
  return () => {
    isMade = true
  }
}

function expect(page: Page, expected: Expectation) {
  const context = page.context()
  expectations.set(context, [...(expectations.get(context) ?? []), expected])
}
