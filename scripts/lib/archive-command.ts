import { StartupError } from '../../server/src/startup-error.ts'

/** The one argument of `npm run backup` and `npm run restore`. */
export function fileArgument(command: string): string {
  const [file, ...others] = process.argv.slice(2)
  if (file !== undefined && others.length === 0) return file
  throw new StartupError(`Informe o arquivo: npm run ${command} -- ARQUIVO`)
}

/** Rows of all tables together. */
export const sum = (rows: Record<string, number>) => Object.values(rows).reduce((total, one) => total + one, 0)

/** Prints one sentence for an expected failure; any other error is a bug and is printed in full. */
export function fail(error: unknown): void {
  console.error(error instanceof StartupError ? error.message : error)
  process.exitCode = 1
}
