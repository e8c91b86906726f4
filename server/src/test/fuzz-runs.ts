/**
 * How long a property is tried. `npm test` tries the same few inputs each time; `npm run fuzz` sets FUZZ_FACTOR and
 * FUZZ_SEED to try others, and more of them.
 *
 * @param numRuns inputs in `npm test`
 */
export const fuzzRuns = (numRuns: number) => ({
  numRuns: numRuns * Number(process.env.FUZZ_FACTOR ?? 1),
  seed: Number(process.env.FUZZ_SEED ?? 20_261_122),
})

/**
 * Whether a server that is short of processor time or memory put a request off. On a busy machine that is no fault of
 * what was sent.
 */
export const wasPutOff = ({ status, body }: { status: number; body?: { code?: string } }): boolean =>
  status === 503 && body?.code === 'OVERLOADED'

/** Milliseconds for one test, also of many runs. */
export const fuzzTimeout = 60_000 * Number(process.env.FUZZ_FACTOR ?? 1)
