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
