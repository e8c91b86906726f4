import { ApiError, toApiError } from './api-error.ts'
import { proof } from './proof.ts'
import { noteFailure } from './server-reachability.ts'
import { session } from './stored-session.ts'

/** Base address of the API; empty means the address that served the page. */
const baseAddress: string = import.meta.env.VITE_API_URL ?? ''
const requestIdHeader = 'x-request-id'
/** Their 401 is a wrong password or code, not the end of a session. */
const signInPaths = new Set(['/api/auth/login', '/api/auth/second-step'])

type QueryValue = string | number | boolean | null | undefined
/** Query parameters; null, undefined and '' are left out. */
type Query = object

export interface RequestOptions {
  query?: Query
  signal?: AbortSignal
  headers?: Record<string, string>
}

interface UploadOptions extends RequestOptions {
  method?: 'POST' | 'PUT'
  /** Called with whole percents, 0 to 100, during the upload. */
  onProgress?: (percent: number) => void
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

export const api = {
  get: <T>(path: string, options?: RequestOptions) => json<T>('GET', path, undefined, options),
  post: <T>(path: string, body?: unknown, options?: RequestOptions) => json<T>('POST', path, body, options),
  put: <T>(path: string, body?: unknown, options?: RequestOptions) => json<T>('PUT', path, body, options),
  delete: <T>(path: string, body?: unknown, options?: RequestOptions) => json<T>('DELETE', path, body, options),
  upload,
  /** Returns the response unread, for bodies that are processed while they arrive. */
  stream: (path: string, options: RequestOptions = {}) => send('GET', path, undefined, options),
  /**
   * Whether the server and its database respond, for a page that waits for them: a refusal is a response too.
   *
   * @throws when they do not
   */
  async probe(path: string, signal: AbortSignal) {
    const { status } = await fetch(address(path), { signal, headers: credentials(session.get()?.token) })
    if (status >= 500) throw new ApiError(status, '')
  },
  /** Sends a CSV file as the request body and returns the response unread. */
  sendCsv: (path: string, file: Blob, options: RequestOptions = {}) =>
    send('POST', path, file, { ...options, headers: { ...options.headers, 'content-type': 'text/csv' } }),
  /** Downloads a file that needs a session, with the file name from the response. */
  async file(path: string, options: RequestOptions = {}) {
    const response = await send('GET', path, undefined, options)
    // Keeps the full content type with its charset: the blob of `fetch` loses it, and accents would be decoded wrongly.
    const blob = new Blob([await response.blob()], { type: response.headers.get('content-type') ?? '' })
    return { blob, name: fileName(response) }
  },
}

async function json<T>(method: Method, path: string, body?: unknown, options: RequestOptions = {}): Promise<T> {
  const response = await send(method, path, body, options)
  try {
    const text = await response.text()
    return (text ? JSON.parse(text) : undefined) as T
  } catch (cause) {
    // Broken off on the way, or of a proxy.
    if (options.signal?.aborted) throw cause
    throw failed({ method, path, token: session.get()?.token }, new ApiError(0, '', { cause }))
  }
}

async function send(method: Method, path: string, body: unknown, options: RequestOptions): Promise<Response> {
  const token = session.get()?.token
  const init: RequestInit = {
    method,
    headers: {
      ...credentials(token),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...options.headers,
    },
    ...(body === undefined ? {} : { body: body instanceof Blob ? body : JSON.stringify(body) }),
    ...(options.signal ? { signal: options.signal } : {}),
  }
  const response = await fetch(address(path, options.query), init).catch(async (error: unknown) => {
    if (options.signal?.aborted) throw error
    const changed = body instanceof Blob ? await changedFileIn([['file', body]]) : null
    throw failed({ method, path, token }, changed ?? new ApiError(0, '', { cause: error }))
  })
  if (response.ok) return response
  const error = toApiError(
    response.status,
    await response.json().catch(() => null),
    response.headers.get(requestIdHeader),
  )
  if (error.code === 'PROOF_NEEDED' && (await proof.ask())) return send(method, path, body, options)
  throw failed({ method, path, token }, error)
}

/** Sends a form with files. Uses XMLHttpRequest because `fetch` cannot report upload progress. */
function upload<T>(path: string, form: FormData, options: UploadOptions = {}): Promise<T> {
  const method = options.method ?? 'POST'
  const token = session.get()?.token
  const call = { method, path, token }
  return new Promise<T>((resolve, reject) => {
    const request = new XMLHttpRequest()
    const abort = () => request.abort()
    request.open(method, address(path, options.query))
    request.responseType = 'json'
    for (const [name, value] of Object.entries({ ...credentials(token), ...options.headers })) {
      request.setRequestHeader(name, value)
    }
    request.upload.onprogress = ({ loaded, total }) =>
      options.onProgress?.(total ? Math.round((loaded / total) * 100) : 0)
    request.onload = () => {
      const { status, response } = request
      const isSuccess = status >= 200 && status < 300
      if (isSuccess && response !== null) return resolve(response as T)
      // Null is what could not be read: it broke off on the way, or is of a proxy.
      const error = toApiError(isSuccess ? 0 : status, response, request.getResponseHeader(requestIdHeader))
      reject(failed(call, error))
    }
    request.onerror = async () => reject(failed(call, (await changedFileIn(form)) ?? new ApiError(0, '')))
    request.onabort = () => reject(options.signal?.reason ?? new DOMException('Envio cancelado', 'AbortError'))
    request.onloadend = () => options.signal?.removeEventListener('abort', abort)
    options.signal?.addEventListener('abort', abort)
    request.send(form)
  })
}

function credentials(token: string | undefined): Record<string, string> {
  return {
    accept: 'application/json',
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...(isAway() ? { 'malote-away': '1' } : {}),
  }
}

function address(path: string, query: Query = {}): string {
  const given = (Object.entries(query) as [string, QueryValue][]).filter(
    ([, value]) => value !== null && value !== undefined && value !== '',
  )
  // meets V1.2.2
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return `${baseAddress}${path}${search && `?${search}`}`
}

interface Call {
  method: Method
  path: string
  /** The token that the request carried; another session may have begun when the response arrives. */
  token: string | undefined
}

function failed({ method, path, token }: Call, error: ApiError): ApiError {
  console.error(`${method} ${path}: ${error.status}`, error)
  if (error.status === 401 && !signInPaths.has(path)) session.end(token)
  // The user got a duty while the app was open, e.g. with a new role: the page that asks for it takes the app's place.
  if (error.code === 'DUTY_FIRST') session.doubtUser(token)
  noteFailure(error)
  return error
}

/** The file name in the Content-Disposition header; null without one. */
export function fileName(response: Response): string | null {
  const disposition = response.headers.get('content-disposition')
  const encoded = disposition?.match(/filename\*=UTF-8''([^;]+)/i)?.[1]
  if (encoded) return decodeURIComponent(encoded)
  return disposition?.match(/filename="?([^";]+)"?/i)?.[1] ?? null
}

/** How long without any input until the user counts as away, in milliseconds. */
const awayAfter = 5 * 60_000

let usedAt = Date.now()
const note = () => {
  usedAt = Date.now()
}

// At build time `window` is missing.
for (const type of ['pointerdown', 'pointermove', 'wheel', 'keydown']) {
  globalThis.window?.addEventListener(type, note, { passive: true, capture: true })
}

/** Whether nobody is using this page: its requests are then made by itself and must not keep the session open. */
const isAway = () => Date.now() - usedAt > awayAfter

/**
 * Browsers do not send a file that was changed, moved or deleted since it was chosen: each time they report a broken
 * connection, as if there were no network.
 *
 * @param fields of the form that was not sent
 * @returns the error at the first such file; null if all can still be read
 */
async function changedFileIn(fields: Iterable<[name: string, value: unknown]>): Promise<ApiError | null> {
  for (const [name, file] of fields) {
    if (!(file instanceof File) || (await isReadable(file))) continue
    const message = `O arquivo ${file.name} foi alterado, movido ou apagado depois de escolhido. Escolha-o novamente.`
    return new ApiError(400, message, { code: 'FILE_CHANGED', errors: { [name]: message } })
  }
  return null
}

const isReadable = (file: File) =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    )
