// Checks docs/security.md: each requirement of ASVS has one line, what is met has a proof, and the table counts the lines.
import { readProofs } from './check-contract/rules.ts'
import { problemsOf, readDocument, requirements } from './check-security/rules.ts'
import { readSources } from './lib/sources.ts'

const sources = await readSources()
const document = readDocument(sources.get('docs/security.md') ?? '')
const problems = problemsOf(document, requirements, readProofs(sources).proofs)

for (const problem of problems) console.error(problem)
console.log(`${requirements.length} requirements, ${problems.length} problems`)
process.exitCode = problems.length > 0 ? 1 : 0
