/**
 * Caches the result of `make`, which runs at the first call. A failure rejects the waiting callers and is not cached:
 * the next call tries again.
 */
export function memoize<Result>(make: () => Promise<Result>): () => Promise<Result> {
  let made: Promise<Result> | undefined
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined
      throw error
    })
    return made
  }
}
