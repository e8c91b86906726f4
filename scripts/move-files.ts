// `npm run move-files -- --to s3` (or `disk`): moves all attachments to the other store, also while the server runs. It may
// be interrupted, and goes on when it is called again.
import { parseArgs } from 'node:util'
import { openData } from '../server/src/platform/archive/open-data.ts'
import { withPatientDatabase } from '../server/src/platform/db/connect.ts'
import { openFileStore } from '../server/src/platform/files/file-store.ts'
import { moveFiles } from '../server/src/platform/files/move-files.ts'
import { fileStoreKind, openStorage } from '../server/src/platform/files/storage.ts'
import { readConfig } from '../server/src/platform/settings/config.ts'
import { StartupError } from '../server/src/platform/startup-error.ts'
import { fail, handOverAtExit, withDatabase } from './lib/archive-command.ts'

try {
  const { to } = parseArgs({ options: { to: { type: 'string' } } }).values
  if (to !== 's3' && to !== 'disk') throw new StartupError('Informe o destino: npm run move-files -- --to s3|disk')
  const config = readConfig()
  if (config.S3_BUCKET === undefined) throw new StartupError('Informe S3_BUCKET e as outras variáveis do S3.')
  if (fileStoreKind(config) !== to) {
    throw new StartupError(
      `Antes, informe FILES_STORE=${to} e reinicie o servidor: os arquivos novos precisam ir para o destino.`,
    )
  }
  await withDatabase(openData(config, fail), async ({ ownerConnectionString }) => {
    handOverAtExit(config)
    const stores = { from: openFileStore(config, to === 's3' ? 'disk' : 's3'), to: openFileStore(config, to) }
    const { incoming } = openStorage(config)
    const { moved, present, problems } = await withPatientDatabase(ownerConnectionString, (db) =>
      moveFiles(db, { ...stores, incoming }),
    )
    for (const sentence of problems) console.error(sentence)
    console.log(`Anexos movidos: ${moved}. Já estavam no destino: ${present}.`)
    if (problems.length > 0) process.exitCode = 1
  })
} catch (error) {
  fail(error)
}
