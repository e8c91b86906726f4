import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/** What is waited for ends as soon as it holds. The defaults of a second and five would test the machine's speed. */
const patient = { testTimeout: 240_000, hookTimeout: 240_000, expect: { poll: { timeout: 60_000 } } }

/**
 * Some of the time a file waits, for mails, for locks, for a database that starts: four at a time keep two cores busy,
 * six take more processor time for the same. By itself Vitest runs one. Each takes half a gigabyte.
 */
const maxWorkers = Math.max(availableParallelism(), Math.min(4, Math.floor(process.availableMemory() / 2 ** 30)))

/** Listed first in `setupFiles`: hooks run in reverse order, so it undoes last. */
const repeatable = 'server/src/test/repeatable.ts'

/** Tests of whole pages, in a DOM. */
const pages = 'web/src/**/*.page.test.tsx'

/** Nothing that these files share is ever changed: each need not load it anew, which would be most of their time. */
const pure = (name: string, include: string) => ({
  test: { name, include: [include], exclude: [pages], setupFiles: repeatable, isolate: false, ...patient },
})

export default defineConfig({
  test: {
    maxWorkers,
    projects: [
      pure('core', 'core/src/**/*.test.ts'),
      pure('scripts', '{scripts,rehearsals}/**/*.test.ts'),
      {
        test: {
          name: 'server',
          include: ['server/src/**/*.test.ts'],
          globalSetup: 'server/src/test/global-setup.ts',
          setupFiles: [repeatable, 'server/src/test/around-tests.ts'],
          // Every file would load the whole server again, which takes longer than most of its tests.
          isolate: false,
          ...patient,
        },
      },
      pure('web', 'web/src/**/*.test.{ts,tsx}'),
      {
        oxc: { jsx: { runtime: 'automatic', development: false } },
        test: {
          name: 'pages',
          include: [pages],
          environment: './web/src/test/lasting-dom.ts',
          environmentOptions: { happyDOM: { url: 'https://malote.test' } },
          setupFiles: [repeatable, 'web/src/test/around-pages.ts'],
          // Each worker loads the app once, which takes as long as ten tests.
          isolate: false,
          // Half of their time is waiting, too.
          maxWorkers: 3,
          // Projects with another number of workers run by themselves.
          sequence: { groupOrder: 1 },
          ...patient,
          // React for development takes twice the time. The zone is not the organisation's.
          env: { NODE_ENV: 'production', TZ: 'UTC' },
        },
      },
    ],
  },
})
