import fc from 'fast-check'
import { afterEach, vi } from 'vitest'

// A test depends neither on chance nor on the one before it: the files of a worker share their globals.

/** `npm test` tries the same inputs each time; `npm run fuzz` sets FUZZ_SEED to try others. */
fc.configureGlobal({ seed: Number(process.env.FUZZ_SEED ?? 20_261_122) })

afterEach(() => {
  // What is spied on may be a stub, or a timer that is not real.
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})
