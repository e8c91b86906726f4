import { resolve } from 'node:path'
import { StartupError } from '../../server/src/startup-error.ts'

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
