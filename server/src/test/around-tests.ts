import { afterAll, afterEach } from 'vitest'
import { hashCheaply } from '../features/auth/password.ts'
import { closeApps, expectNoErrorLogs } from './app.ts'
import { watchTransactions } from './watch-transactions.ts'

// In `setupFiles`, so that it runs for each file, even when the files of a worker share their modules.
hashCheaply()
watchTransactions()
afterEach(expectNoErrorLogs)
afterAll(closeApps)
