import { createHash } from 'node:crypto'
import { AppError } from '@malote/core/shared/errors.ts'
import type { Role } from '@malote/core/users/role.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { CompiledQuery } from 'kysely'
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

interface SessionRow {
  session_id: number
  remember: boolean
  last_seen_at: string
  id: number
  name: string
  role: Role
  department_id: number | null
}

async function findSession(
  db: Db,
  hash: Buffer,
  now: Date,
): Promise<{ sessionId: number; viewer: Viewer } | undefined> {
  // Every request asks this: as plain text, which nothing has to translate or put together again.
  const query: CompiledQuery<SessionRow> = { ...sessionOfToken, parameters: [hash, now.toISOString()] }
  const [row] = (await db.withoutPlugins().executeQuery(query)).rows
  if (!row) return undefined
  const { session_id: sessionId, id, name, role, department_id: departmentId } = row
  if (now.getTime() - Date.parse(row.last_seen_at) > touchEvery) await touch(db, sessionId, row.remember, now)
  return { sessionId, viewer: { id, name, departmentId, role } }
}

const sessionOfToken: CompiledQuery<SessionRow> = CompiledQuery.raw(`
  select s.id as session_id, s.remember, s.last_seen_at, u.id, u.name, u.role, u.department_id
  from sessions s join users u on u.id = s.user_id
  where s.token_hash = $1 and s.expires_at > $2 and u.is_active`)

const touch = (db: Db, sessionId: number, remember: boolean, now: Date) =>
  db
    .updateTable('sessions')
    .set({ lastSeenAt: now, expiresAt: new Date(now.getTime() + sessionLifetime(remember)) })
    .where('id', '=', sessionId)
    .execute()
