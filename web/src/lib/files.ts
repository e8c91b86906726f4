import { api, fileName, type RequestOptions } from './api.ts'

const viewable = /^(application\/pdf|image\/(png|jpeg|gif|webp)|text\/plain)/

/** Long enough for the slowest reader to load it, short enough not to keep the memory for the day. */
const keptFor = 60_000

/**
 * Opens a file behind the sign-in in a new tab; what a browser cannot show is saved instead.
 * The tab opens at once, while the browser still knows that the user asked for it.
 *
 * @returns false when the browser did not allow the tab
 */
export async function openFile(path: string, options?: RequestOptions): Promise<boolean> {
  const tab = window.open('', '_blank')
  if (!tab) return false
  tab.opener = null
  try {
    const { blob, name } = await api.file(path, options)
    if (!viewable.test(blob.type)) {
      tab.close()
      save(blob, name)
      return true
    }
    tab.location.href = temporaryAddress(blob)
    return true
  } catch (error) {
    tab.close()
    throw error
  }
}

/** Saves a file that the server makes for this person. */
export async function saveFile(path: string, options?: RequestOptions): Promise<void> {
  const { blob, name } = await api.file(path, options)
  save(blob, name)
}

interface RowsOptions extends RequestOptions {
  /** Called as rows arrive; `total` is null when the server does not tell it. */
  onProgress: (rows: number, total: number | null) => void
}

/** Saves a long CSV, telling how many of its rows are here; `signal` ends it, also on the server. */
export async function saveRows(path: string, { onProgress, ...options }: RowsOptions): Promise<void> {
  const response = await api.stream(path, options)
  const total = Number(response.headers.get('x-total-rows')) || null
  const parts: BlobPart[] = []
  let rows = -1 // the header is none
  for await (const part of chunksOf(response)) {
    parts.push(part)
    rows += rowEnds(part)
    onProgress(Math.max(rows, 0), total)
  }
  save(new Blob(parts, { type: 'text/csv' }), fileName(response))
}

/** Saves a file that the server makes out of another one. */
export async function saveAnswer(response: Response): Promise<void> {
  save(new Blob([await response.blob()], { type: 'text/csv' }), fileName(response))
}

/** The lines of an answer, each as soon as it is here. */
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

/** Not every browser lets a stream be walked by `for await`. */
async function* chunksOf({ body }: Response) {
  const reader = body?.getReader()
  for (let chunk = await reader?.read(); chunk?.value; chunk = await reader?.read()) yield chunk.value
}

/** Rows end with CRLF, line breaks inside of a cell with LF alone. */
function rowEnds(part: Uint8Array): number {
  let ends = 0
  for (let at = part.indexOf(13); at >= 0; at = part.indexOf(13, at + 1)) ends += 1
  return ends
}

function save(blob: Blob, name: string | null) {
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
