import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duty } from '@malote/core/auth/duty.ts'
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Db } from '../db/connect.ts'
import type { Replica } from '../db/replica/open-replica.ts'
import type { Config } from '../settings/config.ts'
import type { Threads } from '../threads/threads.ts'
import type { Actor } from './actor.ts'

/** The app as routes and plugins know it. */
export type App = FastifyInstance<RawServerDefault, IncomingMessage, ServerResponse, FastifyBaseLogger, ZodTypeProvider>

declare module 'fastify' {
  interface FastifyInstance {
    db: Db
    /** For dashboard, reports and tracking: read from the replica while it is up to date, otherwise the same as `db`. */
    replicaOrPrimary: Db
    /** The replica of DATABASE_REPLICA_URL. */
    replica: Replica | undefined
    /**
     * Connections for exports alone, so that long ones leave the others free for people who wait for a page; reads from
     * the replica like `replicaOrPrimary`.
     */
    exportDb: Db
    settings: Config
    threads: Threads
    /** The clock of the application, which tests can set. */
    now: () => Date
    /**
     * Looks the session up again, for a request whose body or turn took long to come: the session may have ended since,
     * and the person may have another role or department.
     *
     * @throws AppError as at the start of a request
     */
    admitAgain: (request: FastifyRequest) => Promise<void>
  }
  interface FastifyRequest {
    /** The signed-in person; not set on routes that need no session. */
    viewer: Actor
    sessionId: number
    /** What the signed-in person must do before anything else. */
    duty: Duty | null
  }
  interface FastifyContextConfig {
    /** True for the few routes that a session with a duty may use. */
    duringDuty?: boolean
    /** False for calls that the browser makes by itself: they do not keep a session from expiring. */
    keepsOpen?: boolean
  }
}

/** Response schema of routes that return 204. */
export const noContent = { 204: z.undefined() }
