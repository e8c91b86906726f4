import type { Page } from '@playwright/test'
import { startServer } from '../../e2e/support/server.ts'

/** The URL of a server with the demo data, and a function that ends it. */
export interface DemoServer {
  url: string
  stop: () => Promise<void>
}

/**
 * Starts a demo server with its own data folder.
 *
 * @param running the URL of a running server to use instead; it is not ended
 */
export async function openDemo(dataDir: string, running?: string): Promise<DemoServer> {
  return running ? { url: running, stop: async () => {} } : startServer(dataDir, {}, ['--demo'])
}

/** Signs in through the page, so the browser stores the same data as in a real session. */
export async function signInToDemo(tab: Page, { url }: DemoServer, email = 'helena.prado@malote.demo'): Promise<void> {
  await tab.goto(`${url}/login`)
  await tab.getByLabel('E-mail').fill(email)
  await tab.getByLabel('Senha', { exact: true }).fill('malote123')
  await tab.getByRole('button', { name: 'Entrar' }).click()
  await tab.waitForURL(({ pathname }) => pathname !== '/login')
  await tab.getByRole('heading', { level: 1 }).waitFor()
}
