import pg from 'pg'
import type { Config } from '../settings/config.ts'
import { StartupError } from '../startup-error.ts'
import { startEmbeddedDatabase } from './embedded/start.ts'
import { type Pooler, poolerBehind } from './pooler.ts'

/** A reachable database, as the server's role sees it, and a function that releases it. */
export interface OpenDatabase {
  connectionString: string
  /** The pooler that `connectionString` leads to; undefined when it leads to PostgreSQL itself. */
  pooler?: Pooler | undefined
  /** PostgreSQL itself, as the same role: for what needs a session of its own, such as LISTEN. */
  directConnectionString: string
  /** Its owner: for migrations, archives and checks. The same string when one role does both. */
  ownerConnectionString: string
  stop(): Promise<void>
}

/**
 * The database of `DATABASE_URL`, or our embedded one below `DATA_DIR`.
 *
 * @param onLost called when the embedded database died and could not be restarted
 * @throws StartupError when the database cannot be reached
 */
export async function openDatabase(config: Config, onLost: (error: unknown) => void): Promise<OpenDatabase> {
  const { DATABASE_URL, DATABASE_DIRECT_URL = DATABASE_URL, DATA_DIR, RUN_AS: runAs } = config
  const { DATABASE_OWNER_URL = DATABASE_DIRECT_URL } = config
  if (DATABASE_URL === undefined || DATABASE_DIRECT_URL === undefined || DATABASE_OWNER_URL === undefined) {
    const embedded = await startEmbeddedDatabase({
      dataDir: DATA_DIR,
      runAs,
      log: (sentence) => console.error(sentence),
      onLost,
    })
    return { ...embedded, directConnectionString: embedded.connectionString }
  }
  const reached = await reach('DATABASE_URL', DATABASE_URL)
  if (DATABASE_DIRECT_URL !== DATABASE_URL) {
    ensureSameDatabase(reached, await reachDirectly('DATABASE_DIRECT_URL', DATABASE_DIRECT_URL))
  } else if (reached.pooler) {
    throw new StartupError(
      'DATABASE_URL passa por um pooler (PgBouncer): informe também DATABASE_DIRECT_URL, o endereço do próprio PostgreSQL.',
    )
  }
  if (![DATABASE_URL, DATABASE_DIRECT_URL].includes(DATABASE_OWNER_URL)) {
    await reachDirectly('DATABASE_OWNER_URL', DATABASE_OWNER_URL)
  }
  return {
    connectionString: DATABASE_URL,
    pooler: reached.pooler,
    directConnectionString: DATABASE_DIRECT_URL,
    ownerConnectionString: DATABASE_OWNER_URL,
    stop: async () => {},
  }
}

interface Reached {
  pooler: Pooler | undefined
  database: string
  role: string
}

async function reach(variable: string, connectionString: string): Promise<Reached> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query('select current_database() as database, current_user as role')
    return { ...rows[0], pooler: await poolerBehind(client) }
  } catch (cause) {
    const { host, port } = client
    throw new StartupError(`O banco de dados de ${variable} não atende em ${host}:${port}: ${reasonOf(cause)}.`, {
      cause,
    })
  } finally {
    await client.end().catch(() => {})
  }
}

async function reachDirectly(variable: string, connectionString: string): Promise<Reached> {
  const reached = await reach(variable, connectionString)
  if (!reached.pooler) return reached
  throw new StartupError(`${variable} passa por um pooler (PgBouncer): informe o endereço do próprio PostgreSQL.`)
}

function ensureSameDatabase(pooled: Reached, direct: Reached) {
  if (pooled.database === direct.database && pooled.role === direct.role) return
  throw new StartupError(
    `DATABASE_DIRECT_URL precisa levar ao mesmo banco e ao mesmo papel que DATABASE_URL: leva a ${direct.database} como ${direct.role}, e não a ${pooled.database} como ${pooled.role}.`,
  )
}

const noTls =
  'o servidor não oferece TLS: ative-o (ssl = on), ou acrescente sslmode=disable ao endereço para conectar sem proteção'
const trust = 'acrescente ao endereço sslrootcert=/caminho/da/autoridade.pem'

// A host name with several addresses fails with one error per address and no message of its own.
function reasonOf(error: unknown): string {
  const { code, message } = (error instanceof AggregateError ? error.errors[0] : error) as NodeJS.ErrnoException
  const known: Record<string, string> = {
    ECONNREFUSED: 'a conexão foi recusada',
    ENOTFOUND: 'o servidor não foi encontrado',
    '28P01': 'a senha não confere',
    '3D000': 'o banco não existe',
  }
  if (message === 'The server does not support SSL connections') return noTls
  if (/CERT|SELF_SIGNED|UNABLE_TO_VERIFY/.test(code ?? '')) return `o certificado não é confiável (${code}): ${trust}`
  return known[code ?? ''] ?? message
}
