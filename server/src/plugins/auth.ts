import { createHash } from 'node:crypto'
import { AppError } from '@malote/core/shared/errors.ts'
import type { Role } from '@malote/core/users/role.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { Db } from '../db/connect.ts'

/** The stored form of a session or account token; the token itself is known only to its bearer. */
export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Idle time after which a session ends, in milliseconds (DESIGN 4). */
export const sessionLifetime = (remember: boolean) => (remember ? 30 * 24 : 12) * 3_600_000

/** A sliding session is written at most this often, in milliseconds: a page makes many requests. */
const touchEvery = 60_000

/**
 * Who asks: every route is for signed-in people unless its config says `public`. Sets `request.viewer` and
 * `request.sessionId`, and lets the session slide.
 *
 * @throws AppError NOT_SIGNED_IN without a bearer token of a living session of an active user
 */
export const authPlugin = fp(async (app) => {
  app.decorateRequest('viewer', null as never)
  app.decorateRequest('sessionId', 0)
  app.addHook('onRequest', async (request) => {
    if (request.is404 || request.routeOptions.config.public || !isGuarded(request.routeOptions.url)) return
    const token = bearerToken(request)
    const session = token && (await findSession(app.db, tokenHash(token), app.now()))
    if (!session) throw new AppError('NOT_SIGNED_IN')
    request.sessionId = session.sessionId
    request.viewer = session.viewer
  })
})

/** The description of the API is no secret; everything else below these addresses is. */
const isGuarded = (route = '') =>
  /^\/(api|notifications|feedback|suggestions)(\/|$)/.test(route) && !/^\/api\/(docs|openapi)/.test(route)

function bearerToken({ headers }: FastifyRequest): string | undefined {
  return /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1]
}

async function findSession(
  db: Db,
  hash: Buffer,
  now: Date,
): Promise<{ sessionId: number; viewer: Viewer } | undefined> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.userId')
    .select([
      'sessions.id as sessionId',
      'sessions.remember',
      'sessions.lastSeenAt',
      'users.id',
      'users.name',
      'users.role',
      'users.departmentId',
    ])
    .where('tokenHash', '=', hash)
    .where('expiresAt', '>', now.toISOString())
    .where('users.isActive', '=', true)
    .executeTakeFirst()
  if (!row) return undefined
  if (now.getTime() - Date.parse(row.lastSeenAt) > touchEvery) await touch(db, row.sessionId, row.remember, now)
  const { id, name, departmentId } = row
  return { sessionId: row.sessionId, viewer: { id, name, departmentId, role: row.role as Role } }
}

const touch = (db: Db, sessionId: number, remember: boolean, now: Date) =>
  db
    .updateTable('sessions')
    .set({ lastSeenAt: now, expiresAt: new Date(now.getTime() + sessionLifetime(remember)) })
    .where('id', '=', sessionId)
    .execute()
