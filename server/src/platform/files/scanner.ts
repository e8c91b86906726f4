import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { infectedSentence, unscannedSentence } from '@malote/core/items/attachment-formats.ts'
import { AppError } from '@malote/core/shared/errors.ts'
import type { SystemCheck } from '@malote/core/system/system-check.ts'
import { ensureOutsideTransaction } from '../db/outside-transactions.ts'
import type { Config } from '../settings/config.ts'

/** A file on the local disk, and the field of the form in which it was sent. */
interface Upload {
  field: string
  fileName: string
  path: string
}

/** Gets the failures of the scanner, and the viruses that it found. */
interface Listener {
  log: { warn: (details: object, message: string) => void }
  onInfected: (found: { fileName: string; signature: string }) => void
}

/**
 * Scans a received file.
 *
 * @returns false when the scanner failed and CLAMAV_ON_FAILURE accepts that
 * @throws AppError FILE_INFECTED; SCAN_UNAVAILABLE when the scanner failed
 */
export type Scanner = (upload: Upload, listener: Listener) => Promise<boolean>

/**
 * Opens the scanner of CLAMAV_HOST for one form; undefined without one. Where files are accepted without a scan, the form
 * waits once for a clamd that hangs, not with each file.
 */
export function openScanner(
  { CLAMAV_HOST, CLAMAV_ON_FAILURE }: Pick<Config, 'CLAMAV_HOST' | 'CLAMAV_ON_FAILURE'>,
  limit: { ms?: number } = {},
): Scanner | undefined {
  if (CLAMAV_HOST === undefined) return undefined
  let isHanging = false
  return async ({ field, fileName, path }, { log, onInfected }) => {
    if (isHanging) return false
    const verdict = await scanFile(CLAMAV_HOST, path, limit)
    if (verdict.kind === 'clean') return true
    if (verdict.kind === 'infected') {
      const message = infectedSentence(fileName)
      onInfected({ fileName, signature: verdict.signature })
      log.warn({ event: 'infected-file', signature: verdict.signature }, 'security')
      throw new AppError('FILE_INFECTED', { message, fieldErrors: { [field]: message } })
    }
    if (CLAMAV_ON_FAILURE === 'accept') {
      isHanging = verdict.isTooSlow
      log.warn({ err: verdict.cause }, 'an upload was accepted without a scan')
      return false
    }
    const message = unscannedSentence(fileName)
    throw new AppError('SCAN_UNAVAILABLE', { message, fieldErrors: { [field]: message }, cause: verdict.cause })
  }
}

type ScanVerdict =
  | { kind: 'clean' }
  | { kind: 'infected'; signature: string }
  | { kind: 'failed'; cause: unknown; isTooSlow: boolean }

/** Milliseconds that the scan of a file may take. */
const timeoutMs = 60_000

/**
 * Sends a file to clamd as INSTREAM: chunks with their length before them, and an empty one at the end. Sent from the
 * disk and not as it arrives, so that a slow upload does not occupy one of clamd's few threads.
 *
 * @see https://docs.clamav.net/manual/Usage/Scanning.html
 */
export async function scanFile(host: string, path: string, { ms = timeoutMs } = {}): Promise<ScanVerdict> {
  ensureOutsideTransaction('A virus scan')
  const socket = connect(addressOf(host))
  let cause: unknown = new Error('clamd closed the connection without a verdict')
  let reply = ''
  socket.setEncoding('utf8').on('data', (text: string) => {
    reply = (reply + text).slice(0, 1_000)
  })
  socket.once('error', (error) => {
    cause = error
  })
  let isTooSlow = false
  const tooSlow = setTimeout(() => {
    isTooSlow = true
    socket.destroy(new Error(`clamd took longer than ${ms} ms`))
  }, ms)
  try {
    const closed = new Promise((resolve) => socket.once('close', resolve))
    // A refusal, such as of a file that is too large, may come before everything is sent.
    send(socket, path).catch((error) => socket.destroy(error))
    await closed
  } finally {
    clearTimeout(tooSlow)
  }
  const [, signature, end] = /^stream: (?:(.+) FOUND|(OK))\0?\s*$/.exec(reply) ?? []
  if (end !== undefined) return { kind: 'clean' }
  if (signature !== undefined) return { kind: 'infected', signature }
  return {
    kind: 'failed',
    isTooSlow,
    cause: reply === '' ? cause : new Error(`clamd: ${reply.replace(/\0/g, '').trim()}`),
  }
}

/**
 * Whether clamd answers.
 *
 * @param ms milliseconds that it has
 */
async function pingScanner(host: string, ms: number): Promise<boolean> {
  const socket = connect(addressOf(host)).setTimeout(ms)
  try {
    const answered = new Promise<string>((resolve) => {
      socket.once('data', (bytes) => resolve(bytes.toString()))
      for (const event of ['error', 'timeout', 'close']) socket.once(event, () => resolve(''))
    })
    socket.write('zPING\0')
    return (await answered).startsWith('PONG')
  } finally {
    socket.destroy()
  }
}

async function send(socket: Socket, path: string) {
  const gone = new AbortController()
  socket.once('close', () => gone.abort())
  const write = async (bytes: string | Buffer) => {
    if (!socket.destroyed && !socket.write(bytes)) await once(socket, 'drain', { signal: gone.signal })
  }
  await write('zINSTREAM\0')
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    if (socket.destroyed) return
    await write(lengthOf(chunk))
    await write(chunk)
  }
  await write(lengthOf(Buffer.of()))
}

/** Four bytes, the highest first. */
function lengthOf({ length }: Buffer): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(length)
  return bytes
}

/** Of `host:port`, `[::1]:port` or the path of a Unix socket. */
function addressOf(host: string) {
  if (host.startsWith('/')) return { path: host }
  const end = host.lastIndexOf(':')
  return { host: host.slice(0, end).replace(/^\[|\]$/g, ''), port: Number(host.slice(end + 1)) }
}

/** Milliseconds that clamd has for its answer. */
const pingTimeoutMs = 1_500

/** Whether the virus scanner answers. */
export async function scannerCheck({ CLAMAV_HOST, CLAMAV_ON_FAILURE }: Config): Promise<SystemCheck> {
  const head = { id: 'scanner', title: 'Antivírus' }
  if (CLAMAV_HOST === undefined) {
    const summary = 'Os anexos não são verificados contra vírus.'
    return { ...head, state: 'off', summary, advice: 'Para verificá-los, instale o ClamAV e informe CLAMAV_HOST.' }
  }
  if (await pingScanner(CLAMAV_HOST, pingTimeoutMs)) {
    return { ...head, state: 'ok', summary: `O clamd em ${CLAMAV_HOST} responde.`, advice: null }
  }
  const effect =
    CLAMAV_ON_FAILURE === 'refuse'
      ? 'os anexos são recusados até que responda'
      : 'os anexos são aceitos sem verificação, e marcados'
  const summary = `O clamd em ${CLAMAV_HOST} não responde: ${effect}.`
  return { ...head, state: 'problem', summary, advice: 'Verifique se o serviço clamav-daemon está em execução.' }
}
