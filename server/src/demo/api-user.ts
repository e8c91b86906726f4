import { setTimeout as pause } from 'node:timers/promises'
import type { InjectOptions } from 'fastify'
import type { App } from '../platform/http/fastify.ts'

type Json = Record<string, unknown>
/** Maps field names to the files of a multipart request. */
export type Files = Record<string, { name: string; content: Buffer }>

interface Account {
  email: string
  password: string
}

/** A user who works through the API, like everybody else. */
export interface ApiUser {
  // biome-ignore lint/suspicious/noExplicitAny: the response of any route, the caller knows its shape
  call: (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: Json, files?: Files) => Promise<any>
}

/** Signs in when needed, because the story's clock skips nights and weeks. */
export function apiUserOf(app: App, account: Account): ApiUser {
  let token: string | undefined
  const signIn = async () => {
    const payload = { ...account, remember: true }
    const reply = await send(app, { method: 'POST', url: '/api/auth/login', payload })
    if (reply.statusCode !== 200) throw new Error(`${account.email} cannot sign in: ${reply.body}`)
    token = reply.json<{ token: string }>().token
  }
  const call: ApiUser['call'] = async (method, path, body, files) => {
    if (!token) await signIn()
    const ask = () => send(app, { method, url: path, ...payloadOf(body, files, token ?? '') })
    let reply = await ask()
    if (reply.statusCode === 401) {
      await signIn()
      reply = await ask()
    }
    if (reply.statusCode >= 400) throw new Error(`${method} ${path}: ${reply.statusCode} ${reply.body}`)
    return reply.body ? reply.json() : undefined
  }
  return { call }
}

/** How often a request is repeated when the server is too busy: some minutes, on a slow machine. */
const mostTries = 30

/** Sends a request, and again as long as the server refuses it because it is short of processor time or memory. */
async function send(app: App, request: InjectOptions) {
  for (let tries = 1; ; tries += 1) {
    const reply = await app.inject(request)
    if (reply.statusCode !== 503 || tries === mostTries) return reply
    await pause(Number(reply.headers['retry-after'] ?? 1) * 1000)
  }
}

function payloadOf(body: Json | undefined, files: Files | undefined, token: string) {
  const headers = { authorization: `Bearer ${token}` }
  if (!files) return { headers, ...(body && { payload: body }) }
  const boundary = 'malote-demo-boundary'
  const text = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value))
  const fields = Object.entries(body ?? {}).map(([name, value]) =>
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text(value)}\r\n`),
  )
  const parts = Object.entries(files).flatMap(([name, file]) => [
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"; filename="${file.name}"\r\n` +
        'Content-Type: application/octet-stream\r\n\r\n',
    ),
    file.content,
    Buffer.from('\r\n'),
  ])
  return {
    headers: { ...headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([...fields, ...parts, Buffer.from(`--${boundary}--\r\n`)]),
  }
}
