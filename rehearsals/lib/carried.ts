/** What was measured. Times in milliseconds of a processor, sizes in bytes. */
export interface Costs {
  serverPerCall: number
  databasePerCall: number
  callsPerProtocol: number
  logPerProtocol: number
}

/** Working hours of a year: 250 days of eight. */
const workingSeconds = 250 * 8 * 3600
/** How much busier the busiest hour is than the average one. */
const peak = 3
/** Milliseconds within which 99 of 100 calls shall be answered. */
const bar = 200
/** Share of a core that may be busy: real service times vary more than the simulated ones, and a core may fail. */
const busy = 0.6

/**
 * Answers of a simulated day: calls arrive by chance, wait for a core of the servers and then for one of PostgreSQL, and
 * each takes an exponentially distributed time there. A server uses one core at most.
 *
 * @param load calls per second
 * @returns the 99th percentile in milliseconds
 */
function simulate(load: number, servers: number, databaseCores: number, costs: Costs, calls = 60_000): number {
  let state = 42
  const chance = () => {
    // A generator with a fixed seed (Lehmer), so that two runs print the same.
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
  const time = (mean: number) => -Math.log(1 - chance()) * mean
  const stages = [
    { free: new Float64Array(servers), mean: costs.serverPerCall },
    { free: new Float64Array(databaseCores), mean: costs.databasePerCall },
  ]
  const answers = new Float64Array(calls)
  let arrival = 0
  for (let call = 0; call < calls; call += 1) {
    arrival += time(1000 / load)
    let now = arrival
    for (const { free, mean } of stages) {
      const core = free.indexOf(Math.min(...free))
      now = Math.max(now, free[core] ?? 0) + time(mean)
      free[core] = now
    }
    answers[call] = now - arrival
  }
  answers.sort()
  return answers[Math.floor(calls * 0.99)] ?? 0
}

/** The highest load, in calls per second, whose 99th percentile stays below the bar, with cores that are not too busy. */
function mostCalls(servers: number, databaseCores: number, costs: Costs): number {
  let [low, high] = [1, 1000 * Math.max(servers, databaseCores)]
  while (high - low > Math.max(1, low / 100)) {
    const middle = (low + high) / 2
    if (simulate(middle, servers, databaseCores, costs) < bar) low = middle
    else high = middle
  }
  return Math.floor(Math.min(low, (busy * servers * 1000) / costs.serverPerCall))
}

/** The load of one server and of more, with as many cores of PostgreSQL as they need not to wait for it. */
export const carried = (costs: Costs) =>
  [1, 2, 4, 8].map((servers) => {
    const databaseCores = Math.ceil((servers * costs.databasePerCall) / costs.serverPerCall)
    const calls = mostCalls(servers, databaseCores, costs)
    const protocols = ((calls / peak) * workingSeconds) / costs.callsPerProtocol
    return { servers, databaseCores, 'calls/s': calls, 'million protocols/year': Number((protocols / 1e6).toFixed(1)) }
  })

/** Organisations by their protocols in a year, in the busiest hour. */
export const needs = (costs: Costs) =>
  [
    { who: '1 million protocols a year', protocols: 1e6 },
    { who: '10 million', protocols: 1e7 },
    { who: 'a state, 50 million', protocols: 5e7 },
  ].map(({ who, protocols }) => {
    const calls = ((protocols * costs.callsPerProtocol) / workingSeconds) * peak
    const cores = (cost: number) => Math.ceil((calls * cost) / 1000 / busy)
    return {
      who,
      'calls/s in the busiest hour': Math.round(calls),
      servers: cores(costs.serverPerCall),
      'cores of PostgreSQL': cores(costs.databasePerCall),
      'log MB/s': Number(((((protocols * costs.logPerProtocol) / workingSeconds) * peak) / 1e6).toFixed(1)),
    }
  })
