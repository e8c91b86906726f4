import { randomUUID } from 'node:crypto'
import { Agent, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { expect, inject, it, onTestFinished } from 'vitest'
import { type Db, withPatientDatabase } from '../platform/db/connect.ts'
import { tokenHash } from '../platform/http/auth.ts'
import { buildDepartment, buildItemType, buildUser } from '../test/builders.ts'
import { databaseAt } from '../test/database-names.ts'
import { silentServer } from '../test/mail-server.ts'
import { onServer } from '../test/on-server.ts'
import { serverProcess } from '../test/server-process.ts'

/** Processes start slowly on a busy machine. */
const slow = 60_000

/** An empty database without any migrations. */
async function bareDatabase(): Promise<string> {
  const server = inject('testServer')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await onServer(server, `create database ${name}`)
  onTestFinished(() => onServer(server, `drop database ${name} with (force)`))
  return databaseAt(server, name)
}

async function start(databaseUrl: string, settings?: Record<string, string>) {
  const server = await serverProcess(databaseUrl, settings)
  onTestFinished(server.remove)
  return server
}

it('comes up twice at once on an empty database: one migrates, one first Admin', { timeout: slow }, async () => {
  const databaseUrl = await bareDatabase()
  const [one, other] = await Promise.all([start(databaseUrl), start(databaseUrl)])

  for (const { url } of [one, other]) expect((await fetch(`${url}/readyz`)).status).toBe(200)
  const told = [one, other].filter(({ output }) => output().includes('Primeiro administrador'))
  expect(told).toHaveLength(1)
  await withPatientDatabase(databaseUrl, async (db) => {
    expect(await db.selectFrom('users').select('id').execute()).toHaveLength(1)
    const holidays = await db.selectFrom('holidays').select('date').execute()
    expect(new Set(holidays.map(({ date }) => date)).size).toBe(holidays.length)
  })
  for (const { child, ended, output } of [one, other]) {
    child.kill('SIGTERM')
    expect(await ended(), output()).toBe(0)
  }
})

// proves V16.3.4
it('answers what is under way when it is told to stop, and queues its mail', { timeout: slow }, async () => {
  const databaseUrl = await bareDatabase()
  // The queue stays full, because this mail server never responds.
  const smtp = await silentServer()
  onTestFinished(smtp.close)
  const server = await start(databaseUrl, { SMTP_URL: `smtp://127.0.0.1:${smtp.port}?greetingTimeout=500` })

  await withPatientDatabase(databaseUrl, async (db) => {
    const organisation = await found(db)
    const agent = new Agent({ keepAlive: true, maxSockets: 16 })
    onTestFinished(() => agent.destroy())
    const acknowledged: number[] = []
    let isStopping = false
    const create = async () => {
      while (!isStopping) {
        const reply = await post(agent, `${server.url}/api/protocols`, organisation.token, organisation.form)
        if (reply.status !== 201) throw new Error(`${reply.status} ${reply.body}`)
        acknowledged.push(JSON.parse(reply.body).protocol_id)
        if (acknowledged.length < 24 || isStopping) continue
        isStopping = true
        server.child.kill('SIGTERM')
      }
    }
    const people = await Promise.allSettled(Array.from({ length: 16 }, create))
    const stopped = performance.now()
    expect(await server.ended(), server.output()).toBe(0)
    // Idle keep-alive connections do not delay the shutdown.
    expect(performance.now() - stopped).toBeLessThan(25_000)

    for (const outcome of people) {
      // Requests that come too late get a refused or reset connection, never another error.
      if (outcome.status === 'rejected') expect(['ECONNREFUSED', 'ECONNRESET']).toContain(outcome.reason.code)
    }
    expect(acknowledged.length).toBeGreaterThanOrEqual(24)
    const { rows } = await sql<{ id: number; mails: number }>`
      select p.id, count(j.id)::int as mails
      from protocols p left join pgboss.job j on j.name = 'mail' and (j.data ->> 'protocolId')::int = p.id
      group by p.id`.execute(db)
    const mailsOf = new Map(rows.map(({ id, mails }) => [id, mails]))
    expect(acknowledged.map((id) => mailsOf.get(id))).toEqual(acknowledged.map(() => 1))
  })
})

/** A sender with a session, and a form for a protocol of which one other person is notified. */
async function found(db: Db) {
  const origin = await buildDepartment(db)
  const destination = await buildDepartment(db)
  const sender = await buildUser(db, { departmentId: origin.id })
  await buildUser(db, { departmentId: destination.id })
  const itemType = await buildItemType(db)
  const token = randomUUID()
  const now = Date.now()
  const session = { createdAt: new Date(now), lastSeenAt: new Date(now), expiresAt: new Date(now + 3_600_000) }
  await db
    .insertInto('sessions')
    .values({ userId: sender.id, tokenHash: tokenHash(token), remember: false, ...session })
    .execute()
  const form = {
    remarks: 'Remessa',
    origin_department_id: origin.id,
    destination_department_id: destination.id,
    requires_return: false,
    items: [{ item_type_id: itemType.id }],
  }
  return { token, form }
}

function post(agent: Agent, url: string, token: string, body: unknown): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const call = request(url, { agent, method: 'POST', headers }, async (reply: IncomingMessage) => {
      resolve({ status: reply.statusCode ?? 0, body: await text(reply) })
    })
    call.on('error', reject).end(JSON.stringify(body))
  })
}
