import { type ScanAction, type ScanReply, scanReplyWire } from '@malote/core/scans/scan.ts'
import { readWire } from '@malote/core/shared/renamed.ts'
import { api } from '../../lib/api.ts'
import { ApiError } from '../../lib/api-error.ts'
import { createStore } from '../../lib/external-store.ts'
import { unsent } from '../../lib/idempotency.ts'
import { session } from '../../lib/stored-session.ts'
import { browserStore, mostWaiting, type Scan, type ScanStore } from './scan-store.ts'

/** What came of a scan; without a record when the code led to none. */
export type Answer = Pick<ScanReply, 'outcome' | 'message'> & Partial<ScanReply>

/** A line of the session's list. */
export interface Entry extends Scan {
  /** Absent while it waits. */
  answer?: Answer
}

export interface StationState {
  /** Newest first. */
  entries: readonly Entry[]
  /** What fills the eye: the last thing that happened, which need not be a scan. */
  last: Entry | { text: string; answer: Answer } | null
  /** The network is away: what is scanned waits. */
  isWaiting: boolean
}

const empty: StationState = { entries: [], last: null, isWaiting: false }

/** Milliseconds within which the same code counts once. */
const sameWithin = 3_000
/** Milliseconds until the next try while the network is away. */
const pause = 3_000

/** Says of each code whether it was seen within three seconds before, and is still the same scan. */
export function sameCodes(now: () => number = Date.now) {
  const seen = new Map<string, number>()
  return (code: string): boolean => {
    const before = seen.get(code)
    seen.set(code, now())
    return before !== undefined && now() - before < sameWithin
  }
}

interface StationParts {
  userId: number
  store: ScanStore
  /** @throws ApiError */
  send: (scan: Scan) => Promise<Answer>
  now?: () => number
  /** Called with each answer, as it arrives. */
  onAnswer?: (answer: Answer) => void
}

/**
 * The scans of one person in this browser: each is kept before it is shown and sent, so that neither a reload nor signing
 * out loses one that was seen, and they are sent one after the other, in order.
 */
export function createStation({ userId, store, send, now = Date.now, onAnswer }: StationParts) {
  const state = createStore(empty)
  const change = (part: Partial<StationState>) => state.set({ ...state.get(), ...part })
  const isSame = sameCodes(now)
  let kept = Promise.resolve()
  /** How many are being kept. */
  let beingKept = 0
  let isSending = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOpen = false

  /** Shows what is no scan of the list. */
  function say(text: string, answer: Answer) {
    change({ last: { text, answer } })
    onAnswer?.(answer)
  }

  const waiting = () => state.get().entries.filter(({ answer }) => !answer)

  function answered(entry: Entry, answer: Answer) {
    const done = { ...entry, answer }
    change({
      entries: state.get().entries.map((one) => (one.key === entry.key ? done : one)),
      last: done,
    })
    onAnswer?.(answer)
  }

  async function sendAll() {
    if (isSending) return
    isSending = true
    clearTimeout(timer)
    try {
      for (let next = waiting().at(-1); next && isOpen; next = waiting().at(-1)) {
        const answer = await send(next).catch(refusalOf)
        if (answer === undefined) {
          change({ isWaiting: true })
          timer = setTimeout(sendAll, pause)
          return
        }
        change({ isWaiting: false })
        await store.remove(userId, next.key).catch(console.warn)
        answered(next, answer)
      }
    } finally {
      isSending = false
    }
  }

  return {
    ...{ get: state.get, subscribe: state.subscribe },

    /** @returns false for the same code within three seconds, which counts once */
    scan(code: string, action: ScanAction): boolean {
      if (isSame(`${action} ${code}`)) return false
      if (waiting().length + beingKept >= mostWaiting) {
        const full = `Já há ${mostWaiting} leituras na fila. Espere a rede voltar antes de ler mais.`
        kept = kept.then(() => say(code, { outcome: 'refused', message: full }))
        return true
      }
      const entry: Entry = { key: unsent().idempotencyKey, code, action, at: now() }
      beingKept += 1
      kept = kept
        .then(() => store.add(userId, entry))
        // A browser that keeps nothing still scans.
        .catch(console.warn)
        .then(() => {
          beingKept -= 1
          change({ entries: [entry, ...state.get().entries], last: entry })
          void sendAll()
        })
      return true
    },

    say,

    /** Forgets what is answered. */
    clear: () => change({ entries: waiting(), last: null }),

    /** Goes on with what an earlier visit has left. */
    async open() {
      isOpen = true
      const left = await store.read(userId).catch(() => [])
      const known = new Set(state.get().entries.map(({ key }) => key))
      const earlier = left.filter(({ key }) => !known.has(key)).map((scan) => ({ ...scan }))
      change({ entries: [...state.get().entries, ...earlier.toReversed()] })
      await sendAll()
    },

    /** The network may be back. */
    retry: () => void sendAll(),

    close() {
      isOpen = false
      clearTimeout(timer)
    },
  }
}
export type Station = ReturnType<typeof createStation>

const tryLater: readonly (string | null)[] = ['BUSY', 'DUTY_FIRST']

/** What the server refuses for good is an answer; undefined: it can be sent again. */
function refusalOf(error: unknown): Answer | undefined {
  if (!(error instanceof ApiError)) throw error
  const { status, code, message } = error
  const isForLater = status === 0 || status >= 500 || [401, 408, 429].includes(status) || tryLater.includes(code)
  return isForLater ? undefined : { outcome: 'refused', message: message || 'Não foi possível ler este código.' }
}

/** Asks the server. */
export const sendScan = async ({ code, action, key }: Pick<Scan, 'code' | 'action' | 'key'>): Promise<ScanReply> =>
  readWire(scanReplyWire, await api.post('/api/scan', { code, action }, { headers: { 'idempotency-key': key } }))

let current: { userId: number; station: Station } | undefined
const isTheirs = (userId: number) => (session.get()?.user as { id?: number } | null)?.id === userId

// What the next person sees and sends is theirs alone.
session.subscribe(() => {
  if (!current || isTheirs(current.userId)) return
  current.station.close()
  current = undefined
})

/** The station of the person, which goes on while they look at other pages. */
export function stationOf(userId: number, onAnswer: (answer: Answer) => void): Station {
  if (current?.userId !== userId) {
    current = { userId, station: createStation({ userId, store: browserStore(), send: sendScan, onAnswer }) }
  }
  return current.station
}

/** How many scans had which outcome. */
export function countsOf(entries: readonly Entry[]) {
  const count = (...outcomes: (Answer['outcome'] | undefined)[]) =>
    entries.filter(({ answer }) => outcomes.includes(answer?.outcome)).length
  return {
    done: count('done', 'found'),
    already: count('already'),
    refused: count('refused'),
    waiting: count(undefined),
  }
}
