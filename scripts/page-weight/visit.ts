import type { Browser, BrowserContext, CDPSession, Page as Tab } from '@playwright/test'

export type Stored = Awaited<ReturnType<BrowserContext['storageState']>>

/** One first visit with an empty cache. Sizes in kB of 1,000 bytes as transferred, times in milliseconds. */
export interface Visit {
  scripts: number
  scriptFiles: number
  styles: number
  fonts: number
  /** All transfers with headers, including the API's responses. */
  total: number
  requests: number
  paint: number
  /**
   * Total blocking time after the first paint; with a quick processor from its time, else by wall-clock time.
   */
  blocking: number
  /** Cumulative layout shift, no unit. */
  shift: number
  largest: string
  shifted: string
}

interface Observed {
  /** Time of the first paint. */
  firstPaint: number
  paint: number
  largest: string
  /** Tasks of 50 ms and more. */
  tasks: { startTime: number; duration: number }[]
  shift: number
  shifted: string[]
}

const slow = { offline: false, latency: 40, downloadThroughput: 1_250_000, uploadThroughput: 1_250_000 }

/**
 * A visit with a round trip of 40 ms and 10 Mbit/s.
 *
 * @param isSlow with a processor slowed four times; otherwise only the sizes and the blocking time are meaningful
 */
export async function visit(
  browser: Browser,
  address: string,
  storageState: Stored | undefined,
  isSlow: boolean,
): Promise<Visit> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'pt-BR',
    ...(storageState && { storageState }),
  })
  try {
    const tab = await context.newPage()
    const cdp = await context.newCDPSession(tab)
    await tab.addInitScript(observe)
    await slowDown(cdp, isSlow)
    let processor: number | undefined
    const sizes = await transferred(cdp, async () => {
      if (isSlow) await settled(tab, address)
      else processor = await blockingOf(browser, tab, 4, () => settled(tab, address))
    })
    const seen = await tab.evaluate(() => (window as unknown as { seen: Observed }).seen)
    const { paint, shift, largest, shifted } = seen
    return { ...sizes, paint, shift, blocking: processor ?? blockedAfter(seen), largest, shifted: shifted.join('; ') }
  } finally {
    await context.close()
  }
}

const blockedAfter = ({ firstPaint, tasks }: Observed) =>
  tasks.reduce((sum, { startTime, duration }) => {
    const seenOfIt = Math.min(duration, startTime + duration - firstPaint)
    return sum + Math.max(0, seenOfIt - 50)
  }, 0)

async function slowDown(cdp: CDPSession, isSlow: boolean) {
  await cdp.send('Network.emulateNetworkConditions', slow)
  if (isSlow) await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
}

async function settled(tab: Tab, address: string) {
  await tab.goto(address, { waitUntil: 'networkidle' })
  // A late response may still shift the layout.
  await tab.waitForTimeout(500)
}

type Sizes = Pick<Visit, 'scripts' | 'scriptFiles' | 'styles' | 'fonts' | 'total' | 'requests'>

async function transferred(cdp: CDPSession, work: () => Promise<void>): Promise<Sizes> {
  const types = new Map<string, string>()
  const bodies = { Script: 0, Stylesheet: 0, Font: 0 } as Record<string, number>
  let total = 0
  let scriptFiles = 0
  const headers = new Map<string, number>()
  cdp.on('Network.responseReceived', ({ requestId, response, type }) => {
    // A preloaded module has no type until it runs.
    types.set(requestId, /javascript/.test(response.mimeType) ? 'Script' : type)
    headers.set(requestId, response.encodedDataLength)
  })
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const type = types.get(requestId) ?? 'Other'
    bodies[type] = (bodies[type] ?? 0) + encodedDataLength - (headers.get(requestId) ?? 0)
    total += encodedDataLength
    if (type === 'Script') scriptFiles++
  })
  await cdp.send('Network.enable')
  await work()
  const kilobytes = (type: string) => (bodies[type] ?? 0) / 1000
  return {
    scripts: kilobytes('Script'),
    scriptFiles,
    styles: kilobytes('Stylesheet'),
    fonts: kilobytes('Font'),
    total: total / 1000,
    requests: types.size,
  }
}

/** Runs in the page before its own scripts. */
function observe() {
  const seen: Observed = { firstPaint: 0, paint: 0, largest: '', tasks: [], shift: 0, shifted: [] }
  ;(window as unknown as { seen: Observed }).seen = seen
  const nameOf = (node?: Node | null) => {
    const element = node instanceof Element ? node : node?.parentElement
    return element ? `${element.tagName.toLowerCase()}.${element.className}`.slice(0, 80) : '?'
  }
  const watch = (type: string, use: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(use)).observe({ type, buffered: true })

  watch('largest-contentful-paint', (entry) => {
    seen.paint = entry.startTime
    seen.largest = nameOf((entry as PerformanceEntry & { element?: Element }).element)
  })
  watch('longtask', ({ startTime, duration }) => seen.tasks.push({ startTime, duration }))
  watch('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') seen.firstPaint = startTime
  })
  watch('layout-shift', (entry) => {
    const { value, sources = [] } = entry as PerformanceEntry & { value: number; sources?: { node?: Node }[] }
    seen.shift += value
    seen.shifted.push(`${value.toFixed(3)} ${sources.map(({ node }) => nameOf(node)).join(' ')}`)
  })
}

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
async function blockingOf(browser: Browser, tab: Tab, slowdown: number, work: () => Promise<void>): Promise<number> {
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

export interface Page {
  name: string
  path: string
  /** Visited without a session; the other pages are visited by the Admin of the demo data. */
  isPublic?: boolean
  /** Targets for a first visit; pages without them are only reported. */
  bars?: Bars
}

interface Bars {
  /** kB of 1,000 bytes, brotli. */
  scripts: number
  /** Milliseconds. */
  paint: number
  /** Milliseconds, from processor time. */
  blocking: number
}

/** Targets for every first visit. */
export const barsOfAll = { requests: 25, shift: 0.01 }

const entrance: Bars = { scripts: 95, paint: 600, blocking: 100 }
const firstScreen: Bars = { scripts: 235, paint: 1_000, blocking: 100 }

/** The sign-in, all pages in the sidebar and those one click behind them. The detail page may show any protocol. */
export const pagesOf = (protocolId: number): readonly Page[] => [
  { name: 'login', path: '/login', isPublic: true, bars: entrance },
  { name: 'forgot password', path: '/esqueci-senha', isPublic: true, bars: entrance },
  { name: 'answer', path: `/responder#${'a'.repeat(43)}r`, isPublic: true, bars: entrance },
  { name: 'verification', path: '/verificar?codigo=0000-0000-00P', isPublic: true, bars: entrance },
  { name: 'privacy', path: '/privacidade', isPublic: true, bars: entrance },
  { name: 'dashboard', path: '/', bars: { ...firstScreen, blocking: 200 } },
  { name: 'protocol list', path: '/protocolos', bars: firstScreen },
  { name: 'protocol', path: `/protocolos/${protocolId}` },
  { name: 'new protocol', path: '/protocolos/novo' },
  { name: 'returns', path: '/retornos' },
  { name: 'scan station', path: '/conferencia' },
  { name: 'tracking', path: '/rastreamento' },
  { name: 'reports', path: '/relatorios' },
  { name: 'settings', path: '/settings' },
  { name: 'users', path: '/settings/users' },
  { name: 'suppliers', path: '/settings/suppliers' },
  { name: 'calendar', path: '/settings/calendar' },
  { name: 'profile', path: '/perfil' },
  { name: 'help', path: '/ajuda' },
]
