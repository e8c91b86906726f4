import { role } from '@malote/core/users/role.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { buildApp } from '../../../app/app.ts'
import { prepareDatabase } from '../../../app/prepare.ts'
import { buildCategory, buildDepartment, buildItemType, buildUser, testPassword } from '../../../test/builders.ts'
import { clientOf } from '../../../test/client.ts'
import { testConfig } from '../../../test/config.ts'
import { databaseProxy, type FaultProxy } from '../../../test/fault-proxy.ts'
import { type StreamingPair, streamingPair } from '../../../test/streaming-pair.ts'
import { connect } from '../connect.ts'
import { openReplica, type Replica, sharedReading } from './open-replica.ts'
import { replicaCheck } from './replica-check.ts'

let pair: StreamingPair
let proxy: FaultProxy & { connectionString: string }

beforeAll(async () => {
  pair = await streamingPair((connectionString) =>
    prepareDatabase(
      { directConnectionString: connectionString, ownerConnectionString: connectionString },
      testConfig(),
      new Date(),
    ),
  )
  proxy = await databaseProxy(pair.replica)
})
afterAll(async () => {
  await proxy?.close()
  await pair?.stop()
})

/** What the product has of the replica, and what it tells the operator. */
function opened() {
  const told: string[] = []
  const db = connect(pair.primary)
  const replica = openReplica(proxy.connectionString, {
    connectionString: pair.primary,
    log: (sentence) => told.push(sentence),
  })
  onTestFinished(async () => {
    await replica.close()
    await db.destroy()
  })
  return { db, replica, reads: replica.before(db, 4), told }
}

const isUsed = (replica: Replica) => expect.poll(() => replica.state()).toEqual({ kind: 'used' })

/** Whether the replica answered. */
async function isAnsweredByReplica(reads: ReturnType<Replica['before']>, seconds = 0) {
  const { rows } = await sql<{ isReplica: boolean }>`
    select pg_is_in_recovery() as is_replica, pg_sleep(${seconds})`.execute(reads)
  return rows[0]?.isReplica
}

// proves 19.11
it('shows at once what was done a moment ago, at any instance', async () => {
  const [here, there] = [opened(), opened()]
  const instances = await Promise.all(
    [here, there].map(({ db, replica }) => buildApp({ db, replica, config: testConfig(), longestDelayMs: 0 })),
  )
  onTestFinished(async () => {
    for (const app of instances) await app.close()
  })
  const [one, other] = instances
  if (!one || !other) throw new Error('two instances')
  const person = await buildUser(here.db, { role: role.manager })
  const department = await buildDepartment(here.db)
  const [category, itemType] = [await buildCategory(here.db), await buildItemType(here.db)]
  const login = await clientOf(one).post('/api/auth/login', { email: person.email, password: testPassword })
  expect(login, JSON.stringify(login.body)).toMatchObject({ status: 200 })
  const token = async () => login.body.token as string
  await isUsed(there.replica)

  let fromReplica = 0
  // On a busy machine the replica is behind more often, so that it takes more turns until it has answered so many.
  for (let turn = 0; turn < 12 || fromReplica < 6; turn += 1) {
    // One write meets a replica that stands still.
    if (turn === 3) await pair.pauseReplay(true)
    const made = await clientOf(one, token).post('/api/protocols', {
      remarks: `Remessa ${turn}`,
      origin_department_id: person.departmentId,
      destination_department_id: department.id,
      requires_return: true,
      items: [
        { document_number: `NF ${turn}`, item_type_id: itemType.id, category_id: category.id, reason: 'Conferência' },
      ],
    })
    expect(made, JSON.stringify(made.body)).toMatchObject({ status: 201 })
    const activities = await clientOf(other, token).get('/api/dashboard/activities')
    expect(JSON.stringify(activities.body)).toContain(`"protocol_id":${made.body.id}`)
    if (await isAnsweredByReplica(there.reads)) fromReplica += 1
    if (turn === 3) {
      await pair.pauseReplay(false)
      await isUsed(there.replica)
    }
  }
})

// proves 19.12
it('leaves a replica alone that lags, and takes it back', async () => {
  const { db, replica, reads } = opened()
  await isUsed(replica)
  await expect.poll(() => isAnsweredByReplica(reads)).toBe(true)

  await pair.pauseReplay(true)
  await db.updateTable('settings').set({ timeZone: 'America/Manaus' }).execute()
  expect(await isAnsweredByReplica(reads)).toBe(false)
  expect((await reads.selectFrom('settings').select('timeZone').executeTakeFirstOrThrow()).timeZone).toBe(
    'America/Manaus',
  )
  await expect.poll(() => replica.state()).toMatchObject({ kind: 'behind', missingBytes: expect.any(Number) })

  await pair.pauseReplay(false)
  await isUsed(replica)
  await expect.poll(() => isAnsweredByReplica(reads)).toBe(true)
})

// proves 19.12, 19.45
it.each(['is silent', 'is killed'] as const)(
  'answers from the primary when the replica %s in the middle of a statement, and takes it back',
  async (how) => {
    const { replica, reads, told } = opened()
    await isUsed(replica)
    // The first look may have taken too long.
    told.length = 0
    proxy.breakOnce({ at: () => false, how: 'before' })
    const start = performance.now()
    const answers = Promise.all(Array.from({ length: 3 }, () => isAnsweredByReplica(reads, 0.5)))
    await expect.poll(() => proxy.seen()).toBeGreaterThan(3)
    if (how === 'is silent') proxy.fallSilent()
    else await pair.killReplica()
    onTestFinished(() => proxy.heal())
    expect((await answers).every((isReplica) => isReplica !== undefined)).toBe(true)
    // Nobody waits for as long as a statement may take.
    expect(performance.now() - start).toBeLessThan(30_000)
    await expect.poll(() => replica.state().kind).toBe('away')
    expect(await isAnsweredByReplica(reads)).toBe(false)

    if (how === 'is killed') await pair.restartReplica()
    proxy.heal()
    await isUsed(replica)
    await expect.poll(() => isAnsweredByReplica(reads)).toBe(true)
    // On a busy machine it may be away a second time.
    const away = expect.stringMatching(/^A réplica do banco de dados não responde: .+\.$/)
    const back = 'A réplica do banco de dados voltou a responder.'
    expect(told).toEqual(Array.from({ length: told.length / 2 }, () => [away, back]).flat())
  },
)

// proves 19.12
it('asks the primary again when the replica cancels a statement', async () => {
  const { replica, reads, told } = opened()
  await isUsed(replica)
  told.length = 0
  // Fails on a replica alone, as a conflict with the primary's clean-up does.
  const { rows } = await sql<{ answer: string }>`
    select case when pg_is_in_recovery() then (1 / (random() * 0)::int)::text else 'primary' end as answer
  `.execute(reads)
  expect(rows).toEqual([{ answer: 'primary' }])
  // It may be behind for a moment, but was never away.
  await isUsed(replica)
  expect(
    told.filter((line) => !/2000 ms|voltou/.test(line)),
    'besides late looks',
  ).toEqual([])
})

describe('the check of the system', () => {
  const now = new Date('2026-11-22T12:00:00Z')
  const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
  const withState = (state: ReturnType<Replica['state']>) => ({ state: () => state }) as Replica

  // proves 19.12
  it.each([
    [undefined, 'off', /Nenhuma réplica/],
    [withState({ kind: 'used' }), 'ok', /em dia/],
    [withState({ kind: 'behind', missingBytes: 9, since: minutesAgo(0.5) }), 'ok', /atrasada há instantes/],
    [withState({ kind: 'behind', missingBytes: 9, since: minutesAgo(5) }), 'warning', /atrasada há 5 minutos/],
    [withState({ kind: 'away', reason: 'x', since: minutesAgo(0.5) }), 'warning', /não responde há instantes/],
    [withState({ kind: 'away', reason: 'x', since: minutesAgo(1) }), 'problem', /não responde há 1 minuto;/],
  ] as const)('says how the replica is: %#', async (replica, state, summary) => {
    const check = await replicaCheck(replica, now)
    expect(check).toMatchObject({ id: 'replica', state, summary: expect.stringMatching(summary) })
    expect(check.advice === null).toBe(state === 'ok' || state === 'off')
  })
})

// proves 19.11
it('shares a reading among those who ask before it begins', async () => {
  const ends: (() => void)[] = []
  let begun = 0
  const read = sharedReading(async () => {
    begun += 1
    const value = begun
    await new Promise<void>((resolve) => ends.push(resolve))
    return value
  })
  const first = read()
  const later = [read(), read()]
  expect(begun).toBe(1)
  ends.shift()?.()
  expect(await first).toBe(1)
  await expect.poll(() => begun).toBe(2)
  ends.shift()?.()
  expect(await Promise.all(later)).toEqual([2, 2])
})
