import { defineConfig } from '@playwright/test'
import { chromiumArguments, headlessPath } from './e2e/support/chromium.ts'

/**
 * Long tables of one thing (who may do what; the registers, the calendar and people of the settings) and the pages of
 * one's account, which the API tests hold rule by rule. `npm run test:all` runs them too.
 */
const thorough = ['account', 'calendar', 'protocols-permissions', 'settings', 'suppliers', 'users'].map(
  (name) => `**/${name}.spec.ts`,
)

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/support/prepared-server.ts',
  testIgnore: process.env.BROWSER_TESTS === 'brief' ? thorough : [],
  workers: 2,
  // A journey that fails once has failed: a retry would only hide the race.
  retries: 0,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  use: {
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    // What moves on its way is waited for, hundreds of times.
    contextOptions: { reducedMotion: 'reduce' },
    viewport: { width: 1440, height: 900 },
    launchOptions: { executablePath: await headlessPath(), args: chromiumArguments },
    // Recording every step costs a third of the time: asked for where a failure is looked into (TRACE=1).
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
  },
})
