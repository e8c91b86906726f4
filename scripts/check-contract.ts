// Checks docs/contract.md: each statement has a proof, and each proof and citation names an existing statement.
// With `--index` it prints which tests prove which statement.
import {
  foreignCitations,
  looseStatements,
  readContract,
  readProofs,
  unknownCitations,
} from './check-contract/rules.ts'
import { readSources } from './lib/sources.ts'

const sources = await readSources()
const contract = readContract(sources.get('docs/contract.md') ?? '')
const { proofs, problems: loose } = readProofs(sources)
const problems = [
  ...loose,
  ...looseStatements(contract, proofs),
  ...unknownCitations(contract, sources),
  ...foreignCitations(sources),
]

if (process.argv.includes('--index'))
  for (const number of contract.statements)
    for (const { place, title } of proofs.filter((one) => one.number === number))
      console.log(`${number}\t${place}\t${title}`)

for (const problem of problems) console.error(problem)
console.log(`${contract.statements.length} statements, ${proofs.length} proofs, ${problems.length} problems`)
process.exitCode = problems.length > 0 || contract.statements.length === 0 ? 1 : 0
