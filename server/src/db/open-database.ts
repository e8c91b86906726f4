import pg from 'pg'
import type { Config } from '../config.ts'
import { StartupError } from '../startup-error.ts'
import { startEmbeddedDatabase } from './embedded/start.ts'

/** A reachable database, as the server's role sees it, and a function that releases it. */
export interface OpenDatabase {
  connectionString: string
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
  const { DATABASE_URL, DATABASE_OWNER_URL = DATABASE_URL, DATA_DIR, RUN_AS: runAs } = config
  if (DATABASE_URL === undefined || DATABASE_OWNER_URL === undefined) {
    return startEmbeddedDatabase({ dataDir: DATA_DIR, runAs, log: (sentence) => console.error(sentence), onLost })
  }
  await ensureReachable('DATABASE_URL', DATABASE_URL)
  if (DATABASE_OWNER_URL !== DATABASE_URL) await ensureReachable('DATABASE_OWNER_URL', DATABASE_OWNER_URL)
  return { connectionString: DATABASE_URL, ownerConnectionString: DATABASE_OWNER_URL, stop: async () => {} }
}

async function ensureReachable(variable: string, connectionString: string) {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000 })
  try {
    await client.connect()
  } catch (cause) {
    const { host, port } = client
    throw new StartupError(`O banco de dados de ${variable} não atende em ${host}:${port}: ${reasonOf(cause)}.`, {
      cause,
    })
  } finally {
    await client.end().catch(() => {})
  }
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
