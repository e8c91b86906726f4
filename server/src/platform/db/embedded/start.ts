import { accessSync, constants, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { StartupError } from '../../startup-error.ts'
import { databaseAccount } from './account.ts'
import { postgresFolder } from './binaries.ts'
import { addressesOf, type Cluster, openCluster } from './cluster.ts'
import { ensureDatabase } from './hold.ts'
import { becomeOwner, type OwnedCluster, shutDown } from './owner.ts'
import { isListening, makeSocketFolder, removeSocketFolder } from './postmaster.ts'

/** A PostgreSQL server that this process owns until `stop`. */
export interface EmbeddedDatabase {
  /** For the server: a role that changes neither tables nor the history. */
  connectionString: string
  /** For migrations, archives and checks. */
  ownerConnectionString: string
  /** Shuts PostgreSQL down in order; open sessions are closed. */
  stop(): Promise<void>
}

interface Options {
  /** Contains the folder `database`; created if missing. */
  dataDir: string
  /** Receives Portuguese messages for the operator. */
  log: (sentence: string) => void
  /** Called when PostgreSQL died and could not be restarted. */
  onLost: (error: unknown) => void
  /** Account for a new database when we are root: RUN_AS. */
  runAs?: string | undefined
  /** `false` trades durability for speed; for tests only. */
  durable?: boolean
}

/**
 * Starts the PostgreSQL of `dataDir`: creates it if missing, and adopts it if a killed process left it running. If
 * PostgreSQL dies later, it is restarted on the same socket.
 *
 * @throws StartupError when the folder is not writable, or another process uses it
 */
export async function startEmbeddedDatabase(options: Options): Promise<EmbeddedDatabase> {
  const { dataDir, log, onLost, runAs, durable = true } = options
  const cluster = openOrExplain(resolve(dataDir), durable, runAs)
  let socketFolder: string | undefined
  let isStopping = false

  const own = async (): Promise<OwnedCluster> => {
    const owned = await becomeOwner(cluster, () => {
      socketFolder ??= makeSocketFolder(cluster)
      return socketFolder
    })
    // An adopted postmaster keeps its socket folder, and a folder that we made is not needed. A restarted one must use
    // the same folder.
    if (socketFolder !== undefined && socketFolder !== owned.postmaster.socketFolder) removeSocketFolder(socketFolder)
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
    // Another process may have become the owner of the postmaster that we started.
    if (socketFolder !== undefined && !isListening(cluster, socketFolder)) removeSocketFolder(socketFolder)
    throw error
  })
  await ensureDatabase(session, cluster)

  return {
    ...addressesOf(cluster, postmaster.socketFolder),
    async stop() {
      isStopping = true
      // A lost cluster does not need stopping, and its error has been reported.
      const last = await owned.catch(() => undefined)
      if (last !== undefined) await shutDown(last, cluster)
      removeSocketFolder(postmaster.socketFolder)
    },
  }
}

function openOrExplain(dataDir: string, durable: boolean, runAs: string | undefined): Cluster {
  try {
    mkdirSync(dataDir, { recursive: true })
    accessSync(dataDir, constants.W_OK)
    const databaseFolder = join(dataDir, 'database')
    const account = databaseAccount(databaseFolder, runAs)
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
