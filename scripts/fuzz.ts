// `npm run fuzz -- --minutes 60 --seed 1` sends random input, with another seed in each round:
//
// - to a running server: random requests to every route, random paths and broken HTTP, while its memory and its event
//   loop are watched
// - to the fuzz tests: every route, the parser of forms, the import, and the restore of archives
//
// It stops at the first round that fails and prints its seed, which repeats it.
import { parseArgs } from 'node:util'
import { attack, type Outcome } from './fuzz/attack.ts'
import { growthOf, type Sample, watchedServer } from './fuzz/watched-server.ts'
import { run } from './lib/run.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    seed: { type: 'string' },
    factor: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '120' },
  },
})
const until = Date.now() + Number(values.minutes) * 60_000
let seed = Number(values.seed ?? Date.now() % 1_000_000_000)
const total = { requests: 0, rounds: 0, slowest: 0 }

// An exit ends the server too.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))
const server = await watchedServer()
try {
  for (;;) {
    const before = server.samples.length
    const outcome = await attack(server, seed, Number(values.seconds))
    const seen = server.samples.slice(before)
    console.log(`Round ${total.rounds + 1} with seed ${seed}: ${summary(outcome, seen)}`)
    const faults = [...outcome.failures, ...tooBusy(outcome), ...growthOf(server.samples)]
    if (faults.length > 0) {
      fail(faults.join('\n'))
      break
    }
    const surroundings = { FUZZ_SEED: String(seed), FUZZ_FACTOR: values.factor }
    if ((await run('vitest', ['run', '--project', 'server', 'fuzz.test.ts', '--reporter=dot'], surroundings)) !== 0) {
      fail('The fuzz tests fail.')
      break
    }
    total.rounds += 1
    total.requests += sum(Object.values(outcome.requests))
    total.slowest = Math.max(total.slowest, outcome.slowest.ms)
    if (Date.now() >= until) break
    seed += 1
  }
} finally {
  await server.stop()
}
console.log(
  `${total.rounds} rounds without a fault, ${total.requests} requests to the running server, the slowest ${total.slowest.toFixed(0)} ms.`,
)

function summary({ requests, overloaded, slowest }: Outcome, samples: readonly Sample[]): string {
  const of = (key: keyof Sample) => samples.map((one) => one[key]).filter(Number.isFinite)
  const counts = Object.entries(requests).map(([kind, n]) => `${n} ${kind}`)
  return [
    `${counts.join(', ')}, ${overloaded} refused as too busy;`,
    `slowest ${slowest.ms.toFixed(0)} ms (${slowest.what.slice(0, 80)});`,
    `resident ${Math.max(...of('resident')).toFixed(0)} MiB at most, ${of('resident').at(-1)?.toFixed(0)} at the end;`,
    `heap between ${Math.min(...of('heap')).toFixed(0)} and ${Math.max(...of('heap')).toFixed(0)} MiB;`,
    `event loop delayed by ${Math.max(...of('stall')).toFixed(0)} ms at most.`,
  ].join(' ')
}

/** A server may refuse a moment's work, not every twentieth request. */
function tooBusy({ requests, overloaded }: Outcome): string[] {
  const isOften = overloaded > sum(Object.values(requests)) / 20
  return isOften ? [`${overloaded} requests were refused as too busy.`] : []
}

function fail(faults: string) {
  console.error(`${faults}\nSeed ${seed} fails: npm run fuzz -- --minutes 0 --seed ${seed} --factor ${values.factor}`)
  process.exitCode = 1
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0)
}
