// `npm run manual:screens` takes pictures of the real screens for the user manual, from its own demo server.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { helpSections } from '@malote/core/help/help-content.ts'
import { chromium } from '@playwright/test'
import { chromiumArguments, chromiumPath } from '../e2e/support/chromium.ts'
import { openDemo, signInToDemo } from './lib/demo.ts'

const folder = new URL('../server/src/features/help/screens/', import.meta.url).pathname

const dataDir = await mkdtemp(join(tmpdir(), 'malote-manual-'))
const server = await openDemo(dataDir)
const browser = await chromium.launch({ executablePath: await chromiumPath(), args: chromiumArguments })
try {
  const page = await browser.newPage({
    baseURL: server.url,
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    viewport: { width: 1280, height: 720 },
    colorScheme: 'light',
    reducedMotion: 'reduce',
  })
  await signInToDemo(page, server, 'ana.nogueira@malote.demo')
  for (const { key, screen } of helpSections) {
    await page.goto(key === 'tracking' ? `${screen}?search=a&type=item` : screen)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    await page.screenshot({ path: join(folder, `${key}.jpg`), type: 'jpeg', quality: 75 })
  }
} finally {
  await browser.close()
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
}
