import { defineConfig } from '@playwright/test'
import { chromiumArguments, headlessPath } from './e2e/support/chromium.ts'

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/support/prepared-server.ts',
  workers: 4,
  // What guards against the browser or the machine rather than against us; a sentinel of each kind is not tagged.
  ...(process.env.TEST_LONG !== '1' && { grepInvert: /@long/ }),
  // A journey that fails once has failed: a retry would only hide the race.
  retries: 0,
  timeout: 240_000,
  // What nobody would tell a screen is asked for again after thirty seconds: it must not pass as told.
  expect: { timeout: 25_000 },
  reporter: [['list']],
  use: {
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    // Animations would add hundreds of waits.
    contextOptions: { reducedMotion: 'reduce' },
    // A press that finds nothing to press says which one it was, long before the test's own end.
    actionTimeout: 30_000,
    viewport: { width: 1440, height: 900 },
    launchOptions: { executablePath: await headlessPath(), args: chromiumArguments },
    // Recording every step costs a third of the time: asked for where a failure is looked into (TRACE=1).
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
  },
})
