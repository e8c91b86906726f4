import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { setPriority } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { isMainThread, workerData } from 'node:worker_threads'
import { eventsPath } from '@malote/core/live/event.ts'

/** What an abuser knows; a worker gets it. */
export interface Victims {
  url: string
  token: string
  email: string
  password: string
  departmentId: number
  /** Sessions of the same person. */
  sessions: readonly string[]
  /** A protocol with 2,001 comments, and others. */
  crowded: number
  others: readonly number[]
  destinations: readonly number[]
  itemTypeId: number
}

interface Abuse {
  what: string
  /** How many of these run at the same time. */
  atOnce: number
  act: () => Promise<unknown>
}

const json = { 'content-type': 'application/json' }

/** What one ordinary signed-in person can do to everybody, all that is known. */
export function abuses(victims: Victims): Abuse[] {
  const { url, token, email, password, departmentId, sessions, crowded, others, destinations, itemTypeId } = victims
  const from = { 'x-forwarded-for': '203.0.113.9' }
  const headers = { ...json, ...from, authorization: `Bearer ${token}` }
  const send = async (path: string, body?: unknown, other: HeadersInit = headers) => {
    const sent =
      body === undefined ? {} : { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) }
    const answer = await fetch(url + path, { headers: other, ...sent })
    await answer.arrayBuffer()
  }
  const junk = `{"items":[${Array(1_000_000).fill('0').join(',')}]}`
  const circular = () => {
    const form = new FormData()
    const fields = { remarks: 'Circular', origin_department_id: `${departmentId}`, requires_return: 'false' }
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    form.set('destination_department_ids', JSON.stringify(destinations))
    form.set('items', JSON.stringify([{ item_type_id: itemTypeId, has_attachment: true }]))
    form.set('attachment_0', new File([Buffer.concat([Buffer.from('%PDF-1.4\n'), randomBytes(1_000_000)])], 'a.pdf'))
    return fetch(`${url}/api/protocols`, {
      ...{ method: 'POST', headers: { ...from, authorization: `Bearer ${token}` }, body: form },
    }).then((answer) => answer.arrayBuffer())
  }
  let turn = 0
  const next = () => {
    turn += 1
    return turn
  }
  return [
    { what: 'a million junk items', atOnce: 4, act: () => send('/api/protocols', junk) },
    {
      what: '60 times the own password',
      atOnce: 60,
      act: () => send('/api/auth/proof', { currentPassword: password }),
    },
    {
      what: '100 comments on one protocol',
      atOnce: 100,
      act: () => send(`/api/protocols/${crowded}/comments`, { text: 'Eu de novo' }),
    },
    {
      what: 'comments on 200 protocols',
      atOnce: 20,
      act: () => send(`/api/protocols/${others[next() % others.length]}/comments`, { text: 'Eu de novo' }),
    },
    { what: '48 readers of 2,001 comments', atOnce: 48, act: () => send(`/api/protocols/${crowded}`) },
    {
      what: '505 sessions with streams',
      atOnce: 200,
      act: () => hold(url, `GET ${eventsPath}`, sessions[next() % sessions.length] ?? '', 2_000),
    },
    {
      what: '200 clients that do not read',
      atOnce: 200,
      act: () => hold(url, `GET /api/protocols/${crowded}`, token, 30_000),
    },
    { what: 'circulars with a file', atOnce: 4, act: circular },
    {
      what: 'successful sign-ins and unknown feeds',
      atOnce: 40,
      act: () =>
        next() % 2
          ? send('/api/auth/login', { email: email, password }, { ...json, ...from })
          : send(`/api/calendar/${randomBytes(32).toString('base64url')}.ics`, undefined, from),
    },
  ]
}

/** Sends a request and reads nothing of its answer for so long. */
async function hold(url: string, line: string, token: string, ms: number): Promise<void> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {}).pause()
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.write(
    `${line} HTTP/1.1\r\nhost: ${hostname}\r\nx-forwarded-for: 203.0.113.9\r\nauthorization: Bearer ${token}\r\n\r\n`,
  )
  await Promise.race([closed, pause(ms)])
  socket.destroy()
}

// In a thread of its own, so that the abuser's work does not delay the clock of the measurement.
if (!isMainThread && workerData?.abuse !== undefined) {
  const { abuse, victims } = workerData as { abuse: string; victims: Victims }
  // On Linux of this thread alone: the abuser's work is that of another computer.
  setPriority(5)
  const { atOnce = 0, act } = abuses(victims).find(({ what }) => what === abuse) ?? {}
  for (let one = 0; one < atOnce; one += 1) void repeat(act)
}

/** For ever, with the rest of a script between two calls. */
async function repeat(act: Abuse['act'] | undefined) {
  for (;;) {
    await act?.().catch(() => {})
    await pause(50)
  }
}
