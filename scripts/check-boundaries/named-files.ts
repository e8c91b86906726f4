/** Files of other programs, and packages, that are named like files of ours. */
const foreign: ReadonlySet<string> = new Set(['ipaddr.js', 'pg_hba.conf', 'postgresql.conf'])

const fileName = /^[\w.-]+(\/[\w.-]+)*\.(ts|tsx|mjs|js|css|sql|html|md|json|yml|yaml|conf)$/

/**
 * The files that a document names in backticks and that do not exist. The end of a path is enough: `auth.ts` or
 * `http/auth.ts`. Skips code blocks, addresses, absolute paths and placeholders such as `<f>.queries.ts`.
 *
 * @param files all paths of the repository
 */
export function missingFiles(document: string, files: readonly string[]): string[] {
  const prose = document.replace(/^```.*?^```/gms, '')
  const named = [...prose.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code)
  const wanted = named.filter((name) => fileName.test(name) && !foreign.has(name) && !name.startsWith('yyyy'))
  return [...new Set(wanted)].filter((name) => !files.some((file) => file === name || file.endsWith(`/${name}`)))
}
