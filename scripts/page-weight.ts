// `npm run page-weight` measures what each page's first visit transfers, and how soon it is shown on a slow machine.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import { chromiumArguments, chromiumPath } from '../e2e/support/chromium.ts'
import { median } from './bench/report.ts'
import { openDemo, signInToDemo } from './lib/demo.ts'
import { barsOfAll, type Page, pagesOf, type Stored, type Visit, visit } from './page-weight/visit.ts'

const { values } = parseArgs({
  options: {
    // A running server with the demo data; if it is missing, one is started.
    server: { type: 'string' },
    rounds: { type: 'string', default: '3' },
    only: { type: 'string' },
    details: { type: 'boolean', default: false },
  },
})

const dataDir = await mkdtemp(join(tmpdir(), 'malote-weight-'))
const server = await openDemo(dataDir, values.server)
const origin = server.url
const browser = await chromium.launch({ executablePath: await chromiumPath(), args: chromiumArguments })
try {
  const stored = await signIn()
  console.log('| page | JS kB | JS files | CSS kB | all kB | requests | LCP ms | TBT ms | TBT ms of processor | CLS |')
  console.log('|---|---|---|---|---|---|---|---|---|---|')
  for (const page of pagesOf(await newestProtocol(stored))) {
    if (values.only && !values.only.split(',').includes(page.name)) continue
    const kept = page.isPublic ? undefined : stored
    const visits: Visit[] = []
    const blocked: number[] = []
    for (let round = 0; round < Number(values.rounds); round++) {
      visits.push(await visit(browser, origin + page.path, kept, true))
      blocked.push((await visit(browser, origin + page.path, kept, false)).blocking)
    }
    console.log(line(page, median(blocked), visits))
    if (values.details) for (const { largest, shifted } of visits) console.log(`  ${largest} | ${shifted}`)
  }
} finally {
  await browser.close()
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
}

/** Each figure, beside its bar if it has one. */
function line({ name, bars }: Page, blocked: number, visits: readonly Visit[]): string {
  const middle = (figure: keyof Omit<Visit, 'largest' | 'shifted'>, digits = 0, bar?: number) => {
    const value = median(visits.map((one) => one[figure]))
    return beside(value, digits, bar)
  }
  const cells = [
    name,
    middle('scripts', 1, bars?.scripts),
    middle('scriptFiles'),
    middle('styles', 1),
    middle('total', 1),
    middle('requests', 0, barsOfAll.requests),
    middle('paint', 0, bars?.paint),
    middle('blocking'),
    beside(blocked, 0, bars?.blocking),
    middle('shift', 3, barsOfAll.shift),
  ]
  return `| ${cells.join(' | ')} |`
}

function beside(value: number, digits: number, bar?: number) {
  if (bar === undefined) return value.toFixed(digits)
  return `${value.toFixed(digits)} ${value <= bar ? '≤' : '**>**'} ${bar}`
}

async function signIn(): Promise<Stored> {
  const context = await browser.newContext({ locale: 'pt-BR' })
  const tab = await context.newPage()
  await signInToDemo(tab, server)
  const stored = await context.storageState()
  await context.close()
  return stored
}

async function newestProtocol({ origins }: Stored): Promise<number> {
  const token = origins[0]?.localStorage.find(({ name }) => name === 'malote:token')?.value
  const reply = await fetch(`${origin}/api/protocols`, { headers: { authorization: `Bearer ${token}` } })
  const { data } = (await reply.json()) as { data: { id: number }[] }
  if (!data[0]) throw new Error('there is no protocol to open')
  return data[0].id
}
