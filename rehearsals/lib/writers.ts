import { randomInt, randomUUID } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import type { Person } from '../../e2e/support/organisation.ts'
import type { Outcome } from './outcome.ts'
import type { Instance } from './servers.ts'

/** @returns status 599 when there was no response */
export function call(url: string, { token }: Person, path: string, creation?: Creation, body?: FormData) {
  return fetch(`${url}${path}`, {
    method: creation ? 'POST' : 'GET',
    headers: {
      authorization: `Bearer ${token}`,
      ...(creation && { 'idempotency-key': creation.key }),
      ...(creation && !body && { 'content-type': 'application/json' }),
    },
    ...(creation && { body: body ?? creation.body }),
    signal: AbortSignal.timeout(90_000),
  }).then(
    async (reply) => ({ status: reply.status, json: (await reply.json().catch(() => null)) as unknown }),
    () => ({ status: 599, json: null }),
  )
}

export const createOne = (url: string, who: Person, creation: Creation) => call(url, who, '/api/protocols', creation)

/** The same creation with a file. */
export function createWithFile(url: string, who: Person, creation: Creation, content = 'Conteúdo da remessa\n') {
  const form = new FormData()
  for (const [name, value] of Object.entries(JSON.parse(creation.body) as Record<string, unknown>)) {
    form.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value))
  }
  form.set('attachment_0', new Blob([content], { type: 'text/plain' }), 'remessa.txt')
  return call(url, who, '/api/protocols', creation, form)
}

/** Repeats a call until it has this status. @returns seconds @throws Error after `timeoutSeconds` seconds */
export async function until(status: number, timeoutSeconds: number, attempt: () => Promise<{ status: number }>) {
  const start = performance.now()
  for (;;) {
    const reply = await attempt()
    const seconds = (performance.now() - start) / 1000
    if (reply.status === status) return seconds
    if (seconds > timeoutSeconds)
      throw new Error(`still ${reply.status} instead of ${status} after ${timeoutSeconds} s`)
    await wait(200)
  }
}

/** A protocol to create, and the key that makes a repetition the same creation. */
export interface Creation {
  key: string
  body: string
}

/** A function that makes creations in the organisation of `foundOrganisation`. */
export async function creationsOf(url: string, sender: Person): Promise<() => Creation> {
  const get = async (path: string) =>
    (await fetch(`${url}/api/${path}`, { headers: { authorization: `Bearer ${sender.token}` } })).json()
  const [types, categories, departments] = (await Promise.all(
    ['item-types', 'categories', 'departments'].map(get),
    // biome-ignore lint/suspicious/noExplicitAny: three lists of different records
  )) as any[][]
  const department = (name: string) => departments?.find(({ dpname }) => dpname === name).dpid
  const item = {
    item_type_id: types?.[0].id,
    category_id: categories?.find(({ return_days }) => return_days).ctid,
    reason: 'Conferência',
  }
  return () => {
    const key = randomUUID()
    const body = {
      remarks: `Ensaio ${key}`,
      origin_department_id: department('Recursos Humanos'),
      destination_department_id: department('Jurídico'),
      requires_return: true,
      items: [{ ...item, document_number: key.slice(0, 8) }],
    }
    return { key, body: JSON.stringify(body) }
  }
}

/**
 * Creates protocols one after the other, and receives some. Repeats each call until it is answered with anything but a
 * failure of the server, as the web app does.
 */
export async function writeUntil(
  end: number,
  front: () => string,
  create: () => Creation,
  sender: Person,
  manager: Person,
  outcome: Outcome,
): Promise<void> {
  while (Date.now() < end) {
    const { key, body } = create()
    const headers = { 'content-type': 'application/json', 'idempotency-key': key }
    const { reply } = await insist(front, '/api/protocols', sender, outcome, { headers, body })
    if (reply.status !== 201) throw new Error(`a creation: ${reply.status} ${JSON.stringify(reply.json)}`)
    const id = (reply.json as { protocol_id: number }).protocol_id
    outcome.acknowledged.set(key, id)
    if (randomInt(3) > 0) continue
    const received = await insist(front, `/api/protocols/${id}/receive`, manager, outcome, {})
    // A repetition finds that it has been received.
    const isDone = received.reply.status === 200 || (received.isRepeated && received.reply.status === 409)
    if (!isDone) throw new Error(`a receipt: ${received.reply.status} ${JSON.stringify(received.reply.json)}`)
    outcome.received.add(id)
  }
}

interface Request {
  headers?: Record<string, string>
  body?: string
}

async function insist(
  front: () => string,
  path: string,
  { token }: Person,
  outcome: Outcome,
  { headers, body }: Request,
) {
  const start = performance.now()
  for (let attempt = 0; ; attempt += 1) {
    outcome.calls += 1
    const reply = await fetch(`${front()}${path}`, {
      method: 'POST',
      headers: { ...headers, authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(30_000),
      ...(body !== undefined && { body }),
    }).then(
      async (answer) => ({ status: answer.status, json: (await answer.json().catch(() => null)) as unknown }),
      (error: Error) => ({ status: 599, json: error.name }),
    )
    if (reply.status < 500) {
      outcome.waits.push(performance.now() - start)
      return { reply, isRepeated: attempt > 0 }
    }
    const reason = reply.status === 599 ? String(reply.json) : String(reply.status)
    outcome.failures.set(reason, (outcome.failures.get(reason) ?? 0) + 1)
    if (performance.now() - start > 120_000) throw new Error(`nobody answers ${path}`)
    await wait(Math.min(2000, 100 * 2 ** attempt))
  }
}

/** Kills and restarts servers until `end`; at least one is always left. @returns how many were killed */
export async function killAtRandom(instances: readonly Instance[], end: number): Promise<number> {
  let kills = 0
  const down = new Set<Instance>()
  const restarts: Promise<void>[] = []
  while (Date.now() < end) {
    await wait(randomInt(1000, 6000))
    const up = instances.filter((instance) => !down.has(instance))
    const victim = up[randomInt(up.length)]
    if (!victim || up.length === 1) continue
    down.add(victim)
    await victim.kill()
    kills += 1
    restarts.push(
      wait(randomInt(2000))
        .then(victim.start)
        .then(() => void down.delete(victim)),
    )
  }
  await Promise.all(restarts)
  return kills
}
