import type { Browser, Page as Tab } from '@playwright/test'

interface TraceEvent {
  name: string
  ph: string
  pid: number
  tid: number
  /** Microseconds on the trace's own clock. */
  ts: number
  /** Wall-clock time, microseconds. */
  dur?: number
  /** Processor time of the thread, microseconds. */
  tdur?: number
  args?: { name?: string }
}

/**
 * Total blocking time, from processor time: unlike with wall-clock time, other work on the machine does not count. By
 * definition it begins at the first contentful paint.
 *
 * @param slowdown factor by which the processor is assumed to be slower
 * @returns milliseconds
 */
export async function blockingOf(
  browser: Browser,
  tab: Tab,
  slowdown: number,
  work: () => Promise<void>,
): Promise<number> {
  await browser.startTracing(tab, { categories: ['toplevel', 'loading', '__metadata'] })
  await work()
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] }
  const pages = new Set(
    traceEvents.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain').map(threadOf),
  )
  const firstSeen = Math.min(...traceEvents.filter(({ name }) => name === 'firstContentfulPaint').map(({ ts }) => ts))
  const perPage = new Map<string, number>()
  for (const event of traceEvents) {
    if (!event.name.endsWith('RunTask') || event.ph !== 'X' || !pages.has(threadOf(event))) continue
    if (event.ts + (event.dur ?? 0) < firstSeen) continue
    const blocked = Math.max(0, ((event.tdur ?? 0) / 1000) * slowdown - 50)
    perPage.set(threadOf(event), (perPage.get(threadOf(event)) ?? 0) + blocked)
  }
  return Math.max(0, ...perPage.values())
}

const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`
