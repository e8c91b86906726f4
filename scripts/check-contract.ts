// Checks docs/contract.md: each statement names a test, file or decision that exists, and each citation names an
// existing statement.
import { readContract } from './check-contract/contract.ts'
import { foreignCitations, looseStatements, unknownCitations } from './check-contract/rules.ts'
import { readSources } from './lib/sources.ts'

const sources = await readSources()
const contract = readContract(sources.get('docs/contract.md') ?? '')
const problems = [
  ...looseStatements(contract, sources),
  ...unknownCitations(contract, sources),
  ...foreignCitations(sources),
]

for (const problem of problems) console.error(problem)
console.log(`${contract.statements.length} statements, ${problems.length} problems`)
process.exitCode = problems.length > 0 || contract.statements.length === 0 ? 1 : 0
