import { type Browser, type BrowserContextOptions, expect, type Locator, type Page } from '@playwright/test'
import type { Person } from './organisation.ts'
import type { RunningServer } from './server.ts'

/** A page in a separate browser context in which this user is already signed in. */
export async function pageOf(
  browser: Browser,
  { url }: Pick<RunningServer, 'url'>,
  { token }: Pick<Person, 'token'>,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: url, ...options })).newPage()
  await rememberToken(page, url, token)
  return page
}

/** Stores the token when the page opens the app, once. Playwright's `storageState` would open a tab of its own for it. */
async function rememberToken(page: Page, url: string, token: string) {
  const script = await page.addInitScript(
    ({ url, token }) => {
      if (location.origin === url) localStorage.setItem('malote:token', token)
    },
    { url, token },
  )
  // Before whatever the test does next: the app may then sign out, and open again without the token.
  const onOpened = () => {
    if (new URL(page.url()).origin !== url) return
    page.off('domcontentloaded', onOpened)
    void script.dispose()
  }
  page.on('domcontentloaded', onOpened)
}

/** A page at this URL in a browser context without a session. */
export async function guestPage(
  browser: Browser,
  { url }: Pick<RunningServer, 'url'>,
  path: string,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: url, ...options })).newPage()
  await page.goto(path)
  return page
}

/** Fills in and submits the login page that `page` shows. */
export async function enter(page: Page, { email, password }: Pick<Person, 'email' | 'password'>) {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Senha', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Entrar' }).click()
}

/** Like `pageOf`, and opens this URL. */
export async function openPage(
  browser: Browser,
  server: Pick<RunningServer, 'url'>,
  person: Pick<Person, 'token'>,
  path: string,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const page = await pageOf(browser, server, person, options)
  await page.goto(path)
  return page
}

/** Blocks the event stream, so the page gets no live updates. */
export const withoutEvents = (page: Page) => page.route(/\/api\/events/, () => {})

/** The narrowest viewport in which everything must be usable (contract 14.4). */
export const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }

/** Changes the size of the window, and waits until the page is drawn for it, also what is another part on a phone. */
export async function resize(page: Page, size: { width: number; height: number }) {
  await page.setViewportSize(size)
  await expect.poll(() => page.evaluate(() => innerWidth)).toBe(size.width)
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))))
}

/** Turns an open page into that of a phone: narrow, and for fingers. */
export async function becomePhone(page: Page) {
  await resize(page, phone.viewport)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: true })
}

/** Checks that nothing sticks out of this box to the right. A new width is drawn later. */
export const holdsItsContent = (box: Locator) =>
  expect.poll(() => box.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThanOrEqual(0)

/** Checks that nobody needs to scroll horizontally. A phone makes `innerWidth` as wide as what sticks out. */
export const fitsTheWindow = (page: Page) => holdsItsContent(page.locator('html'))

/** Expects an alert with exactly this text and dismisses it, so that the next alert is a new one. */
export async function expectAlert(page: Page, text: string) {
  const toast = page.getByRole('region', { name: 'Avisos' })
  await expect(toast.getByRole('alert').getByText(text, { exact: true })).toBeVisible()
  await toast.getByRole('button', { name: 'Fechar aviso' }).first().click()
}

/** An error with exactly this text, in a toast or in a form. */
export const alertSays = (page: Page, text: string) =>
  expect(page.getByRole('alert').filter({ hasText: text })).toHaveText(text)

/** A success message with exactly this text. */
export const statusSays = (page: Page, text: string) =>
  expect(page.getByRole('status').filter({ hasText: text })).toHaveText(text)

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
