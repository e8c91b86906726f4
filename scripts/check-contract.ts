// Checks docs/contract.md: each statement names a test, file or decision that exists, and each citation names an
// existing statement.
import { readdir, readFile } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { readContract } from './check-contract/contract.ts'
import { foreignCitations, looseStatements, unknownCitations } from './check-contract/rules.ts'
import { root } from './lib/run.ts'

const folders = ['core/src', 'server/src', 'web', 'e2e', 'scripts', 'docs']
// The tests of this check cite things that do not exist.
const isRead = (path: string) =>
  /\.(ts|tsx|mjs|js|css|sql|html|md)$/.test(path) &&
  !/node_modules|\/dist\/|^scripts\/check-contract\/.*\.test\.ts$/.test(path)

async function below(folder: string): Promise<[path: string, text: string][]> {
  const files = (await readdir(join(root, folder), { recursive: true })).map((file) => file.replaceAll('\\', '/'))
  const paths = files.map((file) => posix.join(folder, file)).filter(isRead)
  return Promise.all(paths.map(async (path) => [path, await readFile(join(root, path), 'utf8')] as [string, string]))
}

const texts = await Promise.all(folders.map(below))
const sources = new Map([...texts.flat(), ['README.md', await readFile(join(root, 'README.md'), 'utf8')]])
const contract = readContract(sources.get('docs/contract.md') ?? '')
const problems = [
  ...looseStatements(contract, sources),
  ...unknownCitations(contract, sources),
  ...foreignCitations(sources),
]

for (const problem of problems) console.error(problem)
console.log(`${contract.statements.length} statements, ${problems.length} problems`)
process.exitCode = problems.length > 0 || contract.statements.length === 0 ? 1 : 0
