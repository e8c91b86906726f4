import { renameSync } from 'node:fs'
import { sql } from 'kysely'
import { withPatientDatabase } from '../platform/db/connect.ts'
import { type OpenDatabase, openDatabase } from '../platform/db/open-database.ts'
import type { Config } from '../platform/settings/config.ts'
import { founderEmail } from './organisation.ts'

/** Age in milliseconds at which most items of a demo are late, because nobody goes on with its story. */
const longestLife = 7 * 24 * 60 * 60_000

/**
 * Opens the demo's database. A demo that was not finished or is out of date is put aside first, because somebody may have
 * typed something into it, and an empty one takes its place.
 *
 * @param onLost see {@link openDatabase}
 */
export async function openDemo(config: Config, onLost: (error: unknown) => void): Promise<OpenDatabase> {
  const now = new Date()
  const database = await openDatabase(config, onLost)
  const reason = reasonToRemake(await readState(database), now)
  if (reason === undefined) return database
  await database.stop()
  putAside(config.DATA_DIR, reason, now)
  return openDatabase(config, onLost)
}

/** Notes that the demo is whole, in the database, which moves with its folder. */
export const markAsMade = ({ ownerConnectionString }: OpenDatabase, madeAt: Date) =>
  withPatientDatabase(ownerConnectionString, (db) =>
    sql`comment on schema public is ${sql.lit(`demo ${madeAt.toISOString()}`)}`.execute(db),
  )

interface DemoState {
  /** Whether its founder exists, so that nothing else than a demo is ever put aside. */
  isBegun: boolean
  madeAt: Date | undefined
}

const readState = ({ ownerConnectionString }: OpenDatabase): Promise<DemoState> =>
  withPatientDatabase(ownerConnectionString, async (db) => {
    const { rows } = await sql<{ mark: string | null; hasUsers: boolean }>`
      select obj_description('public'::regnamespace, 'pg_namespace') as mark, to_regclass('public.users') is not null as "hasUsers"
    `.execute(db)
    const founder = rows[0]?.hasUsers
      ? await db.selectFrom('users').select('id').where('email', '=', founderEmail).executeTakeFirst()
      : undefined
    const [, madeAt] = /^demo (.+)$/.exec(rows[0]?.mark ?? '') ?? []
    return { isBegun: founder !== undefined, madeAt: madeAt === undefined ? undefined : new Date(madeAt) }
  })

/** @returns the beginning of a sentence; undefined when the demo can be used as it is */
export function reasonToRemake({ isBegun, madeAt }: DemoState, now: Date): string | undefined {
  if (!isBegun) return undefined
  if (madeAt === undefined) return 'A demonstração não tinha ficado pronta'
  const isOld = now.getTime() - madeAt.getTime() > longestLife
  return isOld ? 'A demonstração tem mais de uma semana, e quase tudo nela já venceu' : undefined
}

function putAside(dataDir: string, reason: string, now: Date) {
  const stamp = now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')
  const kept = `${dataDir.replace(/[/\\]+$/, '')}-${stamp}`
  try {
    renameSync(dataDir, kept)
    console.log(`${reason}: ela será feita de novo. A pasta anterior fica em ${kept}; apague-a quando quiser.`)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    console.warn(`${reason}, mas a pasta ${dataDir} não pode ser renomeada (${code}): apague-a para fazer outra.`)
  }
}
