import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import type { Person } from '../../e2e/support/organisation.ts'
import type { Creation } from '../lib/writers.ts'

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

/** Repeats a call until it has this status. @returns seconds @throws Error after `patience` seconds */
export async function until(status: number, patience: number, attempt: () => Promise<{ status: number }>) {
  const start = performance.now()
  for (;;) {
    const reply = await attempt()
    const seconds = (performance.now() - start) / 1000
    if (reply.status === status) return seconds
    if (seconds > patience) throw new Error(`still ${reply.status} instead of ${status} after ${patience} s`)
    await wait(200)
  }
}
