import { execFileSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { dirname } from 'node:path'
import { StartupError } from '../../startup-error.ts'

/** The operating system account that runs PostgreSQL. */
export interface Account {
  uid: number
  gid: number
}

// `malote` and `postgres` are dedicated accounts; `nobody` exists on every Unix.
const serviceAccounts = ['malote', 'postgres', 'nobody']

/**
 * Account that runs PostgreSQL, which refuses root: the owner of an existing database, else the wished one, else the
 * owner of the data folder, else a service account. `undefined` means the current user, because only root can switch to
 * another account.
 *
 * @param wished RUN_AS
 */
export function databaseAccount(databaseFolder: string, wished?: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined

  const known = accountOf(databaseFolder) ?? (wished === undefined ? undefined : accountNamed(wished))
  const existing = known ?? accountOf(dirname(databaseFolder))
  if (existing !== undefined && existing.uid !== 0) return existing

  for (const name of serviceAccounts) {
    const account = accountNamed(name)
    if (account !== undefined) return account
  }
  throw new StartupError(
    `O PostgreSQL não pode ser executado pelo usuário root: crie uma conta sem privilégios chamada "malote" (por exemplo: useradd --system malote) e inicie de novo.`,
  )
}

/** The owner of a file or folder, unless that is root. */
export function accountOf(path: string): Account | undefined {
  const existing = statSync(path, { throwIfNoEntry: false })
  return existing === undefined || existing.uid === 0 ? undefined : { uid: existing.uid, gid: existing.gid }
}

/** @param name of an account, or its number */
export function accountNamed(name: string): Account | undefined {
  try {
    // meets V1.2.5
    const id = (flag: string) => Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: 'pipe' }))
    return { uid: id('-u'), gid: id('-g') }
  } catch {
    return undefined // `id` fails for a name that does not exist
  }
}
