import { createHash, randomBytes } from 'node:crypto'
import pg from 'pg'
import type { Role } from './organisation.ts'

/** The password of everybody whom `storePerson` stores. */
export const staffPassword = 'senha-de-teste'

// argon2id of `staffPassword`, computed once: accepting an invitation and signing in hash three times per person.
const staffPasswordHash =
  '$argon2id$v=19$m=19456,t=2,p=1$nA2kjfCtyqZ3cDSb68Jmgw$xp3PxFNqcYvc5gZ36zwjkJ8zAwyiyLIOvudcEYHmtyA'

interface NewPerson {
  name: string
  email: string
  departmentId: number
  role: Role
}

/** Stores somebody who has accepted an invitation. Returns the id. */
export async function storePerson(connectionString: string, { name, email, departmentId, role }: NewPerson) {
  const [row] = await query(
    connectionString,
    `insert into users (name, email, department_id, role, password_hash, first_access)
     values ($1, $2, $3, $4, $5, false) returning id`,
    [name, email, departmentId, role, staffPasswordHash],
  )
  return row?.id as number
}

/** Stores a session of somebody with this e-mail address. Returns its token. */
export async function storeSession(connectionString: string, email: string): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const hash = createHash('sha256').update(token).digest()
  await query(
    connectionString,
    `insert into sessions (user_id, token_hash, expires_at)
     select id, $2, now() + interval '12 hours' from users where email = $1`,
    [email, hash],
  )
  return token
}

async function query(connectionString: string, text: string, values: unknown[]): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return (await client.query(text, values)).rows
  } finally {
    await client.end()
  }
}
