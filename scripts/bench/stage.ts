import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { role } from '@malote/core/users/role.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import pg from 'pg'
import { sessionEnd, tokenHash } from '../../server/src/platform/http/auth.ts'
import type { DataSet } from './data-set.ts'
import type { Plans } from './floor-server.ts'
import { departments } from './generate-organisation.ts'
import { type Server, startProduct, startServer } from './servers.ts'

/** A signed-in user. */
export interface SignedIn extends Viewer {
  departmentId: number
  token: string
}

/** The product on a writable copy of a data set. */
export interface Stage {
  databaseUrl: string
  /** Starts another instance of the product on the copy, with these settings besides. */
  startProduct: (changes?: NodeJS.ProcessEnv) => Promise<Server>
  product: Server
  /** The leader of each department, by its id. */
  leaders: ReadonlyMap<number, SignedIn>
  admin: SignedIn
  /** Ids of suppliers that may be chosen. */
  suppliers: readonly number[]
  /** One leader after the other. */
  anyone: () => SignedIn
  /** Queries the copy. */
  query: <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<Row[]>
  /** Starts the floor with these plans; one at a time. */
  startFloor: (plans: Plans) => Promise<Server>
  close: () => Promise<void>
}

/** @param name of the copy's database */
export async function openStage(dataSet: DataSet, name: string): Promise<Stage> {
  const copy = await dataSet.copy(name)
  const databaseUrl = copy.owner
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const query = async <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) =>
    (await client.query<Row>(text, values)).rows
  const { leaders, admin } = await signIn(query)
  const active = await query<{ id: number }>('select id from suppliers where is_active order by id limit 5000')
  const product = await startProduct(copy)
  const floors: Server[] = []
  const folder = mkdtempSync(join(tmpdir(), 'malote-floor-'))
  return {
    databaseUrl,
    startProduct: (changes) => startProduct(copy, changes),
    product,
    leaders,
    admin,
    suppliers: active.map(({ id }) => id),
    anyone: inTurn([...leaders.values()]),
    query,
    async startFloor(plans) {
      const file = join(folder, `${floors.length}.json`)
      writeFileSync(file, JSON.stringify(plans))
      const floor = await startServer('scripts/bench/floor-server.ts', '/ready', {
        DATABASE_URL: databaseUrl,
        PLANS: file,
      })
      floors.push(floor)
      return floor
    },
    async close() {
      for (const server of [...floors, product]) await server.stop()
      await client.end()
      rmSync(folder, { recursive: true })
    },
  }
}

/** Returns the next value at each call, in an endless cycle. */
export function inTurn<One>(all: readonly One[]): () => One {
  let turn = 0
  return () => {
    turn += 1
    return all[turn % all.length] as One
  }
}

/** The first user of each department leads it; the last Admin gets a session too. */
export async function signIn(query: Stage['query']) {
  const people = await query<Viewer & { departmentId: number }>(
    `select id, name, role, department_id as "departmentId" from users
     where id <= $1 or id = (select max(id) from users where role = $2 and is_active) order by id`,
    [departments, role.admin],
  )
  const all: SignedIn[] = []
  for (const person of people) {
    const token = randomBytes(32).toString('base64url')
    // Written directly to the table, because a sign-in is slow on purpose.
    await query('insert into sessions (user_id, token_hash, remember, expires_at) values ($1, $2, true, $3)', [
      person.id,
      tokenHash(token),
      new Date(sessionEnd({ remember: true, openedAt: Date.now() }, new Date())),
    ])
    all.push({ ...person, token })
  }
  const admin = all.pop() as SignedIn
  return { leaders: new Map(all.map((leader) => [leader.departmentId, leader])), admin }
}
