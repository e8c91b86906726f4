import fc from 'fast-check'
import { afterEach, vi } from 'vitest'

// A test depends neither on chance nor on the one before it: the files of a worker share their globals.

/** `npm test` tries the same inputs each time; `npm run fuzz` sets FUZZ_SEED to try others. */
fc.configureGlobal({ seed: Number(process.env.FUZZ_SEED ?? 20_261_122) })

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})
