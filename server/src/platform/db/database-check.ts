import { countInWords, sizeInWords, spanInWords } from '@malote/core/shared/measures.ts'
import type { SystemCheck } from '@malote/core/system/system-check.ts'
import { sql } from 'kysely'
import type { Db } from './connect.ts'
import { appliedMigrations, knownMigrations } from './migrate.ts'

interface DatabaseFacts {
  version: string
  size: number
  connections: number
  maxConnections: number
  /** Seconds that the oldest open transaction of this database has lasted. */
  longestTransaction: number
}

/** Share of the allowed connections above which others may soon be refused. */
const crowded = 0.85

/** Seconds: transactions of people take milliseconds, an archive of a large installation up to half an hour. */
const longTransaction = 30 * 60

/** Version, size, connections and transactions of the database. */
export async function databaseCheck(db: Db): Promise<SystemCheck> {
  const { version, size, connections, maxConnections, longestTransaction } = await databaseFacts(db)
  const head = { id: 'database', title: 'Banco de dados' }
  const summary = `PostgreSQL ${version}, ${sizeInWords(size)}, ${connections} de ${maxConnections} conexões em uso.`
  if (connections > crowded * maxConnections) {
    const advice = 'Aumente max_connections no PostgreSQL, ou diminua DATABASE_POOL_SIZE.'
    return { ...head, state: 'warning', summary, advice }
  }
  if (longestTransaction > longTransaction) {
    const advice =
      'Transações longas impedem a limpeza do banco: veja em pg_stat_activity qual é, e encerre-a se não for uma cópia de segurança.'
    const long = `${summary} Uma transação está aberta há ${spanInWords(longestTransaction)}.`
    return { ...head, state: 'warning', summary: long, advice }
  }
  return { ...head, state: 'ok', summary, advice: null }
}

async function databaseFacts(db: Db): Promise<DatabaseFacts> {
  const { rows } = await sql<DatabaseFacts>`
    select split_part(current_setting('server_version'), ' ', 1) as version,
      pg_database_size(current_database()) as size,
      count(*) as connections,
      current_setting('max_connections')::int as max_connections,
      coalesce(extract(epoch from max(now() - xact_start) filter (where datname = current_database())), 0)::float8
        as longest_transaction
    from pg_stat_activity where backend_type = 'client backend'`.execute(db)
  const [facts] = rows
  if (!facts) throw new Error('pg_stat_activity has no row')
  return facts
}

/** Whether the tables are those of this release. */
export async function migrationsCheck(db: Db): Promise<SystemCheck> {
  const head = { id: 'migrations', title: 'Estrutura do banco' }
  const names = new Set(await appliedMigrations(db))
  const ours = knownMigrations()
  const missing = ours.filter((name) => !names.has(name)).length
  const unknown = names.size - (ours.length - missing)
  if (missing > 0) {
    const summary = `${countInWords(missing, 'atualização da estrutura falta', 'atualizações da estrutura faltam')}.`
    return { ...head, state: 'problem', summary, advice: 'Reinicie o servidor, que atualiza a estrutura ao começar.' }
  }
  if (unknown > 0) {
    const summary = 'Uma versão mais nova do Malote já atualizou este banco de dados.'
    return { ...head, state: 'warning', summary, advice: 'Atualize também este servidor.' }
  }
  return { ...head, state: 'ok', summary: `A da versão em uso, com ${ours.length} passos.`, advice: null }
}

/** Whether the server works as a role that can alter neither tables nor the history. */
export async function roleCheck(db: Db): Promise<SystemCheck> {
  const head = { id: 'role', title: 'Papel no banco de dados' }
  const { rows } = await sql<{ owns: boolean }>`
    select pg_has_role(current_user, relowner, 'usage') as owns from pg_class where oid = 'history'::regclass`.execute(
    db,
  )
  if (!rows[0]?.owns) {
    const summary = 'O servidor não pode alterar tabelas nem o histórico.'
    return { ...head, state: 'ok', summary, advice: null }
  }
  const summary = 'O servidor usa o dono do banco de dados, que pode alterar o histórico.'
  const advice = 'Informe em DATABASE_OWNER_URL o dono e em DATABASE_URL um papel sem esse poder.'
  return { ...head, state: 'warning', summary, advice }
}

/** Servers that work on this database, by the connection on which each waits for news. */
export async function countInstances(db: Db): Promise<number> {
  const { rows } = await sql<{ instances: number }>`
    select count(*) as instances from pg_stat_activity
    where application_name = 'malote news' and datname = current_database()`.execute(db)
  return rows[0]?.instances ?? 0
}

/** When the oldest of these servers began to wait, as its start or soon after; undefined when none runs. */
export async function servingSince(db: Db): Promise<Date | undefined> {
  const { rows } = await sql<{ since: string | null }>`
    select min(backend_start) as since from pg_stat_activity
    where application_name = 'malote news' and datname = current_database()`.execute(db)
  return rows[0]?.since == null ? undefined : new Date(rows[0].since)
}

/** Unfolded rows that slow down lists and cards noticeably; a fold every two seconds leaves a few hundred. */
const manyRows = 20_000

/** Whether the figures of lists and reports are folded. */
export async function foldCheck(db: Db): Promise<SystemCheck> {
  const head = { id: 'fold', title: 'Números dos painéis' }
  const waiting = await foldLag(db)
  const summary =
    waiting === 0
      ? 'Todas as mudanças já estão somadas.'
      : `${countInWords(waiting, 'mudança ainda não está somada', 'mudanças ainda não estão somadas')}; os números já as consideram.`
  if (waiting <= manyRows) return { ...head, state: 'ok', summary, advice: null }
  const advice = 'Se o número não diminuir em alguns minutos, procure no log do servidor por “folding failed”.'
  return { ...head, state: 'warning', summary, advice }
}

/** Seconds that an entry may wait for its link without a warning; usually it waits for about two. */
const usualLagSeconds = 5 * 60
const problemLagSeconds = 3600

/** Whether new entries of the history are chained. */
export async function chainCheck(db: Db): Promise<SystemCheck> {
  const head = { id: 'chain', title: 'Encadeamento do histórico' }
  const { entries, seconds } = await chainLag(db)
  if (entries === 0) return { ...head, state: 'ok', summary: 'Todo o histórico está encadeado.', advice: null }
  const summary = `${countInWords(entries, 'entrada espera', 'entradas esperam')} pelo seu elo, a mais antiga há ${spanInWords(seconds)}.`
  if (seconds <= usualLagSeconds) return { ...head, state: 'ok', summary, advice: null }
  const advice =
    'Depois de uma atualização ou restauração, aguarde. Se o número não diminuir, procure no log por “chaining the history failed”.'
  return { ...head, state: seconds > problemLagSeconds ? 'problem' : 'warning', summary, advice }
}

/** Rows that are counted; above it the lag is at least this. */
const mostCounted = 100_000

/** Rows of the ledgers that are not folded yet, at most {@link mostCounted} of each ledger. */
export async function foldLag(db: Db): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select (select count(*) from (select from protocol_ledger limit ${mostCounted}) p)
      + (select count(*) from (select from item_ledger limit ${mostCounted}) i)
      + (select count(*) from (select from category_ledger limit ${mostCounted}) c) as waiting`.execute(db)
  return rows[0]?.waiting ?? 0
}

interface ChainLag {
  /** History entries without a link, at most {@link mostCounted}. */
  entries: number
  /** Seconds since the oldest of them was written; 0 when none waits. */
  seconds: number
}

/** How far the chain of the history is behind. */
export async function chainLag(db: Db): Promise<ChainLag> {
  const { rows } = await sql<ChainLag>`
    select count(*) as entries, coalesce(greatest(0, extract(epoch from now() - min(created_at))), 0)::float8 as seconds
    from (
      select created_at from history where id > (select chained_to from chain_progress) order by id limit ${mostCounted}
    ) waiting`.execute(db)
  return rows[0] ?? { entries: 0, seconds: 0 }
}
