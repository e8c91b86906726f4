// `npm run drill -- NAME`: rehearses a situation of operation with the real parts, and prints what it measured. Without
// a name, it lists them: the files of rehearsals.
import { readdirSync } from 'node:fs'

const folder = new URL('../rehearsals/', import.meta.url)
const drills = readdirSync(folder).flatMap((file) => (file.endsWith('.ts') ? [file.slice(0, -'.ts'.length)] : []))
const [name = ''] = process.argv.slice(2)

if (drills.includes(name)) {
  const { run } = (await import(new URL(`${name}.ts`, folder).href)) as { run: () => Promise<void> }
  await run()
} else {
  console.error(`npm run drill -- NAME, where NAME is one of: ${drills.join(', ')}`)
  process.exitCode = 1
}
