import { chownSync, lchownSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Account, accountNamed, accountOf } from '../platform/db/embedded/account.ts'
import type { Config } from '../platform/settings/config.ts'
import { StartupError } from '../platform/startup-error.ts'

type Settings = Pick<Config, 'DATA_DIR' | 'DATABASE_URL' | 'RUN_AS'>

/** Folders of DATA_DIR that the server writes to. */
const ownFolders = ['files', 'incoming']

const ourFolder = fileURLToPath(new URL('../../..', import.meta.url))

/**
 * Makes a process that was started as root continue as an account without privileges: the owner of the embedded
 * database, or RUN_AS, or the owner of DATA_DIR, or the account `malote`. Hands the attachments over to it.
 *
 * @param program the folder that the account must be able to read
 * @returns a Portuguese sentence for the operator; undefined when we are not root
 * @throws StartupError when RUN_AS cannot be followed
 */
export function giveUpRoot(settings: Settings, program = ourFolder): string | undefined {
  if (process.getuid?.() !== 0) return undefined
  const account = accountFor(settings)
  if (account === undefined) {
    return 'O Malote continua como root: informe em RUN_AS uma conta sem privilégios, ou crie a conta "malote" (useradd --system malote).'
  }
  const folder = resolve(settings.DATA_DIR)
  mkdirSync(folder, { recursive: true })
  const unreachable = unreachableFor(account, program, folder)
  if (unreachable !== undefined) {
    return `O Malote continua como root, porque a conta ${account.uid} não alcança ${unreachable}: dê a ela acesso às pastas acima, ou mude o Malote de lugar.`
  }
  handOverFiles(settings)
  become(account)
  return `O Malote abriu mão do root e continua como a conta ${account.uid}.`
}

/**
 * Gives the attachments to the account that the server will run as. Does nothing unless we are root.
 *
 * @param options.everything also when the folder has been handed over before: after a restore
 */
export function handOverFiles(settings: Settings, { everything = false } = {}): void {
  if (process.getuid?.() !== 0) return
  const account = accountFor(settings)
  if (account === undefined) return
  for (const name of ownFolders) {
    const top = join(resolve(settings.DATA_DIR), name)
    mkdirSync(top, { recursive: true, mode: 0o700 })
    if (!everything && statSync(top).uid === account.uid) continue
    // Never through a link: lchown changes the link itself.
    for (const entry of readdirSync(top, { recursive: true, withFileTypes: true })) {
      lchownSync(join(entry.parentPath, entry.name), account.uid, account.gid)
    }
    chownSync(top, account.uid, account.gid)
  }
}

function accountFor({ DATA_DIR, DATABASE_URL, RUN_AS }: Settings): Account | undefined {
  const folder = resolve(DATA_DIR)
  const wished = RUN_AS === undefined ? undefined : accountNamed(RUN_AS)
  if (RUN_AS !== undefined && wished === undefined) throw new StartupError(`A conta ${RUN_AS} de RUN_AS não existe.`)
  const database = DATABASE_URL === undefined ? accountOf(join(folder, 'database')) : undefined
  if (database !== undefined) {
    // PostgreSQL takes signals only from its own account.
    if (wished !== undefined && wished.uid !== database.uid) {
      throw new StartupError(
        `O banco de dados em ${folder} é da conta ${database.uid}, e não da conta ${RUN_AS} de RUN_AS: mude o dono da pasta (chown -R ${RUN_AS}) ou tire RUN_AS.`,
      )
    }
    return database
  }
  const account = wished ?? accountOf(folder) ?? accountNamed('malote')
  return account?.uid === 0 ? undefined : account
}

/** Tries to read the program's folder and to enter the data folder as the account; returns what it cannot. */
function unreachableFor({ uid, gid }: Account, program: string, data: string): string | undefined {
  const groups = process.getgroups?.() ?? []
  process.setgroups?.([gid])
  process.setegid?.(gid)
  process.seteuid?.(uid)
  try {
    readdirSync(program)
    // Unlike the folder itself, its entry `.` cannot be read without the right to enter it.
    statSync(`${data}/.`)
    return undefined
  } catch (error) {
    return (error as NodeJS.ErrnoException).path?.replace(/\/\.$/, '')
  } finally {
    process.seteuid?.(0)
    process.setegid?.(0)
    process.setgroups?.(groups)
  }
}

/** For good: the real, effective and saved ids change. */
function become({ uid, gid }: Account) {
  process.setgroups?.([gid])
  process.setgid?.(gid)
  process.setuid?.(uid)
}
