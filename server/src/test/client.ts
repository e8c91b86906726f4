import type { App } from '../platform/http/fastify.ts'

export interface Reply {
  status: number
  /** Parsed if it is JSON; `undefined` if it is empty; otherwise text. */
  // biome-ignore lint/suspicious/noExplicitAny: a test states what it expects of a body, the compiler cannot know it
  body: any
  headers: Record<string, string | string[] | number | undefined>
  /** The body's bytes, for downloads. */
  raw: Buffer
}

type Headers = Record<string, string>

/** Sends FormData as multipart, a Buffer as a CSV file, anything else as JSON. */
export interface Client {
  get: (path: string, headers?: Headers) => Promise<Reply>
  post: (path: string, body?: unknown, headers?: Headers) => Promise<Reply>
  put: (path: string, body?: unknown, headers?: Headers) => Promise<Reply>
  delete: (path: string, body?: unknown, headers?: Headers) => Promise<Reply>
}

/** @param token the bearer token to send; without it, requests are anonymous */
export function clientOf(app: App, token?: () => Promise<string>): Client {
  const send = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body: unknown, headers: Headers = {}) => {
    const sent = await encoded(body)
    const bearer = token && { authorization: `Bearer ${await token()}` }
    const response = await app.inject({
      method,
      url,
      headers: { ...sent?.headers, ...bearer, ...headers },
      ...(sent && { payload: sent.payload }),
    })
    const isJson = String(response.headers['content-type']).includes('application/json')
    return {
      status: response.statusCode,
      body: isJson ? response.json() : response.body || undefined,
      headers: response.headers,
      raw: response.rawPayload,
    }
  }
  return {
    get: (path, headers) => send('GET', path, undefined, headers),
    post: (path, body, headers) => send('POST', path, body, headers),
    put: (path, body, headers) => send('PUT', path, body, headers),
    delete: (path, body, headers) => send('DELETE', path, body, headers),
  }
}

async function encoded(body: unknown): Promise<{ payload: Buffer | string; headers: Headers } | undefined> {
  if (body === undefined) return undefined
  if (Buffer.isBuffer(body)) return { payload: body, headers: { 'content-type': 'text/csv' } }
  if (!(body instanceof FormData))
    return { payload: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
  const encodedForm = new Response(body)
  return {
    payload: Buffer.from(await encodedForm.arrayBuffer()),
    headers: { 'content-type': encodedForm.headers.get('content-type') ?? '' },
  }
}

export interface TestFile {
  name: string
  content: string | Uint8Array<ArrayBuffer>
  type?: string
}

/**
 * A multipart body. Fields that are not text, such as `items`, are sent as JSON; files use their field's name
 * (`attachment_0`).
 */
export function multipart(fields: Record<string, unknown>, files: Record<string, TestFile> = {}): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    form.append(name, typeof value === 'string' ? value : JSON.stringify(value))
  }
  for (const [name, file] of Object.entries(files)) {
    form.append(name, new Blob([file.content], { type: file.type ?? 'application/octet-stream' }), file.name)
  }
  return form
}
