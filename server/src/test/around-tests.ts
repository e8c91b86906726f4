import { afterAll, afterEach } from 'vitest'
import { closeApps, expectNoErrorLogs } from './app.ts'

// In `setupFiles`, so that it runs for each file, even when the files of a worker share their modules.
afterEach(expectNoErrorLogs)
afterAll(closeApps)
