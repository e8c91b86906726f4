import { resolve } from 'node:path'
import type { WireFields } from '@malote/core/audit/changed-fields.ts'
import { AppError } from '@malote/core/shared/errors.ts'
import { handOverFiles } from '../../server/src/app/give-up-root.ts'
import { recordAudit } from '../../server/src/features/audit/public.ts'
import { openSession } from '../../server/src/platform/archive/open-data.ts'
import { StartupError } from '../../server/src/platform/startup-error.ts'

/** The file that `npm run backup` or `npm run restore` is given, and whether each of its flags is. */
export function archiveArguments(command: string, flags: readonly string[] = []) {
  const given = process.argv.slice(2)
  const [file, ...others] = given.filter((word) => !flags.includes(word))
  if (file === undefined || others.length > 0 || file.startsWith('--')) {
    throw new StartupError(`Informe o arquivo: npm run ${command} -- ARQUIVO`)
  }
  return { file: resolve(file), has: (flag: string) => given.includes(flag) }
}

/** Rows of all tables together. */
export const sum = (rows: Record<string, number>) => Object.values(rows).reduce((total, one) => total + one, 0)

/** Prints one sentence for an expected failure; any other error is a bug and is printed in full. */
export function fail(error: unknown): void {
  console.error(error instanceof StartupError ? error.message : error)
  process.exitCode = 1
}

/**
 * Call it before storing attachments. Gives them to the account that the server will run as when this program ends,
 * also when it fails or is interrupted: what was stored until then would belong to root, and the server could not write
 * beside it.
 */
export function handOverAtExit(settings: Parameters<typeof handOverFiles>[0]): void {
  process.once('exit', () => {
    try {
      handOverFiles(settings, { everything: true })
    } catch (error) {
      fail(error)
    }
  })
}

/** The operator's message when an archive could not be written; other errors stay as they are. */
export function unwritten(error: unknown, file: string): unknown {
  const { code, path } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new StartupError(`Não há espaço em disco para ${file}.`, { cause: error })
  }
  if (path?.startsWith(file)) {
    return new StartupError(`Não é possível gravar ${file} (${code}): verifique a pasta e as permissões.`, {
      cause: error,
    })
  }
  if (error instanceof AppError) return new StartupError('O armazenamento dos anexos não respondeu.', { cause: error })
  return error
}

const endings = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Works with a database and releases it, also on Ctrl+C: the embedded PostgreSQL that the program has started would
 * otherwise go on running, without an owner, while the operator takes its folder for a stopped one. The program then
 * ends with 1.
 *
 * @param work gets a signal that is aborted by Ctrl+C
 * @param options.graceMs milliseconds that the work has after that, to undo what it has begun
 */
export async function withDatabase<Database extends { stop: () => Promise<void> }>(
  opening: Promise<Database>,
  work: (database: Database, interrupted: AbortSignal) => Promise<void>,
  { graceMs = 0 } = {},
): Promise<void> {
  const interruption = new AbortController()
  const { signal } = interruption
  for (const ending of endings) process.on(ending, () => interruption.abort())
  const database = await opening
  try {
    signal.throwIfAborted()
    const interrupted = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => setTimeout(reject, graceMs, signal.reason))
    })
    await Promise.race([work(database, signal), interrupted])
  } finally {
    await database.stop()
    if (signal.aborted) {
      console.error('Interrompido.')
      process.exit(1)
    }
  }
}

/** Records in the audit that the operator copied the whole database (`export`) or restored it (`import`). */
export async function recordArchive(
  connectionString: string,
  action: 'export' | 'import',
  content: WireFields,
): Promise<void> {
  const { db, end } = await openSession(connectionString)
  try {
    await db.transaction().execute((trx) =>
      recordAudit(trx, {
        ...{ action, actor: null, address: null, after: content },
        subject: { kind: 'archive', id: null, name: null },
      }),
    )
  } finally {
    await end()
  }
}
