// Starts a demo server and a browser signed in to it, for tools that measure pages from outside (docs/performance.md).
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import { chromiumArguments, chromiumPath } from '../e2e/support/chromium.ts'
import { openDemo, signInToDemo } from './lib/demo.ts'
import { untilAnswers } from './lib/run.ts'

const { values } = parseArgs({
  options: { server: { type: 'string' }, port: { type: 'string', default: '9222' } },
})

const dataDir = await mkdtemp(join(tmpdir(), 'malote-signed-in-'))
const server = await openDemo(join(dataDir, 'data'), values.server)
const profile = join(dataDir, 'browser')
const executablePath = await chromiumPath()

const context = await chromium.launchPersistentContext(profile, { executablePath, args: chromiumArguments })
await signInToDemo(await context.newPage(), server)
await context.close()

// Without Playwright, which would hold on to the tabs that the other tool opens.
const browser = spawn(
  executablePath,
  [...chromiumArguments, '--headless=new', `--user-data-dir=${profile}`, `--remote-debugging-port=${values.port}`],
  { stdio: 'ignore' },
)
await untilAnswers(browser, `http://127.0.0.1:${values.port}/json/version`)
console.log(`${server.url} is signed in at port ${values.port}; Ctrl+C ends both.`)

await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM'), once(browser, 'exit')])
if (browser.exitCode === null && browser.kill()) await once(browser, 'exit')
await server.stop()
await rm(dataDir, { recursive: true, force: true })
