// `npm run fuzz -- --minutes 60 --seed 1` sends random input to every route, to the parser of forms and to the import, with
// another seed in each round. It stops at the first round that fails and prints its seed, which repeats it.
import { parseArgs } from 'node:util'
import { run } from './lib/run.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    seed: { type: 'string' },
    factor: { type: 'string', default: '5' },
  },
})
const until = Date.now() + Number(values.minutes) * 60_000
let seed = Number(values.seed ?? Date.now() % 1_000_000_000)

for (let rounds = 1; ; rounds += 1) {
  const surroundings = { FUZZ_SEED: String(seed), FUZZ_FACTOR: values.factor }
  const code = await run('vitest', ['run', '--project', 'server', 'fuzz.test.ts'], surroundings)
  if (code !== 0) {
    console.error(`Seed ${seed} fails: npm run fuzz -- --minutes 0 --seed ${seed} --factor ${values.factor}`)
    process.exitCode = 1
    break
  }
  console.log(`Round ${rounds} with seed ${seed} found nothing.`)
  if (Date.now() >= until) break
  seed += 1
}
