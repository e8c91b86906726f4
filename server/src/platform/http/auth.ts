import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { isIP } from 'node:net'
import type { Duty } from '@malote/core/auth/duty.ts'
import { rolesWithSecondStep } from '@malote/core/auth/second-step-rules.ts'
import { ensure } from '@malote/core/shared/ensure.ts'
import { AppError } from '@malote/core/shared/errors.ts'
import type { Role } from '@malote/core/users/role.ts'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import ipaddr from 'ipaddr.js'
import { type RawBuilder, sql } from 'kysely'
import type { ChangeFeed } from '../db/change-feed.ts'
import type { Db } from '../db/connect.ts'
import { isReadingOnly } from '../db/failures.ts'
import { compiledOnce } from '../db/statements.ts'
import type { Config } from '../settings/config.ts'
import { mostNotifiedPerHour } from './fair-use.ts'
import { knownSessions, type Session } from './known-sessions.ts'

/** A bearer token of 256 random bits; stored only as its {@link tokenHash}. */
// meets V7.2.3, V11.2.3, V11.5.1
export const newToken = (): string => randomBytes(32).toString('base64url')

/** The stored form of a token; only its bearer knows the token itself. */
// meets V11.4.1
export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest()

const hour = 3_600_000

/**
 * When a session ends unless it is used: 12 hours from now, and 24 hours after the sign-in whatever happens. With
 * *remember me*, 30 days after the sign-in (contract 10.13).
 *
 * @returns milliseconds since 1970
 */
export function sessionEnd({ remember, openedAt }: { remember: boolean; openedAt: number }, now: Date): number {
  if (remember) return openedAt + 30 * 24 * hour
  return Math.min(now.getTime() + 12 * hour, openedAt + 24 * hour)
}

/** Sent by our browser app while nobody is using it: its poll and its live updates must not keep a session open. */
const awayHeader = 'malote-away'

/** Minimum milliseconds between two writes of a session's last use: a page makes many requests. */
const touchEvery = 60_000

interface AuthOptions {
  /** Notifications of changed sessions and people; without them, every request queries the database. */
  changes?: ChangeFeed | undefined
}

/**
 * Authentication: enforces the `access` of every route. Where it requires a session, sets `request.viewer`,
 * `request.sessionId` and `request.duty`, and extends the session.
 *
 * Requests that write look up the session in the database each time; requests that read may use a cached one.
 *
 * @throws AppError NOT_SIGNED_IN without the bearer token of a valid session of an active user; DUTY_FIRST;
 *   ONLY_OPERATORS; the refusal of the route's rule
 */
export const authPlugin = fp(async (app, { changes }: AuthOptions) => {
  const sessions = knownSessions(changes)
  const mostNotified = mostNotifiedPerHour(app.settings.FAIR_USE_FACTOR)
  app.decorateRequest('viewer', null as never)
  app.decorateRequest('sessionId', 0)
  app.decorateRequest('duty', null)
  app.addHook('onRequest', async (request) => {
    const { access } = request.routeOptions.config
    if (request.is404 || access === 'everyone') return
    if (access === 'operators') return ensureOperator(request, app.settings.OPERATOR_TOKEN)
    await admit(request)
  })
  app.decorate('admitAgain', admit)

  async function admit(request: FastifyRequest): Promise<void> {
    const { access, duringDuty } = request.routeOptions.config
    const token = bearerToken(request)
    if (!token) throw new AppError('NOT_SIGNED_IN')
    const hash = tokenHash(token)
    const now = app.now()
    const ask = () => findSession(app.db, hash, app.settings, now)
    const session = await (isReading(request) ? sessions.find(hash, now, ask) : ask())
    if (!session) throw new AppError('NOT_SIGNED_IN')
    if (keepsOpen(request) && now.getTime() - session.lastSeenAt > touchEvery) {
      await touch(app.db, session, now).catch((error) => {
        // Reading goes on meanwhile.
        if (!isReadingOnly(error)) throw error
      })
    }
    if (session.duty !== null && !duringDuty) throw new AppError('DUTY_FIRST')
    request.sessionId = session.sessionId
    request.viewer = { ...session.viewer, address: request.ip, mostNotified, audited: [] }
    request.duty = session.duty
    if (typeof access === 'function') ensure(access(session.viewer))
  }
  // Clears the session cache before the response to a change of accounts or rights is sent, so that the change takes
  // effect at once in this instance. These are the routes in the security log; other writes do not affect sessions.
  app.addHook('onSend', (request, _reply, _payload, done) => {
    if (!isReading(request) && request.routeOptions.config.audit !== undefined) sessions.forgetAll()
    done()
  })
})

/** Whether a person is behind the request, as far as we can know. */
const keepsOpen = ({ headers, routeOptions }: FastifyRequest) =>
  routeOptions.config.keepsOpen !== false && headers[awayHeader] === undefined

const isReading = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD'

function ensureOperator(request: FastifyRequest, operatorToken: string | undefined): void {
  const token = bearerToken(request)
  // Compares hashes, which have the same length whatever was sent.
  if (operatorToken && token && timingSafeEqual(tokenHash(token), tokenHash(operatorToken))) return
  if (!isLocal(request)) throw new AppError('ONLY_OPERATORS')
}

function bearerToken({ headers }: FastifyRequest): string | undefined {
  return /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1]
}

interface SessionRow {
  session_id: number
  remember: boolean
  created_at: string
  last_seen_at: string
  expires_at: string
  duty: Duty | null
  id: number
  name: string
  role: Role
  department_id: number | null
}

async function findSession(
  db: Db,
  hash: Buffer,
  { REQUIRE_SECOND_STEP }: Pick<Config, 'REQUIRE_SECOND_STEP'>,
  now: Date,
): Promise<Session | undefined> {
  const demanded = rolesWithSecondStep(REQUIRE_SECOND_STEP)
  const [row] = await sessionOfToken(db.withoutPlugins(), { hash, now: now.toISOString(), demanded })
  if (!row) return undefined
  const { session_id: sessionId, remember, duty, id, name, role, department_id: departmentId } = row
  return {
    sessionId,
    remember,
    duty,
    openedAt: Date.parse(row.created_at),
    lastSeenAt: Date.parse(row.last_seen_at),
    expiresAt: Date.parse(row.expires_at),
    viewer: { id, name, departmentId, role },
  }
}

interface Values {
  hash: Buffer
  /** Instant. */
  now: string
  demanded: readonly Role[]
}

// Almost every request runs this query, so it is compiled once and bypasses Kysely's plugins.
const sessionOfToken = compiledOnce<Values, SessionRow>(
  (place) => sql<SessionRow>`
    select s.id as session_id, s.remember, s.created_at, s.last_seen_at, s.expires_at, u.id, u.name, u.role,
      u.department_id, ${dutyOfSession(place('demanded'))} as duty
    from sessions s join users u on u.id = s.user_id
    where s.token_hash = ${place('hash')} and s.expires_at > ${place('now')} and u.is_active`,
)

/** Extends a session, in the database and in the cached object. */
async function touch(db: Db, session: Session, now: Date): Promise<void> {
  const expiresAt = new Date(sessionEnd(session, now))
  session.lastSeenAt = now.getTime()
  session.expiresAt = expiresAt.getTime()
  await db.updateTable('sessions').set({ lastSeenAt: now, expiresAt }).where('id', '=', session.sessionId).execute()
}

/** A proxy adds at least one of them. */
const forwardingHeaders = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'forwarded', 'via']

/**
 * Whether a request comes from this machine, without a proxy between. Looks at the connection itself, because clients can
 * forge the address that a proxy forwards. A proxy on this machine connects from the loopback address too, but adds a
 * header.
 */
function isLocal({ headers, socket }: Pick<FastifyRequest, 'headers' | 'socket'>): boolean {
  const address = socket.remoteAddress ?? ''
  if (isIP(address) === 0 || forwardingHeaders.some((name) => name in headers)) return false
  return ipaddr.process(address).range() === 'loopback'
}

/**
 * What the person of a session must do before anything else, null when nothing. An expression for statements that read
 * `sessions s` and `users u`.
 *
 * A second step is also demanded in sessions that are open when a person is promoted or the setting changes. Sessions
 * with an ID token began at the provider, which is responsible for it.
 *
 * @param demanded the roles of which a second step is demanded (`rolesWithSecondStep`), as an array of text
 */
export const dutyOfSession = (demanded: RawBuilder<unknown>): RawBuilder<Duty | null> => sql<Duty | null>`
  coalesce(s.duty, case
    when u.role = any(${demanded}::text[]) and s.id_token is null
      and not exists (select from second_step_methods m where m.user_id = u.id) then 'enrol-second-step'
  end)`
