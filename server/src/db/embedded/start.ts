import { accessSync, constants, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { StartupError } from '../../startup-error.ts'
import { databaseAccount } from './account.ts'
import { postgresFolder } from './binaries.ts'
import { addressOf, type Cluster, openCluster } from './cluster.ts'
import { ensureDatabase } from './hold.ts'
import { becomeOwner, type OwnedCluster, shutDown } from './owner.ts'
import { makeSocketFolder, removeSocketFolder } from './postmaster.ts'

/** A PostgreSQL server that belongs to this process until `stop`. */
export interface EmbeddedDatabase {
  connectionString: string
  /** Shuts PostgreSQL down in order; sessions that are still open are cut. */
  stop(): Promise<void>
}

interface Options {
  /** Holds the folder `database`; created when missing. */
  dataDir: string
  /** Receives Portuguese sentences for the operator. */
  log: (sentence: string) => void
  /** Called when PostgreSQL died while we used it and cannot be started again. */
  onLost: (error: unknown) => void
  /** `false` trades durability for speed: for tests alone. */
  durable?: boolean
}

/**
 * Starts the PostgreSQL of `dataDir`, creating it when there is none and adopting it when a killed process left it running.
 * If it dies while we live it is started again, on the same socket.
 *
 * @throws StartupError when the folder cannot be written, or another process uses it
 */
export async function startEmbeddedDatabase(options: Options): Promise<EmbeddedDatabase> {
  const { dataDir, log, onLost, durable = true } = options
  const cluster = openOrExplain(resolve(dataDir), durable)
  let socketFolder: string | undefined
  let isStopping = false

  const own = async (): Promise<OwnedCluster> => {
    const owned = await becomeOwner(cluster, () => {
      socketFolder ??= makeSocketFolder(cluster)
      return socketFolder
    })
    // An adopted postmaster keeps its own socket; one that is started later must be found in the same place.
    socketFolder = owned.postmaster.socketFolder
    owned.session.once('end', recover)
    return owned
  }
  const recover = () => {
    if (isStopping) return
    log('O banco de dados parou de responder e está sendo iniciado de novo.')
    owned = own()
    owned.then(() => log('O banco de dados voltou a responder.'), onLost)
  }

  let owned = own()
  const { session, postmaster } = await owned.catch((error) => {
    if (socketFolder !== undefined) removeSocketFolder(socketFolder)
    throw error
  })
  await ensureDatabase(session, cluster)

  return {
    connectionString: addressOf(cluster, postmaster.socketFolder),
    async stop() {
      isStopping = true
      // One that was lost has nothing left to stop, and its error has been told.
      const last = await owned.catch(() => undefined)
      if (last !== undefined) await shutDown(last, cluster)
      removeSocketFolder(postmaster.socketFolder)
    },
  }
}

function openOrExplain(dataDir: string, durable: boolean): Cluster {
  try {
    mkdirSync(dataDir, { recursive: true })
    accessSync(dataDir, constants.W_OK)
    const databaseFolder = join(dataDir, 'database')
    const account = databaseAccount(databaseFolder)
    return openCluster(databaseFolder, { account, postgres: postgresFolder(account), durable })
  } catch (cause) {
    if (cause instanceof StartupError) throw cause
    const { code } = cause as NodeJS.ErrnoException
    throw new StartupError(
      `Não é possível gravar na pasta de dados ${dataDir} (${code}): verifique o dono e as permissões.`,
      { cause },
    )
  }
}
