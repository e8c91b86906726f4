// `npm run verify`: recomputes every derived number of the real data from the facts, and the chain of the
// history with its anchors, and compares. It changes nothing and may run beside the server. `--repair` rewrites the
// derived numbers; changes of protocols wait until it has finished. `--anchor HASH` says whether an anchor that was kept
// elsewhere is one of this history. `--files` also reads every attachment and compares it with its checksum.
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { openData } from '../server/src/platform/archive/open-data.ts'
import { verifyChain } from '../server/src/platform/db/chain/verify-chain.ts'
import { type Db, withPatientDatabase } from '../server/src/platform/db/connect.ts'
import { findBrokenInvariants } from '../server/src/platform/db/invariants.ts'
import { openStorage, type Storage } from '../server/src/platform/files/storage.ts'
import { verifyFiles } from '../server/src/platform/files/verify-files.ts'
import { readConfig } from '../server/src/platform/settings/config.ts'
import { fail, withDatabase } from './lib/archive-command.ts'

const { values: flags } = parseArgs({
  options: {
    repair: { type: 'boolean', default: false },
    anchor: { type: 'string' },
    files: { type: 'boolean', default: false },
  },
})

try {
  const config = readConfig()
  await withDatabase(openData(config, fail), ({ ownerConnectionString }) =>
    withPatientDatabase(ownerConnectionString, async (db) => {
      await verifyFigures(db)
      await verifyHistory(db)
      if (flags.files) await verifyStorage(db, openStorage(config))
    }),
  )
} catch (error) {
  fail(error)
}

async function verifyFigures(db: Db) {
  const broken = await findBrokenInvariants(db)
  for (const sentence of broken) console.error(sentence)
  if (broken.length === 0) {
    console.log('Todos os números derivados conferem com os fatos.')
  } else if (flags.repair) {
    await sql`select rebuild_derived()`.execute(db)
    console.log('Os números derivados foram refeitos.')
  } else {
    process.exitCode = 1
  }
}

async function verifyStorage(db: Db, storage: Storage) {
  const { files, broken } = await verifyFiles(db, storage)
  for (const sentence of broken) console.error(sentence)
  if (broken.length > 0) process.exitCode = 1
  else console.log(`Todos os anexos conferem: ${files}.`)
}

async function verifyHistory(db: Db) {
  const { links, waiting, anchors, broken } = await verifyChain(db)
  for (const sentence of broken) console.error(sentence)
  if (broken.length > 0) process.exitCode = 1
  else console.log(`O encadeamento do histórico confere: ${links} elos, ${anchors.length} âncoras.`)
  if (waiting > 0) console.log(`Entradas recentes, ainda sem elo: ${waiting}.`)
  const last = anchors.at(-1)
  if (last) console.log(`Última âncora: nº ${last.number}, do dia ${last.day}, ${last.hash.toString('hex')}`)

  if (flags.anchor === undefined) return
  const kept = anchors.find(({ hash }) => hash.toString('hex') === flags.anchor?.trim().toLowerCase())
  if (kept) {
    console.log(`A âncora informada é a nº ${kept.number}, do dia ${kept.day}.`)
  } else {
    console.error('A âncora informada não é deste histórico.')
    process.exitCode = 1
  }
}
