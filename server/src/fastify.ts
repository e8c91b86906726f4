import type { Viewer } from '@malote/core/users/viewer.ts'
import type { Config } from './config.ts'
import type { Db } from './db/connect.ts'

declare module 'fastify' {
  interface FastifyInstance {
    db: Db
    /** For reports and dashboard (DATABASE_REPLICA_URL); the database itself where there is no copy. */
    replica: Db
    settings: Config
    /** The clock of everything that the product does; tests move it. */
    now: () => Date
  }
  interface FastifyRequest {
    /** The signed-in person; not set on routes whose config says `public`. */
    viewer: Viewer
    sessionId: number
  }
  interface FastifyContextConfig {
    /** True for the few routes that need no session. */
    public?: boolean
  }
}
