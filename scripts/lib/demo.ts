import type { Page } from '@playwright/test'
import { startServer } from '../../e2e/support/server.ts'

/** The address of a server with the demo data, and how to end it. */
export interface DemoServer {
  url: string
  stop: () => Promise<void>
}

/**
 * Starts one on a folder of its own.
 *
 * @param running the address of one that runs already; it stays
 */
export async function openDemo(dataDir: string, running?: string): Promise<DemoServer> {
  return running ? { url: running, stop: async () => {} } : startServer(dataDir, {}, ['--demo'])
}

/** Through the page, so that the browser keeps what it keeps of a real session. */
export async function signInToDemo(tab: Page, { url }: DemoServer, email = 'helena.prado@malote.demo'): Promise<void> {
  await tab.goto(`${url}/login`)
  await tab.getByLabel('E-mail').fill(email)
  await tab.getByLabel('Senha', { exact: true }).fill('malote123')
  await tab.getByRole('button', { name: 'Entrar' }).click()
  await tab.waitForURL(({ pathname }) => pathname !== '/login')
  await tab.getByRole('heading', { level: 1 }).waitFor()
}
