/** Something that was opened and must be closed, in the opposite order. */
export type Close = () => unknown

/** Milliseconds that a part usually gets to close; then the next one begins. */
const patience = 15_000

/** Milliseconds in which a repeated signal is the same wish. */
const repeat = 1_000

/**
 * Collects what must be closed and closes it on SIGINT, SIGTERM or SIGHUP, then ends the process: with 0, or with 1 when a
 * part could not be closed. One that fails or hangs is told of and stops no other.
 *
 * Ctrl+C below npm arrives twice, from the terminal and from npm: a repetition within a second is the same wish, a later one an order.
 */
export function closeGracefully({ patienceMs = patience } = {}) {
  const closers: { part: string; close: Close; ms: number }[] = []
  let closing: Promise<boolean> | undefined
  let askedAt = 0

  const closeAll = async () => {
    let isWhole = true
    // A part may be opened, and must then be closed, while others are closing.
    for (let next = closers.pop(); next !== undefined; next = closers.pop()) {
      const { part, close, ms } = next
      try {
        await inTime(close(), ms)
      } catch (error) {
        isWhole = false
        console.error(`Não foi possível encerrar ${part}:`, error)
      }
    }
    return isWhole
  }
  const close = () => (closing ??= closeAll())

  const onSignal = () => {
    if (closing !== undefined && Date.now() - askedAt > repeat) process.exit(1)
    if (closing !== undefined) return
    askedAt = Date.now()
    void close().then((isWhole) => process.exit(isWhole ? 0 : 1))
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal)

  return {
    /**
     * @param part its name in Portuguese, for whoever reads the log
     * @param ms how long it may take
     */
    onClose: (part: string, close: Close, ms = patienceMs) => closers.push({ part, close, ms }),
    /** @returns false when a part could not be closed; never rejects */
    close,
  }
}

async function inTime(work: unknown, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not closed within ${ms} ms`)), ms)
  })
  try {
    await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
