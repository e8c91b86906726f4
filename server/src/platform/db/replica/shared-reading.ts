/**
 * Lets many callers share readings of something that changes: at most one runs at a time, and a caller never gets a
 * reading that began before the call.
 */
export function sharedReading<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let running: Promise<Value> | undefined
  let next: Promise<Value> | undefined

  const start = () => {
    const reading = read()
    running = reading
    const end = () => {
      if (running === reading) running = undefined
    }
    reading.then(end, end)
    return reading
  }
  return () => {
    if (!running) return start()
    next ??= running
      .catch(() => {})
      .then(() => {
        next = undefined
        return start()
      })
    return next
  }
}
