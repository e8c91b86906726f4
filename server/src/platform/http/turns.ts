interface Line {
  running: number
  waiting: (() => void)[]
}

/**
 * Limits how much work runs at once per key, such as a person; the rest waits for its turn, in order.
 *
 * @param atOnce how much runs at the same time
 * @param mostWaiting how much more may wait; all by default
 */
export function openTurns<Key = number>({ atOnce, mostWaiting = Infinity }: { atOnce: number; mostWaiting?: number }) {
  const lines = new Map<Key, Line>()

  function leave(key: Key, line: Line) {
    const next = line.waiting.shift()
    if (next) return next()
    line.running -= 1
    if (line.running === 0) lines.delete(key)
  }

  return {
    /** Whether somebody waits for a turn of this key. */
    isAwaited: (key: Key) => (lines.get(key)?.waiting.length ?? 0) > 0,

    /**
     * @param signal ends the wait
     * @returns a promise of the turn, and of the function that ends it; undefined when too much is waiting
     */
    take(key: Key, signal?: AbortSignal): Promise<() => void> | undefined {
      const line = lines.get(key) ?? { running: 0, waiting: [] }
      lines.set(key, line)
      const end = () => leave(key, line)
      if (line.running < atOnce) {
        line.running += 1
        return Promise.resolve(end)
      }
      if (line.waiting.length >= mostWaiting) return undefined
      return new Promise((resolve, reject) => {
        const start = () => {
          signal?.removeEventListener('abort', giveUp)
          resolve(end)
        }
        const giveUp = () => {
          line.waiting.splice(line.waiting.indexOf(start), 1)
          reject(signal?.reason)
        }
        line.waiting.push(start)
        signal?.addEventListener('abort', giveUp, { once: true })
      })
    },
  }
}
