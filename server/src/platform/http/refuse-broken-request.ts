import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { AppError } from '@malote/core/shared/errors.ts'
import { bareHeaders } from './bare-headers.ts'
import { briefly, linger } from './linger.ts'

/** Status and code for errors of the HTTP parser, which no route and no error handler sees. */
const refusals: Record<string, [status: number, code: AppError['code']]> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'MALFORMED_BODY'],
  HPE_HEADER_OVERFLOW: [431, 'BODY_TOO_LARGE'],
}

/** Responds to an invalid HTTP request with the usual error format (contract 12.6) and closes the connection. */
export function refuseBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  // The parser reports the same error for each piece that follows, and for a response that is still being written.
  if (!socket.writable) {
    linger(socket)
    return
  }
  const [status, code] = refusals[error.code ?? ''] ?? [400, 'MALFORMED_BODY']
  const body = JSON.stringify({ message: new AppError(code).message, code })
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...Object.entries(bareHeaders).map(([name, value]) => `${name}: ${value}`),
    'Connection: close',
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  linger(socket, status === 408 ? briefly : {})
}
