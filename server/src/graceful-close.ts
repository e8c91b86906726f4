/** Something that was opened and must be closed, in the opposite order. */
export type Close = () => unknown

const patienceMs = 30_000
const repeatMs = 1_000

/**
 * Collects what must be closed and closes it on SIGINT, SIGTERM or SIGHUP, then ends the process with 0.
 *
 * Ctrl+C below npm arrives twice, from the terminal and from npm: a repetition within a second is the same wish, a later one an order.
 */
export function closeGracefully() {
  const closers: Close[] = []
  let closing: Promise<void> | undefined
  let askedAt = 0

  const closeAll = async () => {
    for (const close of closers.reverse()) await close()
  }
  const close = () => (closing ??= closeAll())

  const onSignal = () => {
    if (closing !== undefined && Date.now() - askedAt > repeatMs) process.exit(1)
    if (closing !== undefined) return
    askedAt = Date.now()
    setTimeout(() => process.exit(1), patienceMs).unref()
    close().then(
      () => process.exit(0),
      (error) => {
        console.error(error)
        process.exit(1)
      },
    )
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal)

  return { onClose: (closer: Close) => closers.push(closer), close }
}
