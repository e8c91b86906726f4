/**
 * What `make` comes to, made when the first one asks and then kept for everybody. A failure is told to whoever waits for
 * it and is not kept: the next one who asks begins anew.
 */
export function remembered<Result>(make: () => Promise<Result>): () => Promise<Result> {
  let made: Promise<Result> | undefined
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined
      throw error
    })
    return made
  }
}
