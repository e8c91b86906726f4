// `npm run manual:screens`: pictures of the real screens for the user manual, from a demo server of its own.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { helpSections } from '@malote/core/help/help-content.ts'
import { chromium } from '@playwright/test'
import { chromiumArguments, chromiumPath } from '../e2e/support/chromium.ts'
import { startServer } from '../e2e/support/server.ts'

const person = { email: 'ana.nogueira@malote.demo', password: 'malote123' }
const folder = new URL('../server/src/features/help/screens/', import.meta.url).pathname

const dataDir = await mkdtemp(join(tmpdir(), 'malote-manual-'))
const server = await startServer(dataDir, {}, ['--demo'])
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
  await page.goto('/login')
  await page.getByLabel('E-mail').fill(person.email)
  await page.getByLabel('Senha', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Entrar' }).click()
  await page.waitForURL(({ pathname }) => pathname !== '/login')
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
