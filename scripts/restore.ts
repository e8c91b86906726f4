// `npm run restore -- FILE` fills an empty database, embedded or external, from a file that `npm run backup` wrote.
import { resolve } from 'node:path'
import { restoreArchive } from '../server/src/archive/restore-archive.ts'
import { readConfig } from '../server/src/config.ts'
import { openDatabase } from '../server/src/db/open-database.ts'
import { openStorage } from '../server/src/files/storage.ts'
import { fail, fileArgument, sum } from './lib/archive-command.ts'

try {
  const file = resolve(fileArgument('restore'))
  const config = readConfig()
  const database = await openDatabase(config, fail)
  try {
    const { rows, files } = await restoreArchive(database.connectionString, openStorage(config), file)
    console.log(`Restauração concluída e conferida: ${sum(rows)} linhas e ${files} anexos.`)
  } finally {
    await database.stop()
  }
} catch (error) {
  fail(error)
}
