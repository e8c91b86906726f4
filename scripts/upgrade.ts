// `npm run upgrade -- --check`: says what this version will do to the database, and how long that may take, without
// changing anything; it may run beside the servers of the version before. Without `--check`, it does it: for those who
// want to migrate before they start the first server of a new version, which would otherwise do it.
import { parseArgs } from 'node:util'
import { prepareDatabase } from '../server/src/app/prepare.ts'
import { openData } from '../server/src/platform/archive/open-data.ts'
import { withPatientDatabase } from '../server/src/platform/db/connect.ts'
import { ourDefinition } from '../server/src/platform/db/migrate.ts'
import { openDatabase } from '../server/src/platform/db/open-database.ts'
import { describeUpgrade, foreseeUpgrade } from '../server/src/platform/db/upgrade/foresee-upgrade.ts'
import { type Config, readConfig } from '../server/src/platform/settings/config.ts'
import { fail, withDatabase } from './lib/archive-command.ts'

const { values: flags } = parseArgs({ options: { check: { type: 'boolean', default: false } } })

const check = (config: Config) =>
  withDatabase(openData(config, fail), async ({ ownerConnectionString }) => {
    const found = await withPatientDatabase(ownerConnectionString, (db) => foreseeUpgrade(db))
    for (const line of describeUpgrade(found, ourDefinition().release)) console.log(line)
  })

const upgrade = (config: Config) =>
  withDatabase(openDatabase(config, fail), async (database) => {
    await prepareDatabase(database, config, new Date())
    console.log('O banco de dados está pronto para esta versão.')
  })

try {
  const config = readConfig()
  await (flags.check ? check(config) : upgrade(config))
} catch (error) {
  fail(error)
}
