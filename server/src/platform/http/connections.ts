import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { AppError } from '@malote/core/shared/errors.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import ipaddr from 'ipaddr.js'
import { plainAddress } from './actor.ts'
import { briefly, closeSoon, linger } from './linger.ts'

/** Limits of a server's connections; times in milliseconds. */
interface ConnectionLimits {
  /** Open connections. Each takes a file descriptor and some 20 KiB. */
  connections: number
  /** Of one IPv4 address, or IPv6 /64. Behind a proxy all connections are the proxy's, which limits its own. */
  perAddress: number
  /** Open connections that have not sent the headers of a first request yet. */
  silentConnections: number
  /** Requests of one connection without an answer; browsers and proxies send one after the other. */
  unanswered: number
  /** For the headers of a request. */
  headersTimeout: number
  /** For a body that everyone may send. */
  publicBody: number
  /** For the body of a person who is signed in, unless it is a file. */
  ownBody: number
  /** For a client to take at least one byte of its answer. */
  unread: number
}

const usual: ConnectionLimits = {
  connections: 10_000,
  perAddress: 5_000,
  silentConnections: 2_000,
  unanswered: 20,
  headersTimeout: 15_000,
  publicBody: 10_000,
  ownBody: 60_000,
  unread: 60_000,
}

/** Bytes that are read of a refused request to keep its connection; as many as the largest form has by default. */
const largestRest = 512 * 1024 * 1024

declare module 'fastify' {
  interface FastifyRequest {
    /** Runs out when the body takes too long; null without a body. */
    bodyTimer: NodeJS.Timeout | null
  }
}

/**
 * Keeps slow clients from occupying the server (slowloris): limits the connections, and the time that headers and bodies
 * may take, and ends those that do not take their answer. Uploads of people who are signed in have the server's
 * `requestTimeout` instead.
 *
 * Registered before authentication, so that bodies nobody will read are limited too.
 */
export const connectionsPlugin = fp(async (app, changes: Partial<ConnectionLimits>) => {
  const limits = { ...usual, ...changes }
  const { server } = app
  server.maxConnections = limits.connections
  server.headersTimeout = limits.headersTimeout
  // Nobody waits for a response on an idle connection, so they make room for new ones.
  server.on('drop', () => server.closeIdleConnections())
  limitSilentConnections(server, limits.silentConnections)
  limitPerAddress(server, limits.perAddress)
  limitUnanswered(server, limits.unanswered)
  server.on('request', closeAfterBody)
  server.on('request', (_, response) => endUnread(response, limits.unread))

  app.decorateRequest('bodyTimer', null)
  app.addHook('onRequest', (request, reply, done) => {
    if (hasBody(request.raw)) watchBody(request, reply, limits.publicBody)
    done()
  })
  app.addHook('preParsing', (request, reply, _payload, done) => {
    if (request.bodyTimer !== null && request.routeOptions.config.access !== 'everyone') {
      clearTimeout(request.bodyTimer)
      if (!isFile(request)) watchBody(request, reply, limits.ownBody)
    }
    done()
  })
  app.addHook('onSend', (request, reply, _payload, done) => {
    // Otherwise Node reads the rest without a limit, to keep the connection open.
    if (hasBody(request.raw) && !request.raw.complete && announcedBytes(request.raw) > largestRest) {
      reply.header('connection', 'close')
    }
    done()
  })
})

/**
 * Lets a connection that ends with this response be closed only when the rest of the body has arrived, so that clients
 * that send everything before they read, among them proxies, get the response.
 */
function closeAfterBody(request: IncomingMessage, response: ServerResponse): void {
  const { socket } = request
  // Node calls this after a response with `Connection: close`, and to clients that speak HTTP/1.0.
  socket.destroySoon = () => {
    if (request.complete) return closeSoon(socket)
    request.once('end', () => closeSoon(socket)).resume()
    linger(socket, response.statusCode === 408 ? briefly : {})
  }
}

/** Ends the connection when nothing has moved on it for so long although there is something to be taken. */
function endUnread(response: ServerResponse, limitMs: number): void {
  response.setTimeout(limitMs, () => {
    if (response.socket && response.socket.writableLength > 0) response.socket.destroy()
    // The server is slow, not the client.
    else response.setTimeout(limitMs)
  })
}

/** Ends the oldest silent connection when there is one too many. */
function limitSilentConnections(server: Server, most: number): void {
  const silent = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    silent.add(socket)
    socket.once('close', () => silent.delete(socket))
    const [oldest] = silent
    if (silent.size > most) oldest?.destroy()
  })
  server.on('request', ({ socket }: IncomingMessage) => silent.delete(socket))
}

/** Refuses further connections of an address that has too many. Those on which nobody waits make room. */
function limitPerAddress(server: Server, most: number): void {
  const counts = new Map<string, number>()
  server.on('connection', (socket: Socket) => {
    const origin = originOf(socket.remoteAddress ?? '')
    const count = (counts.get(origin) ?? 0) + 1
    counts.set(origin, count)
    socket.once('close', () => {
      const left = (counts.get(origin) ?? 1) - 1
      if (left > 0) counts.set(origin, left)
      else counts.delete(origin)
    })
    if (count <= most) return
    server.closeIdleConnections()
    socket.destroy()
  })
}

/** Ends a connection that sends ever more requests before the answers; Node reads on until an answer waits to be taken. */
function limitUnanswered(server: Server, most: number): void {
  const counts = new WeakMap<Socket, number>()
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const count = (counts.get(socket) ?? 0) + 1
    counts.set(socket, count)
    response.once('close', () => counts.set(socket, (counts.get(socket) ?? 1) - 1))
    if (count > most) socket.destroy()
  })
}

/** The /64 of an IPv6 address, which has one owner; IPv4 as it is. */
export function originOf(address: string): string {
  const plain = plainAddress(address)
  if (plain === null) return address
  const parsed = ipaddr.process(plain)
  return parsed.kind() === 'ipv4' ? parsed.toString() : parsed.toByteArray().slice(0, 8).join('.')
}

const announcedBytes = ({ headers }: IncomingMessage) => Number(headers['content-length'] ?? Number.POSITIVE_INFINITY)

export const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** Bodies with limits of their own. */
export const isFile = ({ headers }: FastifyRequest) =>
  /^(multipart\/form-data|text\/csv)/i.test(headers['content-type'] ?? '')

function watchBody(request: FastifyRequest, reply: FastifyReply, limitMs: number): void {
  const { raw } = request
  // If the whole body has arrived but was not read yet, the server is slow (its database, for example), not the client.
  const timer = setTimeout(() => raw.complete || giveUp(request, reply), limitMs)
  request.bodyTimer = timer
  const stop = () => clearTimeout(timer)
  raw.once('end', stop).once('close', stop)
}

/** Answers 408 and closes the connection, at once if the response has been sent already. */
function giveUp({ raw }: FastifyRequest, reply: FastifyReply): void {
  if (reply.sent) {
    raw.destroy()
    return
  }
  reply.header('connection', 'close')
  const refusal = new AppError('REQUEST_TOO_SLOW')
  // The code that reads the body gets the error and responds; breaking the connection would leave no way to respond.
  if (raw.listenerCount('error') > 0) raw.emit('error', refusal)
  else reply.send(refusal)
}
