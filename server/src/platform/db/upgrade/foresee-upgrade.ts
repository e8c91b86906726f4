import { sql } from 'kysely'
import { type Db, usualTimeout } from '../connect.ts'
import { appliedMigrations, type DatabaseDefinition, ensureKnown, ourDefinition } from '../migrate.ts'
import { type AppliedFile, filesToApply, isNewer } from '../sql-files.ts'
import { type Effect, type EffectKind, effectsOf } from './statement-effects.ts'

/** An effect on a table as large as it is now. */
interface Step extends Effect {
  /** Estimated by the last `analyze`. */
  rows: number
  bytes: number
  /** A rough guess: seconds on a machine with an ordinary disk. */
  seconds: number
}

/** The effects of this release on a database. */
export interface Upgrade {
  /** The largest version that has prepared this database, as `1.4.0`; null when the database is new. */
  from: string | null
  /** Another, newer release works on this database: this one changes no function or view. */
  isOlder: boolean
  migrations: { name: string; steps: Step[] }[]
  /** SQL files whose functions, triggers or views are made again; always quick. */
  files: string[]
}

/** Bytes per second, cautiously: half of what a small machine with an SSD does. */
const speed = { quick: Number.POSITIVE_INFINITY, scan: 200e6, index: 40e6, rewrite: 15e6 } as const

/**
 * Compares the database with this release. Changes nothing and locks nothing.
 *
 * @throws StartupError when this release cannot upgrade the database
 */
export const foreseeUpgrade = (db: Db, definition: DatabaseDefinition = ourDefinition()): Promise<Upgrade> =>
  db
    .transaction()
    .setAccessMode('read only')
    .execute(async (trx) => {
      await ensureKnown(trx, definition)
      const applied = await appliedMigrations(trx)
      const files = await appliedFiles(trx)
      const isOlder = files.some(({ release }) => isNewer(release, definition.release))
      const newest = files
        .map(({ release }) => release)
        .reduce<readonly number[] | null>(
          (best, release) => (best === null || isNewer(release, best) ? release : best),
          null,
        )
      const migrations = []
      for (const { name, text } of definition.migrations) {
        if (!applied.includes(name)) migrations.push({ name, steps: await stepsOf(trx, effectsOf(text)) })
      }
      return {
        from: newest?.join('.') ?? null,
        isOlder,
        migrations,
        files: isOlder ? [] : filesToApply(definition.sqlFiles, files).map(({ name }) => name),
      }
    })

async function appliedFiles(db: Db): Promise<AppliedFile[]> {
  const { rows } = await sql<{ is: boolean }>`select to_regclass('sql_files') is not null as is`.execute(db)
  if (!rows[0]?.is) return []
  return (await sql<AppliedFile>`select name, digest, release, objects from sql_files`.execute(db)).rows
}

async function stepsOf(db: Db, effects: readonly Effect[]): Promise<Step[]> {
  const { rows } = await sql<{ name: string; rows: number; bytes: number }>`
    select case s.nspname when 'public' then '' else s.nspname || '.' end || c.relname as name,
      greatest(c.reltuples, 0)::float8 as rows, pg_table_size(c.oid) as bytes
    from pg_class c join pg_namespace s on s.oid = c.relnamespace where c.relkind in ('r', 'p')
  `.execute(db)
  return effects.map((effect) => {
    const table = rows.find(({ name }) => name === effect.table)
    const bytes = table?.bytes ?? 0
    return { ...effect, rows: table?.rows ?? 0, bytes, seconds: bytes / speed[effect.kind] }
  })
}

const numbers = new Intl.NumberFormat('pt-BR')

const waits: Record<EffectKind, string> = {
  quick: 'imediato',
  scan: 'lê a tabela inteira',
  index: 'lê e ordena a tabela inteira',
  rewrite: 'grava linhas de novo',
}

/** Seconds that a request waits for the tables before it fails with 503. */
const longestPause = usualTimeout / 1000

const tooLong = `Atenção: quem esperar mais de ${longestPause} segundos verá um erro (503). Atualize fora do expediente.`

/** The sentences of `npm run upgrade -- --check`. */
export function describeUpgrade({ from, isOlder, migrations, files }: Upgrade, release: readonly number[]): string[] {
  const to = release.join('.')
  if (from === null) return [`O banco de dados é novo: a versão ${to} o preparará ao iniciar.`]
  const lines = [`Banco de dados preparado pela versão ${from}; esta é a ${to}.`]
  if (isOlder) lines.push('Uma versão mais nova já usa este banco: esta não muda funções nem visões.')
  if (migrations.length + files.length === 0) return [...lines, 'Nada a mudar: a atualização é imediata.']

  if (migrations.length > 0) lines.push(`Migrações a aplicar: ${migrations.length}.`)
  for (const { name, steps } of migrations) {
    lines.push(`  ${name}`)
    if (steps.length === 0) lines.push('    só cria o que ainda não existe: imediato')
    else lines.push(...steps.map((step) => `    ${describe(step)}`))
  }
  if (files.length > 0) lines.push(`Funções, gatilhos e visões refeitos (imediato): ${files.join(', ')}.`)
  const seconds = migrations.flatMap(({ steps }) => steps).reduce((sum, step) => sum + step.seconds, 0)
  return [
    ...lines,
    `Tempo estimado: ${duration(seconds)}. Enquanto isso, as pessoas esperam.`,
    ...(seconds > longestPause ? [tooLong] : []),
    'Tudo acontece em uma só transação: se algo falhar, o banco fica como está e a versão anterior continua.',
  ]
}

const describe = ({ table, what, kind, rows, bytes, seconds }: Step) =>
  `${table} (${rows === 1 ? '1 linha' : `${numbers.format(Math.round(rows))} linhas`}, ${size(bytes)}): ${what}; ${waits[kind]}${kind === 'quick' ? '' : `, ${duration(seconds)}`}`

const size = (bytes: number) =>
  bytes >= 1e9 ? `${numbers.format(Math.round(bytes / 1e8) / 10)} GB` : `${numbers.format(Math.ceil(bytes / 1e6))} MB`

function duration(seconds: number): string {
  if (seconds < 1) return 'menos de 1 segundo'
  if (seconds < 90) return Math.round(seconds) === 1 ? 'cerca de 1 segundo' : `cerca de ${Math.round(seconds)} segundos`
  return `cerca de ${Math.round(seconds / 60)} minutos`
}
