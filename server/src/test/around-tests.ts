import { afterAll, afterEach } from 'vitest'
import { hashCheaply } from '../features/auth/password.ts'
import { closeApps, expectNoErrorLogs } from './app.ts'

// In `setupFiles`, so that it runs for each file, even when the files of a worker share their modules.
hashCheaply()
afterEach(expectNoErrorLogs)
afterAll(closeApps)
