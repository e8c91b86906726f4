import { Socket } from 'node:net'
import { setTimeout as pass } from 'node:timers/promises'
import fp from 'fastify-plugin'

/** How long the rest of a request is read after its response; times in milliseconds. */
interface Limits {
  total: number
  /** Without a byte from the client. */
  silence: number
  /** Most bytes that are read of the rest of the request. */
  bytes: number
}

/** The times are those of nginx (`lingering_time`, `lingering_timeout`). */
const usual: Limits = { total: 30_000, silence: 5_000, bytes: 512 * 1024 * 1024 }

/** For a client that was too slow already, which may only take its 408. */
export const briefly: Partial<Limits> = { total: 5_000 }

/** Milliseconds between two looks at a lingering connection. */
const lookEvery = 250

const lingering = new WeakSet<Socket>()

/**
 * Closes a connection whose client may still be sending: ends our side, and closes it when the client has closed its own
 * (RFC 9112, 9.6). What arrives until then is read, by the HTTP parser, and dropped. Closing with unread bytes would send
 * a reset, which also discards the response that the client has not read yet.
 */
export function linger(socket: Socket, changes: Partial<Limits> = {}): void {
  if (lingering.has(socket)) return
  lingering.add(socket)
  const limits = { ...usual, ...changes }
  const startBytes = socket.bytesRead
  let lastBytes = startBytes
  // Counted in looks, not by the clock: while our process stands still it reads nothing, for which no client is to blame.
  let total = 0
  let silence = 0
  const watch = setInterval(() => {
    total += lookEvery
    silence = socket.bytesRead > lastBytes ? 0 : silence + lookEvery
    lastBytes = socket.bytesRead
    const isOver = total > limits.total || silence > limits.silence
    if (isOver || lastBytes - startBytes > limits.bytes) socket.destroy()
  }, lookEvery)
  socket.once('close', () => clearInterval(watch))
  socket.once('end', () => socket.destroy())
  socket.end()
}

/** Closes a connection as Node does after its last response: when everything is written. */
export function closeSoon(socket: Socket): void {
  Socket.prototype.destroySoon.call(socket)
}

/** Milliseconds that open requests have to finish when the app closes. */
const usualGraceMs = 10_000

interface Times {
  graceMs?: number
  /**
   * Milliseconds for which the app goes on answering before it closes idle connections. A proxy keeps such connections, and
   * what it sends over one that is just being closed fails; the answers of this time make it give them up.
   */
  farewellMs?: number
}

/**
 * Lets the app close: responses sent while closing end their connection, which would otherwise be kept alive for more
 * than a minute, and connections still open after ten seconds are cut. An endless stream should end in its own
 * `preClose` hook.
 */
export const drainingPlugin = fp(async (app, { graceMs = usualGraceMs, farewellMs = 0 }: Times) => {
  let isClosing = false
  let cut: NodeJS.Timeout | undefined
  app.addHook('preClose', async () => {
    isClosing = true
    if (farewellMs > 0 && app.server.listening) await pass(farewellMs)
    cut = setTimeout(() => app.server.closeAllConnections(), graceMs)
  })
  app.addHook('onClose', async () => clearTimeout(cut))
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('connection', 'close')
  })
})
