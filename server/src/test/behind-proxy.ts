import { onTestFinished } from 'vitest'
import { connect } from '../platform/db/connect.ts'
import type { TestAppOptions } from './app.ts'
import { databaseProxy, type FaultProxy } from './fault-proxy.ts'
import { testOrganisation } from './organisation.ts'

interface Options extends Omit<TestAppOptions, 'ownDatabase' | 'appDatabase'> {
  /** Milliseconds; defaults to the app's own value. */
  statementTimeout?: number
}

/**
 * An organisation whose app connects to its database through a proxy until the test ends. The test's own `db` connects
 * directly.
 */
export async function organisationBehindProxy({ statementTimeout, ...options }: Options = {}) {
  let proxy: FaultProxy | undefined
  const organisation = await testOrganisation({
    ...options,
    ownDatabase: true,
    appDatabase: async (connectionString) => {
      const opened = await databaseProxy(connectionString)
      const db = connect(opened.connectionString, { poolSize: 5, ...(statementTimeout && { statementTimeout }) })
      proxy = opened
      onTestFinished(async () => {
        await db.destroy()
        await opened.close()
      })
      return db
    },
  })
  if (!proxy) throw new Error('the app was given no database')
  return { ...organisation, proxy }
}
