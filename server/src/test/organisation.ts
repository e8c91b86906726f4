import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { ensureHolidays } from '../features/calendar/public.ts'
import { type TestAppOptions, testApp } from './app.ts'
import { buildCategory, buildDepartment, buildItemType, buildManager, buildSupplier, buildUser } from './builders.ts'
import { testFolder } from './folder.ts'

let sharedFolder: string | undefined

/** Two departments with people, and the records that a form can refer to. */
export async function testOrganisation(options: TestAppOptions = {}) {
  sharedFolder ??= testFolder()
  const dataDir = options.ownDatabase || options.ownApp ? testFolder() : sharedFolder
  const before = new Set(await filesIn(dataDir))
  const test = await testApp({ ...options, config: { DATA_DIR: dataDir, ...options.config } })
  const { db } = test
  await ensureHolidays(db, [2026])
  const origin = await buildDepartment(db)
  const destination = await buildDepartment(db)
  const sender = await buildUser(db, { departmentId: origin.id })
  const recipient = await buildUser(db, { departmentId: destination.id })
  const manager = await buildManager(db, { departmentId: destination.id })
  const itemType = await buildItemType(db)
  const returning = await buildCategory(db)
  const staying = await buildCategory(db, { returnDays: null })
  const supplier = await buildSupplier(db)

  const form = (changes: Record<string, unknown> = {}) => ({
    remarks: 'Contratos para assinatura',
    origin_department_id: origin.id,
    destination_department_id: destination.id,
    requires_return: false,
    items: [{ item_type_id: itemType.id }],
    ...changes,
  })
  const rowCounts = async () => ({
    protocols: await countOf(test, 'protocols'),
    items: await countOf(test, 'items'),
    attachments: await countOf(test, 'attachments'),
    history: await countOf(test, 'history'),
    notifications: await countOf(test, 'notifications'),
  })
  /** All files below the data folder that were not there at first. */
  const filesOnDisk = async () => (await filesIn(dataDir)).filter((file) => !before.has(file))
  return {
    ...test,
    origin,
    destination,
    sender,
    recipient,
    manager,
    itemType,
    returning,
    staying,
    supplier,
    form,
    rowCounts,
    filesOnDisk,
  }
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

type Counted = 'protocols' | 'items' | 'attachments' | 'history' | 'notifications'

async function countOf({ db }: Awaited<ReturnType<typeof testApp>>, table: Counted): Promise<number> {
  const { n } = await db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}
