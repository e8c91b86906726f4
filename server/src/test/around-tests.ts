import { afterAll, afterEach } from 'vitest'
import { closeApps, expectNoErrorLogs } from './app.ts'

// For `setupFiles`, which runs for each file, also where the files of a worker share their modules.
afterEach(expectNoErrorLogs)
afterAll(closeApps)
