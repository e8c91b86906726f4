// `npm run docs:settings`: writes docs/settings.md from the schema of the settings; `--verify` only reports whether it is
// stale.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { variables } from '../server/src/platform/settings/variables.ts'
import { root } from './lib/run.ts'

type Setting = (typeof variables.shape)[keyof typeof variables.shape]

const file = 'docs/settings.md'

const intro = `# Settings

Every setting of Malote, written by \`npm run docs:settings\` from \`server/src/platform/settings/variables.ts\`. Set environment
variables or write them into a file \`.env\`. An invalid value stops the start with a sentence that names the variable.

| variable | default | meaning |
|---|---|---|
`

/** The heading above a variable. */
const headings: Record<string, string> = {
  PORT: 'The server',
  DATABASE_URL: 'The database',
  FILES_STORE: 'Attachments',
  BACKUP_DIR: 'Backups',
  SMTP_URL: 'E-mail',
  ADMIN_EMAIL: 'Signing in',
  ORG_NAME: 'The organisation',
  FAIR_USE_FACTOR: 'Limits and monitoring',
}

const text = [intro, ...Object.entries(variables.shape).map(([name, schema]) => rowOf(name, schema))].join('')
const path = join(root, file)

if (!process.argv.includes('--verify')) writeFileSync(path, text)
else if (readFileSync(path, 'utf8') !== text) {
  console.error(`${file} is not what variables.ts says: run \`npm run docs:settings\``)
  process.exitCode = 1
}

function rowOf(name: string, schema: Setting): string {
  const heading = headings[name]
  const head = heading === undefined ? '' : `| **${heading}** | | |\n`
  const { unset, description } = schema.meta() ?? {}
  if (description === undefined) throw new Error(`${name} has no description in variables.ts`)
  return `${head}| \`${name}\` | ${unset ?? usualOf(schema)} | ${description} |\n`
}

/** The default as it is written in the environment; empty when the variable may be absent. */
function usualOf(schema: Setting): string {
  const usual = schema.safeParse(undefined).data
  return usual === undefined || String(usual) === '' ? '' : `\`${usual}\``
}
