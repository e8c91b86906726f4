import fc from 'fast-check'

/** `npm test` tries the same inputs each time; `npm run fuzz` sets FUZZ_SEED to try others. */
fc.configureGlobal({ seed: Number(process.env.FUZZ_SEED ?? 20_261_122) })
