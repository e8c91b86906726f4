import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import type { Person } from './organisation.ts'
import type { RunningServer } from './server.ts'

/** A browser of one's own in which somebody is signed in already. */
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

/** A browser in which nobody is signed in, at this address. */
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

/** Fills in the login page, where `page` is, and sends it. */
export async function enter(page: Page, { email, password }: Pick<Person, 'email' | 'password'>) {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Senha', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Entrar' }).click()
}

/** As `pageOf`, on the way to this address. */
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

/** The page hears nothing of what others do: its stream of events never answers. */
export const withoutEvents = (page: Page) => page.route(/\/api\/events/, () => {})
