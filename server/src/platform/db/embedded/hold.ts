import { randomUUID } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { type Cluster, ownerRole, serverRole } from './cluster.ts'

/** Key of the advisory lock that the cluster's owner holds. An arbitrary number, the same in every Malote. */
const ownerLock = 5_620_311

/**
 * `mine`: this session owns the cluster while it is open. `taken`: another process owns it. `silent`: no server, or
 * another cluster's, answers.
 */
export type Hold = { kind: 'mine'; session: pg.Client } | { kind: 'taken' } | { kind: 'silent' }

/**
 * Tries to become the owner of a running cluster. PostgreSQL releases the session lock however its holder ends.
 *
 * The server must first find a new file in our folder, because a copied data folder has the same password.
 */
export async function takeHold(cluster: Cluster, socketFolder: string): Promise<Hold> {
  let session = maintenanceClient(cluster.secrets.superuser, socketFolder)
  try {
    try {
      await session.connect()
    } catch (error) {
      if ((error as { code?: string }).code !== wrongPassword) throw error
      // In databases of older releases, the superuser has the owner's password until `ensureDatabase` has run.
      session = maintenanceClient(cluster.secrets.owner, socketFolder)
      await session.connect()
    }
    if (!(await servesFolder(session, cluster))) throw new Error('another folder answers on this socket')
    const { rows } = await session.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [ownerLock])
    if (rows[0]?.locked === true) return { kind: 'mine', session }
    await session.end()
    return { kind: 'taken' }
  } catch {
    await session.end().catch(() => {})
    return { kind: 'silent' } // not listening yet, recovering, shutting down, or not ours: the caller retries
  }
}

const wrongPassword = '28P01'

function maintenanceClient(password: string, socketFolder: string) {
  const client = new pg.Client({
    host: socketFolder,
    user: 'postgres',
    password,
    database: 'postgres',
    application_name: 'malote owner',
    connectionTimeoutMillis: 5_000,
  })
  client.on('error', () => {}) // a session that ended also emits 'end', which the owner listens to
  return client
}

async function servesFolder(session: pg.Client, { folder }: Cluster): Promise<boolean> {
  // Its name is the proof: an empty file can be made on a full disk, too.
  const name = `proof-${randomUUID()}`
  const file = join(folder, name)
  writeFileSync(file, '', { mode: 0o644, flag: 'wx' }) // only PostgreSQL's account can enter the folder itself
  try {
    const { rows } = await session.query<{ content: string | null }>('select pg_read_file($1, true) as content', [name])
    return rows[0]?.content === ''
  } finally {
    rmSync(file)
  }
}

/**
 * Creates the database and its two roles, and gives each role the password of its file. Neither is a superuser: the owner
 * owns the database, and the server's role gets its rights after the migrations (`db/server-role.ts`).
 */
export async function ensureDatabase(session: pg.Client, { secrets }: Cluster): Promise<void> {
  await session.query(`alter role postgres password ${pg.escapeLiteral(secrets.superuser)}`)
  await ensureRole(session, ownerRole, 'login createdb', secrets.owner)
  await ensureRole(session, serverRole, 'login', secrets.server)
  // So that the owner can give objects to the server's role: the schema of the job queue.
  await session.query(`grant ${serverRole} to ${ownerRole}`)
  const { rows } = await session.query("select 1 from pg_database where datname = 'malote'")
  if (rows.length === 0) await session.query(`create database malote owner ${ownerRole}`)
}

async function ensureRole(session: pg.Client, role: string, attributes: string, password: string) {
  const { rows } = await session.query('select 1 from pg_roles where rolname = $1', [role])
  const verb = rows.length === 0 ? 'create' : 'alter'
  await session.query(`${verb} role ${role} ${attributes} password ${pg.escapeLiteral(password)}`)
}
