// proves V15.1.1
// Checks the lock file: every package has its hash, no registry is named, and every licence goes with AGPL-3.0.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type LockedPackage, problemsOfLock } from './check-packages/lock-file.ts'
import { root } from './lib/run.ts'

const { packages } = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, LockedPackage>
}
const problems = problemsOfLock(packages)
for (const problem of problems) console.error(problem)
console.log(`${Object.keys(packages).length} packages, ${problems.length} problems`)
process.exitCode = problems.length > 0 ? 1 : 0
