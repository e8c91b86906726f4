import type { ItemStatus } from '@malote/core/items/item-status.ts'
import type { ProtocolStatus } from '@malote/core/protocols/protocol-status.ts'
import { role, roles } from '@malote/core/users/role.ts'
import { beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { buildDepartment, buildProtocol, buildUser } from '../../../test/builders.ts'
import type { Client } from '../../../test/client.ts'

type Relation = 'origin' | 'destination' | 'neither' | 'none'
interface Person {
  role: string
  relation: Relation
  client: Client
}

let test: TestApp
let people: Person[]
let ids: { origin: number; destination: number; neither: number; next: number; creator: number }

beforeAll(async () => {
  test = await testApp({ now: '2026-11-21T15:00:00Z' })
  const { db, as } = test
  const department = async () => (await buildDepartment(db)).id
  const [origin, destination, neither, next] = [
    await department(),
    await department(),
    await department(),
    await department(),
  ]
  ids = { origin, destination, neither, next, creator: (await buildUser(db, { departmentId: origin })).id }
  const departmentOf = { origin, destination, neither, none: null }
  people = []
  for (const relation of ['origin', 'destination', 'neither', 'none'] as const) {
    for (const personRole of roles) {
      if (relation === 'none' && personRole !== role.admin) continue
      const user = await buildUser(db, { role: personRole, departmentId: departmentOf[relation] })
      people.push({ role: personRole, relation, client: as(user) })
    }
  }
})

const notReceived = 'Este protocolo ainda não foi recebido pelo destino'
const completed = 'Este protocolo já foi concluído'
const cancelled = 'Este protocolo já foi cancelado'

type Situation = readonly ['R' | 'N', ProtocolStatus, ItemStatus | 'away', expected: 201 | string]

/** Written from contract 20.30: what a person of the destination hears; 201 when they may. */
const situations: readonly Situation[] = [
  ['R', 'Pendente', 'pendente', notReceived],
  ['R', 'Em andamento', 'pendente', 201],
  ['R', 'Em andamento', 'retornado', 'Este item já foi retornado'],
  ['R', 'Em andamento', 'concluído', 'Este item já foi concluído'],
  ['R', 'Em andamento', 'cancelado', 'Este item já foi cancelado'],
  ['R', 'Em andamento', 'away', 'Este item está em '],
  ['R', 'Concluído', 'concluído', completed],
  ['R', 'Cancelado', 'cancelado', cancelled],
  ['R', 'Cancelado', 'retornado', cancelled],
  ['N', 'Pendente', 'pendente', 201],
  ['N', 'Pendente', 'cancelado', 'Este item já foi cancelado'],
  ['N', 'Pendente', 'away', 'Este item está em '],
  ['N', 'Concluído', 'concluído', completed],
  ['N', 'Cancelado', 'cancelado', cancelled],
]

async function build([flag, status, item]: Situation) {
  const requiresReturn = flag === 'R'
  const isAway = item === 'away'
  const protocol = await buildProtocol(test.db, {
    ...{ originDepartmentId: ids.origin, destinationDepartmentId: ids.destination, createdBy: ids.creator },
    ...{ status, requiresReturn, items: [{ status: isAway ? 'pendente' : item }] },
  })
  const itemId = protocol.items[0]?.id as number
  if (isAway) {
    await buildProtocol(test.db, {
      ...{ originDepartmentId: ids.destination, destinationDepartmentId: ids.next, createdBy: ids.creator },
      ...{ requiresReturn, items: [{ forwardedFromItemId: itemId }] },
    })
  }
  return { protocol: protocol.id, item: itemId }
}

const rowsOf = async () => {
  const count = async (table: 'protocols' | 'items' | 'history' | 'notifications') =>
    (
      await test.db
        .selectFrom(table)
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
    ).n
  return [await count('protocols'), await count('items'), await count('history'), await count('notifications')]
}

// proves 20.30
it.each(situations)('passing on, %s %s %s: %s', async (...situation) => {
  const expected = situation[3]
  const shared = await build(situation)
  for (const person of people) {
    const who = `${person.role} of ${person.relation}`
    const target = expected === 201 && person.relation === 'destination' ? await build(situation) : shared
    const before = await rowsOf()
    const forward = (body: object) => person.client.post(`/api/protocols/${target.protocol}/forward`, body)
    const valid = { destination_department_id: ids.next, remarks: 'Segue', item_ids: [target.item] }
    const sees = person.role === role.admin || person.relation === 'origin' || person.relation === 'destination'
    if (!sees || person.relation !== 'destination') {
      // Neither learns what a valid body looks like.
      for (const body of [valid, {}]) expect((await forward(body)).status, who).toBe(sees ? 403 : 404)
      expect(await rowsOf(), who).toEqual(before)
      continue
    }
    if (expected === 201) {
      expect((await forward({})).status, who).toBe(400)
      expect(await rowsOf(), who).toEqual(before)
      expect((await forward(valid)).status, who).toBe(201)
      continue
    }
    const reply = await forward(valid)
    expect({ who, status: reply.status, message: reply.body.message }).toEqual({
      ...{ who, status: 409, message: expect.stringContaining(String(expected)) },
    })
    expect(await rowsOf(), who).toEqual(before)
  }
})

// proves 20.34
it('what an item needs that is away is refused for every role and side, in the same words', async () => {
  const { protocol, item } = await build(['R', 'Em andamento', 'away', 'Este item está em '])
  const reason = { reason: 'Engano' }
  const acts: [path: string, body: object | undefined, side: Relation | undefined][] = [
    [`items/${item}/return`, undefined, 'destination'],
    [`items/${item}/complete`, undefined, 'origin'],
    [`items/${item}/cancel`, reason, undefined],
    [`${protocol}/complete`, undefined, 'origin'],
    [`${protocol}/cancel`, reason, undefined],
  ]
  for (const person of people) {
    const sees = person.role === role.admin || person.relation === 'origin' || person.relation === 'destination'
    for (const [path, body, side] of acts) {
      const before = await rowsOf()
      const { status, body: reply } = await person.client.post(`/api/protocols/${path}`, body)
      const expected = sees ? (side === undefined || side === person.relation ? 409 : 403) : 404
      expect({ who: `${person.role} of ${person.relation}`, path, status }).toMatchObject({ path, status: expected })
      if (expected === 409) expect(reply.message).toMatch(/^Este item está em .*\. Aguarde a volta\.$/)
      expect(await rowsOf()).toEqual(before)
    }
  }
})
