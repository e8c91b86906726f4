interface Loop {
  /** Milliseconds between the end of a run and the start of the next. */
  pauseMs: number
  work: () => Promise<unknown>
  onFailure: (error: unknown) => void
}

/**
 * Runs `work` again and again until stopped, never twice at once.
 *
 * @returns a function that stops it and waits for a running turn
 */
export function startLoop({ pauseMs, work, onFailure }: Loop): () => Promise<void> {
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let turn: Promise<unknown> = Promise.resolve()

  function plan() {
    timer = setTimeout(() => {
      turn = work()
        .catch(onFailure)
        .then(() => {
          if (!isStopped) plan()
        })
    }, pauseMs)
  }

  plan()
  return async () => {
    isStopped = true
    clearTimeout(timer)
    await turn
  }
}
