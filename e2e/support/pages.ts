import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
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
