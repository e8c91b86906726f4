import { randomBytes } from 'node:crypto'
import { chownSync, linkSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Account } from './account.ts'

/** The passwords of the three roles, each in a file of mode 600 in the database's folder. */
export interface Secrets {
  superuser: string
  owner: string
  server: string
}

export const superuserFile = 'superuser-password'

/** Reads the secrets, and makes those that are missing: older databases have only the owner's. */
export const secretsIn = (databaseFolder: string, account: Account | undefined): Secrets => ({
  superuser: secretIn(join(databaseFolder, superuserFile), account),
  owner: secretIn(join(databaseFolder, 'password'), account),
  server: secretIn(join(databaseFolder, 'server-password'), account),
})

function secretIn(file: string, account: Account | undefined): string {
  if (statSync(file, { throwIfNoEntry: false }) === undefined) make(file, account)
  return readFileSync(file, 'utf8').trim()
}

// A link to a complete file: of two processes at once, the second one finds and reads the first one's.
function make(file: string, account: Account | undefined) {
  const unfinished = `${file}-${randomBytes(6).toString('hex')}`
  // meets V13.3.2
  writeFileSync(unfinished, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' })
  try {
    give(unfinished, account)
    linkSync(unfinished, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(unfinished)
  }
}

/** Makes the account of PostgreSQL the owner of a file, when we are root. */
export function give(path: string, account: Account | undefined): void {
  if (account !== undefined) chownSync(path, account.uid, account.gid)
}
