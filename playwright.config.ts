import { defineConfig } from '@playwright/test'
import { chromiumArguments, chromiumPath } from './e2e/support/chromium.ts'

/**
 * Every rule of these screens has its API and unit tests; their browser specs go into each dialog and sentence and take as
 * long as all others together. `npm run test:all` runs them too.
 */
const thorough = [
  'account',
  'calendar',
  'import',
  'notifications',
  'protocols-detail',
  'protocols-form',
  'protocols-permissions',
  'robustness',
  'settings',
  'suppliers',
  'users',
].map((name) => `**/${name}.spec.ts`)

export default defineConfig({
  testDir: 'e2e',
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
    viewport: { width: 1440, height: 900 },
    launchOptions: { executablePath: await chromiumPath(), args: chromiumArguments },
    // Recording every step costs a third of the time: asked for where a failure is looked into (TRACE=1).
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
  },
})
