// `npm run backup -- FILE` writes every table and every attachment to one file, also while the server runs.
import { type OwnedData, openData } from '../server/src/platform/archive/open-data.ts'
import { writeArchive } from '../server/src/platform/archive/write-archive.ts'
import { openStorage } from '../server/src/platform/files/storage.ts'
import { readConfig } from '../server/src/platform/settings/config.ts'
import { archiveArguments, fail, recordArchive, sum, unwritten, withDatabase } from './lib/archive-command.ts'

try {
  const { file } = archiveArguments('backup')
  const config = readConfig()
  const write = async ({ ownerConnectionString }: OwnedData, signal: AbortSignal) => {
    const { rows, files, missing } = await writeArchive(ownerConnectionString, openStorage(config), file, {
      key: config.ARCHIVE_KEY,
      encryptionKey: config.BACKUP_KEY,
      signal,
    })
    await recordArchive(ownerConnectionString, 'export', { rows: sum(rows), files })
    console.log(`Cópia de segurança em ${file}: ${sum(rows)} linhas e ${files} anexos.`)
    if (config.BACKUP_KEY !== undefined) console.log('Ela está cifrada: a restauração precisa da mesma BACKUP_KEY.')
    else if (config.ARCHIVE_KEY === undefined) {
      console.error('A cópia não foi autenticada: com ARCHIVE_KEY, a restauração reconhece se ela foi alterada.')
    }
    if (missing.length === 0) return
    console.error(`Estes anexos faltam no armazenamento ou mudaram lá, e não estão na cópia: ${missing.join(', ')}`)
    process.exitCode = 1
  }
  await withDatabase(openData(config, fail), write, { graceMs: 10_000 }).catch((error) => {
    throw unwritten(error, file)
  })
} catch (error) {
  fail(error)
}
