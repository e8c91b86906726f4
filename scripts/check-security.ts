// Checks docs/security.md: each requirement of ASVS has one line, what a line cites exists, and the table counts the lines.
import { readDocument } from './check-security/document.ts'
import { requirements } from './check-security/requirements.ts'
import { problemsOf } from './check-security/rules.ts'
import { readSources } from './lib/sources.ts'

const sources = await readSources()
const problems = problemsOf(readDocument(sources.get('docs/security.md') ?? ''), requirements, sources)

for (const problem of problems) console.error(problem)
console.log(`${requirements.length} requirements, ${problems.length} problems`)
process.exitCode = problems.length > 0 ? 1 : 0
