/** Whether this is `npm run test:long`, which leaves nothing out. */
export const isLong = process.env.TEST_LONG === '1'

const factor = Number(process.env.FUZZ_FACTOR ?? (isLong ? 1 : 1 / 10))

/**
 * How long a property is tried: in `npm test` a tenth as long as in `npm run test:long`; `npm run fuzz` sets FUZZ_FACTOR.
 *
 * @param numRuns inputs in `npm run test:long`
 */
export const fuzzRuns = (numRuns: number) => ({ numRuns: Math.ceil(numRuns * factor) })

/**
 * Whether a server that is short of processor time or memory put a request off. On a busy machine that is no fault of
 * what was sent.
 */
export const wasPutOff = ({ status, body }: { status: number; body?: { code?: string } }): boolean =>
  status === 503 && body?.code === 'OVERLOADED'

/** Milliseconds for one test, also of many runs. */
export const fuzzTimeout = 240_000 * Math.max(1, factor)
