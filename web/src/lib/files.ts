import { api, fileName, type RequestOptions } from './api.ts'

/** How long the URL of a saved blob stays valid, in milliseconds. */
const keptFor = 60_000

/** Downloads a file that needs a session. */
export async function saveFile(path: string, options?: RequestOptions): Promise<void> {
  const { blob, name } = await api.file(path, options)
  save(blob, name)
}

interface RowsOptions extends RequestOptions {
  /** Called as rows arrive; `total` is null when the server does not send it. */
  onProgress: (rows: number, total: number | null) => void
}

/** Downloads a long CSV and reports the number of rows received; `signal` aborts it, also on the server. */
export async function saveRows(path: string, { onProgress, ...options }: RowsOptions): Promise<void> {
  const response = await api.stream(path, options)
  const total = Number(response.headers.get('x-total-rows')) || null
  const parts: BlobPart[] = []
  let rows = -1 // do not count the header
  for await (const part of chunksOf(response)) {
    parts.push(part)
    rows += rowEnds(part)
    onProgress(Math.max(rows, 0), total)
  }
  save(new Blob(parts, { type: 'text/csv' }), fileName(response))
}

/** Saves the response of an uploaded CSV as a CSV file. */
export async function saveCsv(response: Response): Promise<void> {
  save(new Blob([await response.blob()], { type: 'text/csv' }), fileName(response))
}

/** Yields the lines of a response as they arrive. */
export async function* linesOf(response: Response): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of chunksOf(response)) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest) yield rest
}

/** Reads the stream through its reader, because some browsers do not support `for await` on streams. */
async function* chunksOf({ body }: Response) {
  const reader = body?.getReader()
  for (let chunk = await reader?.read(); chunk?.value; chunk = await reader?.read()) yield chunk.value
}

/** Counts rows by their CR: rows end with CRLF, line breaks inside a cell with LF alone. */
function rowEnds(part: Uint8Array): number {
  let ends = 0
  for (let at = part.indexOf(13); at >= 0; at = part.indexOf(13, at + 1)) ends += 1
  return ends
}

/** Downloads a file that the page has made or fetched. */
export function save(blob: Blob, name: string | null) {
  const link = document.createElement('a')
  link.href = temporaryAddress(blob)
  link.download = name ?? 'arquivo'
  link.click()
}

function temporaryAddress(blob: Blob): string {
  const address = URL.createObjectURL(blob)
  setTimeout(() => URL.revokeObjectURL(address), keptFor)
  return address
}

/**
 * Refuses files that are dropped outside a drop zone. Otherwise the browser would open the file in place of the app,
 * and unsaved input would be lost.
 *
 * @returns a function that removes the listeners
 */
export function refuseStrayFiles() {
  for (const type of types) document.addEventListener(type, refuse)
  return () => {
    for (const type of types) document.removeEventListener(type, refuse)
  }
}

const types = ['dragover', 'drop'] as const

function refuse(event: DragEvent) {
  // Drop zones have called preventDefault themselves.
  if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return
  event.preventDefault()
  event.dataTransfer.dropEffect = 'none'
}
