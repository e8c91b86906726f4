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
  const localStorage = [{ name: 'malote:token', value: token }]
  const context = await browser.newContext({
    baseURL: url,
    storageState: { cookies: [], origins: [{ origin: url, localStorage }] },
    ...options,
  })
  return context.newPage()
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
