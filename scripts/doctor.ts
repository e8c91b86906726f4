// `npm run doctor`: says how the installation is, as *Configurações › Sistema* does, also while the server does
// not run or cannot start. It changes nothing. The exit code is 1 when there is a problem.

import type { CheckState } from '@malote/core/system/system-check.ts'
import { checkStateWords, overallSentence } from '@malote/core/system/system-report.ts'
import { examine } from '../server/src/app/doctor.ts'
import { version } from '../server/src/platform/release.ts'

const signs: Record<CheckState, string> = { problem: '✗', warning: '!', ok: '✓', off: '–' }

console.log(`Malote ${version}, Node ${process.versions.node}\n`)
const log = {
  warn: (details: object, message: string) => console.error('err' in details ? `${message}: ${details.err}` : message),
}
const checks = await examine(log, new Date())
for (const { title, state, summary, advice } of checks) {
  const word = state === 'problem' || state === 'warning' ? ` (${checkStateWords[state].toLowerCase()})` : ''
  console.log(`${signs[state]} ${title}${word}: ${summary}`)
  if (advice !== null) console.log(`  → ${advice}`)
}
console.log(`\n${overallSentence(checks)}`)
if (checks.some(({ state }) => state === 'problem')) process.exitCode = 1
