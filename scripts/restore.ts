// `npm run restore -- FILE` fills an empty database, embedded or external, from a file that `npm run backup` wrote.
import { restoreArchive } from '../server/src/platform/archive/restore-archive.ts'
import { type OpenDatabase, openDatabase } from '../server/src/platform/db/open-database.ts'
import { openStorage } from '../server/src/platform/files/storage.ts'
import { readConfig } from '../server/src/platform/settings/config.ts'
import { archiveArguments, fail, handOverAtExit, recordArchive, sum, withDatabase } from './lib/archive-command.ts'

/** The operator's word that an archive with a missing or wrong seal is to be restored. */
const acceptUnverified = '--accept-unverified'

try {
  const { file, has } = archiveArguments('restore', [acceptUnverified])
  const config = readConfig()
  const read = async ({ ownerConnectionString }: OpenDatabase, signal: AbortSignal) => {
    handOverAtExit(config)
    const { rows, files, missing, isVerified } = await restoreArchive(
      ownerConnectionString,
      openStorage(config),
      file,
      {
        key: config.ARCHIVE_KEY,
        encryptionKey: config.BACKUP_KEY,
        acceptsUnverified: has(acceptUnverified),
        signal,
      },
    )
    if (!isVerified) {
      console.error('A cópia não foi autenticada: se ela não vem de um lugar seguro, confira as contas de Admin.')
    }
    await recordArchive(ownerConnectionString, 'import', { rows: sum(rows), files, verified: isVerified })
    console.log(`Restauração concluída e conferida: ${sum(rows)} linhas e ${files} anexos.`)
    if (missing.length > 0) console.error(`Estes anexos já faltavam quando a cópia foi feita: ${missing.join(', ')}`)
  }
  await withDatabase(openDatabase(config, fail), read, { graceMs: 10_000 })
} catch (error) {
  fail(error)
}
