// Starts a demo server and a browser signed in to it, for tools that measure pages from outside (docs/performance.md).
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import { chromiumArguments, chromiumPath } from '../e2e/support/chromium.ts'
import { openDemo, signInToDemo } from './lib/demo.ts'

const { values } = parseArgs({
  options: { server: { type: 'string' }, port: { type: 'string', default: '9222' } },
})

const dataDir = await mkdtemp(join(tmpdir(), 'malote-signed-in-'))
const server = await openDemo(join(dataDir, 'data'), values.server)
const context = await chromium.launchPersistentContext(join(dataDir, 'browser'), {
  executablePath: await chromiumPath(),
  args: [...chromiumArguments, `--remote-debugging-port=${values.port}`],
})
const tab = await context.newPage()
await signInToDemo(tab, server)
console.log(`${server.url} is signed in at port ${values.port}; Ctrl+C ends both.`)

const ended = new Promise((resolve) => ['SIGINT', 'SIGTERM'].map((signal) => process.once(signal, resolve)))
await ended
await context.close()
await server.stop()
await rm(dataDir, { recursive: true, force: true })
