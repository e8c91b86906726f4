/** Closes something that was opened. Called in reverse order of opening. */
export type Close = () => unknown

/** Default milliseconds that a part may take to close, before the next one starts. */
const usualGraceMs = 15_000

/** Milliseconds within which a repeated signal is ignored. */
const repeat = 1_000

/**
 * @param part Portuguese name for the log
 * @param ms maximum time that it may take
 */
export type OnClose = (part: string, close: Close, ms?: number) => unknown

/** Collects what must be closed. A part that fails or hangs is reported and does not prevent the others from closing. */
export function collectClosers({ graceMs = usualGraceMs } = {}) {
  const closers: { part: string; close: Close; ms: number }[] = []
  let closing: Promise<boolean> | undefined

  const closeAll = async () => {
    let isWhole = true
    // Parts may be added while others are closing.
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
  const onClose: OnClose = (part, close, ms = graceMs) => closers.push({ part, close, ms })
  return {
    onClose,
    /** @returns false when a part could not be closed; never rejects */
    close: () => (closing ??= closeAll()),
    isClosing: () => closing !== undefined,
  }
}

/**
 * Collects what must be closed, and closes it on SIGINT, SIGTERM or SIGHUP. Then ends the process with 0, or with 1 if
 * a part could not be closed.
 *
 * Ctrl+C arrives twice under npm, from the terminal and from npm: a repeated signal within a second is ignored, a later
 * one ends the process at once.
 */
export function closeGracefully(options: { graceMs?: number } = {}) {
  const { onClose, close, isClosing } = collectClosers(options)
  let askedAt = 0

  const onSignal = () => {
    if (isClosing() && Date.now() - askedAt > repeat) process.exit(1)
    if (isClosing()) return
    askedAt = Date.now()
    void close().then((isWhole) => process.exit(isWhole ? 0 : 1))
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal)
  return { onClose, close, isClosing }
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
