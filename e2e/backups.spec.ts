import { expect } from '@playwright/test'
import { onServer } from '../server/src/test/on-server.ts'
import { expectAccessible } from './support/axe.ts'
import type { Person } from './support/organisation.ts'
import { openPage } from './support/pages.ts'
import { fitsTheWindow, phone } from './support/phone.ts'
import { test } from './support/test.ts'
import { type TestOrganisation, testOrganisation } from './support/test-organisation.ts'

let organisation: TestOrganisation
let admin: Person

test.beforeAll(async () => {
  organisation = await testOrganisation({ BACKUP_DIR: '/mnt/copias' })
  admin = await organisation.hire('Helena Prado', 'origin', 'Admin')
})

test.afterAll(() => organisation.server.stop())

const record = (columns: string, values: string) =>
  onServer(
    organisation.server.ownerConnectionString,
    `insert into backups (started_at, finished_at, name, place, ${columns})
     values (now(), now(), 'malote.tar.gz.enc', '/mnt/copias', ${values})`,
  )

// proves 19.23
test('an Admin cannot overlook that there is no backup, until there is one', async ({ browser }) => {
  await record('error', "'Não há espaço em disco em /mnt/copias.'")
  const page = await openPage(browser, organisation.server, admin, '/')
  const notice = page.getByRole('alert').filter({ hasText: 'Cópia de segurança' })
  await expect(notice).toContainText('A última tentativa de cópia falhou: Não há espaço em disco em /mnt/copias.')
  await expect(notice).toContainText('O Malote tenta de novo a cada hora')
  await expectAccessible(page, 'the notice of a failed backup')
  await page.goto('/protocolos')
  await expect(notice).toBeVisible()

  const dark = await openPage(browser, organisation.server, admin, '/', { ...phone, colorScheme: 'dark' })
  await expect(dark.getByRole('alert').filter({ hasText: 'Cópia de segurança' })).toBeVisible()
  await fitsTheWindow(dark)

  const clerk = await organisation.hire('Bruno Siqueira', 'destination', 'Usuário')
  const other = await openPage(browser, organisation.server, clerk, '/')
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(other.getByRole('alert')).toHaveCount(0)

  await record('verified_at, bytes', 'now(), 1000000')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(notice).toHaveCount(0)
})
