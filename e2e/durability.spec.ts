import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { foundOrganisation, type Person, signIn } from './support/organisation.ts'
import { type RunningServer, startServer } from './support/server.ts'
import { test } from './support/test.ts'

const creations = 60

type Call = Awaited<ReturnType<typeof signIn>>

/** A creation with two items and a file, identified by its number. */
function shipment(number: number, ends: Ends) {
  const form = new FormData()
  form.set('remarks', `Remessa ${number}`)
  form.set('origin_department_id', String(ends.origin))
  form.set('destination_department_id', String(ends.destination))
  form.set('requires_return', 'false')
  const item = { item_type_id: ends.itemType, document_number: `${number}/2026` }
  form.set('items', JSON.stringify([{ ...item, has_attachment: true }, item]))
  form.set('attachment_0', new Blob([contentOf(number)], { type: 'text/plain' }), `remessa-${number}.txt`)
  return form
}

const contentOf = (number: number) => `Conteúdo da remessa ${number}\n`

type Ends = Awaited<ReturnType<typeof endsOf>>

async function endsOf(call: Call) {
  const departments: { dpid: number; dpname: string }[] = await call('GET', '/api/departments')
  const [itemType] = await call('GET', '/api/item-types')
  const idOf = (name: string) => departments.find(({ dpname }) => dpname === name)?.dpid ?? 0
  return { origin: idOf('Recursos Humanos'), destination: idOf('Jurídico'), itemType: itemType.id as number }
}

/** Sends all at once and kills the server when a third of them is acknowledged. */
async function createUntil(kill: () => void, server: RunningServer, token: string, ends: Ends) {
  const acknowledged = new Map<number, number>()
  const numbers = Array.from({ length: creations }, (_, index) => index)
  await Promise.allSettled(
    numbers.map(async (number) => {
      const reply = await fetch(`${server.url}/api/protocols`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'idempotency-key': `remessa-${number}` },
        body: shipment(number, ends),
      })
      if (reply.status !== 201) throw new Error(`${reply.status} ${await reply.text()}`)
      acknowledged.set(number, (await reply.json()).protocol_id)
      if (acknowledged.size === Math.floor(creations / 3)) kill()
    }),
  )
  return acknowledged
}

async function tokenOf(url: string, person: { email: string; password: string }): Promise<string> {
  const reply = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: person.email, password: person.password }),
  })
  return (await reply.json()).token
}

/** Checks that a protocol is complete: its two items, its file, its history. */
async function expectWhole(server: RunningServer, call: Call, token: string, id: number) {
  const protocol = await call('GET', `/api/protocols/${id}`)
  const number = Number(protocol.remarks.split(' ')[1])
  expect(protocol.items).toHaveLength(2)
  expect(protocol.total_items).toBe(2)
  expect(protocol.history.map((entry: { action: string }) => entry.action)).toContain('Protocolo criado')
  const [file] = protocol.items[0].attachments
  const download = await fetch(`${server.url}/api/protocols/attachments/${file.id}/download`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(await download.text()).toBe(contentOf(number))
  return number
}

async function allIds(call: Call): Promise<number[]> {
  const ids: number[] = []
  for (let page = 1; ; page += 1) {
    const { data, meta } = await call('GET', `/api/protocols?page=${page}`)
    ids.push(...data.map((row: { id: number }) => row.id))
    if (page >= meta.last_page) return ids
  }
}

/** Retries every request without a response, with the same key. */
async function sendAgain(server: RunningServer, token: string, ends: Ends): Promise<number[]> {
  const numbers = Array.from({ length: creations }, (_, number) => number)
  return Promise.all(
    numbers.map(async (number) => {
      const reply = await fetch(`${server.url}/api/protocols`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'idempotency-key': `remessa-${number}` },
        body: shipment(number, ends),
      })
      return (await reply.json()).protocol_id as number
    }),
  )
}

/** Checks that acknowledged protocols exist, none is incomplete, and after the retry each shipment exists once. */
async function expectNothingLost(server: RunningServer, sender: Person, ends: Ends, acknowledged: Map<number, number>) {
  const call = await signIn(server.url, sender.email, sender.password)
  const token = await tokenOf(server.url, sender)
  const ids = await allIds(call)
  const numbers = []
  for (const id of ids) numbers.push(await expectWhole(server, call, token, id))
  expect(new Set(numbers).size, 'no shipment was made twice').toBe(numbers.length)
  expect(ids).toEqual(expect.arrayContaining([...acknowledged.values()]))

  const made = await sendAgain(server, token, ends)
  for (const [number, id] of acknowledged) expect(made[number]).toBe(id)
  expect(new Set(made).size).toBe(creations)
  expect(await allIds(call)).toHaveLength(creations)
}

// proves 13.5, V2.3.3
test('a killed server loses nothing it acknowledged and leaves nothing half-made', async () => {
  const first = await startServer()
  const { sender } = await foundOrganisation(first.url)
  const ends = await endsOf(await signIn(first.url, sender.email, sender.password))
  const kill = () => first.process.kill('SIGKILL')
  const acknowledged = await createUntil(kill, first, await tokenOf(first.url, sender), ends)
  expect(acknowledged.size).toBeGreaterThan(0)

  const second = await startServer(first.dataDir)
  try {
    await expectNothingLost(second, sender, ends, acknowledged)
  } finally {
    await second.stop()
  }
})

// proves 13.5
test('a killed database comes back by itself and loses nothing it acknowledged', { tag: '@long' }, async () => {
  const server = await startServer()
  try {
    const { sender } = await foundOrganisation(server.url)
    const ends = await endsOf(await signIn(server.url, sender.email, sender.password))
    const kill = () => process.kill(postmasterOf(server), 'SIGKILL')
    const acknowledged = await createUntil(kill, server, await tokenOf(server.url, sender), ends)
    expect(acknowledged.size).toBeGreaterThan(0)

    await expect.poll(() => isReady(server), { timeout: 30_000 }).toBe(true)
    await expectNothingLost(server, sender, ends, acknowledged)
  } finally {
    await server.stop()
  }
})

/** The process id that PostgreSQL writes to its data folder. */
function postmasterOf({ dataDir }: RunningServer): number {
  const file = readFileSync(join(dataDir, 'database', 'cluster', 'postmaster.pid'), 'utf8')
  return Number(file.split('\n')[0])
}

const isReady = async ({ url }: RunningServer) => (await fetch(`${url}/readyz`)).ok
