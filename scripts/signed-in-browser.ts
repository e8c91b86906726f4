// A demo server and a browser that is signed in to it, for tools that measure pages from outside (docs/performance.md).
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import { chromiumArguments, chromiumPath } from '../e2e/support/chromium.ts'
import { startServer } from '../e2e/support/server.ts'

const { values } = parseArgs({
  options: { server: { type: 'string' }, port: { type: 'string', default: '9222' } },
})

const dataDir = await mkdtemp(join(tmpdir(), 'malote-signed-in-'))
const server = values.server ? undefined : await startServer(join(dataDir, 'data'), {}, ['--demo'])
const origin = values.server ?? server?.url ?? ''
const context = await chromium.launchPersistentContext(join(dataDir, 'browser'), {
  executablePath: await chromiumPath(),
  args: [...chromiumArguments, `--remote-debugging-port=${values.port}`],
})
const tab = await context.newPage()
await tab.goto(`${origin}/login`)
await tab.getByLabel('E-mail').fill('helena.prado@malote.demo')
await tab.getByLabel('Senha', { exact: true }).fill('malote123')
await tab.getByRole('button', { name: 'Entrar' }).click()
await tab.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
console.log(`${origin} is signed in at port ${values.port}; Ctrl+C ends both.`)

const ended = new Promise((resolve) => ['SIGINT', 'SIGTERM'].map((signal) => process.once(signal, resolve)))
await ended
await context.close()
await server?.stop()
await rm(dataDir, { recursive: true, force: true })
