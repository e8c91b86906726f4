import { reportTypes } from '@malote/core/reports/report.ts'
import { judge, type Row, ratioOf, summary, times } from './report.ts'
import { alternate, ofProduct, type Thoroughness } from './rounds.ts'
import type { SignedIn, Stage } from './stage.ts'

/** How much longer the slowest hundredth of a list's answers may take while others have long work done. */
const bars = { p99: 2 }

/** Files under way at every moment: documents, workbooks, and streamed lines for the rest. */
const made = { pdf: 5, xlsx: 4, csv: 1 }

/** Long work beside short: ten people wait for the file of a report, the others go on reading lists. */
export async function longWorkBars(stage: Stage, thoroughness: Thoroughness): Promise<Row[]> {
  const list = ofProduct(stage, thoroughness, () => ({ path: '/api/protocols?page=1', token: stage.anyone().token }))
  let files = 0
  const beside = async () => {
    const exports = keepExporting(stage)
    const measurement = await list()
    files += await exports.stop()
    return measurement
  }
  const { alone, busy } = await alternate(thoroughness.rounds, { alone: list, busy: beside })
  const factor = ratioOf(busy, alone, 'p99')
  return [
    {
      what: `list page 1 beside ten exports at a time (${files} were made), to none, p99`,
      ours: summary(busy),
      floor: summary(alone),
      result: times(factor),
      bar: `≤ ${times(bars.p99)}`,
      verdict: judge(factor <= bars.p99),
    },
  ]
}

/** Ten people, each asking for the next file when the last one has come. */
function keepExporting({ product, anyone }: Stage) {
  const until = new AbortController()
  const people = Object.entries(made).flatMap(([format, count]) =>
    Array.from({ length: count }, (_, index) => exportAgain(product.url, anyone(), format, index, until.signal)),
  )
  return {
    /** @returns how many files have come */
    stop: async () => {
      until.abort()
      return (await Promise.all(people)).reduce((sum, files) => sum + files, 0)
    },
  }
}

async function exportAgain(url: string, { token }: SignedIn, format: string, index: number, until: AbortSignal) {
  const type = reportTypes[index % reportTypes.length]
  for (let files = 0; ; files += 1) {
    const answer = await fetch(`${url}/api/reports/export?type=${type}&period=year&format=${format}`, {
      headers: { authorization: `Bearer ${token}` },
      signal: until,
    }).catch(() => undefined)
    // Aborted in the middle, because the time is over.
    const bytes = await answer?.arrayBuffer().catch(() => undefined)
    if (answer === undefined || bytes === undefined) return files
    if (!answer.ok) throw new Error(`an export was refused: ${answer.status}`)
  }
}
