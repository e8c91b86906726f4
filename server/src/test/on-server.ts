import pg from 'pg'

/** The migrated, empty database that tests clone. */
export const templateName = 'malote_template'

/** The connection string of another database on the same server. */
export function databaseAt(server: string, name: string): string {
  // Not a URL object: it would reject or rewrite a host that is an encoded socket folder.
  return server.replace(/\/[^/?]*(\?|$)/, `/${name}$1`)
}

/** Runs one statement on a new connection, as `create database` requires. */
export async function onServer(connectionString: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** Kept, because to connect takes as long as a statement does. By server. */
const pools = new Map<string, pg.Pool>()

function poolAt(connectionString: string): pg.Pool {
  const found = pools.get(connectionString)
  if (found) return found
  const pool = new pg.Pool({ connectionString, max: 2, allowExitOnIdle: true })
  pool.on('error', () => {}) // the server stops before we do
  pools.set(connectionString, pool)
  return pool
}

/** Removes a database. The sessions of a killed server may take longer to end than the five seconds that they are given. */
export async function dropDatabase(connectionString: string, name: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await poolAt(connectionString).query(`drop database ${name} with (force)`)
      return
    } catch (error) {
      const isInUse = (error as { code?: string }).code === '55006'
      if (!isInUse || tries === 12) throw error
    }
  }
}

/** Creates a copy of the template. Copying its files costs half the processor time of the default, writing them to the log. */
export const cloneTemplate = (connectionString: string, name: string) =>
  poolAt(connectionString).query(`create database ${name} template ${templateName} strategy file_copy`)
