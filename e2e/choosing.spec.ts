import { expect } from '@playwright/test'
import type { Person } from './support/organisation.ts'
import { openPage } from './support/pages.ts'
import { test } from './support/test.ts'
import { type TestOrganisation, testOrganisation } from './support/test-organisation.ts'

let organisation: TestOrganisation
let sender: Person
let clerk: Person

test.beforeAll(async () => {
  organisation = await testOrganisation()
  sender = await organisation.hire('Ana Beatriz Nogueira', 'origin', 'Usuário')
  clerk = await organisation.hire('Débora Lima', 'destination', 'Usuário')
})

test.afterAll(() => organisation.server.stop())

test('whoever chooses what is chosen already changes nothing', async ({ browser }) => {
  const page = await openPage(browser, organisation.server, sender, '/protocolos/novo')
  const choice = (name: string) => page.getByRole('combobox', { name })
  const pick = async (name: string, option: string) => {
    await choice(name).click()
    await page.getByRole('option', { name: option, exact: true }).click()
  }
  await pick('Departamento de Destino', 'Jurídico')
  await pick('Usuário Responsável', clerk.name)
  // Picked again; typed and left; typed and selected with Enter.
  await pick('Departamento de Destino', 'Jurídico')
  await expect(choice('Usuário Responsável')).toHaveValue(clerk.name)
  await choice('Departamento de Destino').fill('jur')
  await page.keyboard.press('Tab')
  await expect(choice('Departamento de Destino')).toHaveValue('Jurídico')
  await expect(choice('Usuário Responsável')).toHaveValue(clerk.name)
  await choice('Departamento de Destino').fill('jur')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(choice('Departamento de Destino')).toHaveValue('Jurídico')
  await expect(choice('Usuário Responsável')).toHaveValue(clerk.name)
  await pick('Departamento de Destino', 'Almoxarifado')
  await expect(choice('Usuário Responsável')).toHaveValue('')
})

test('a filter that is typed again leaves one on the page of the list where one was', async ({ browser }) => {
  for (let count = 0; count < 11; count += 1) await organisation.send(sender)
  const page = await openPage(browser, organisation.server, sender, '/protocolos?page=2')
  await page.getByRole('button', { name: 'Filtros' }).click()
  const department = page.getByRole('combobox', { name: 'Departamento' })
  await department.fill('todos')
  await expect(page.getByRole('option', { name: 'Todos' })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(department).toHaveValue('Todos')
  await expect(page).toHaveURL(/[?&]page=2/)
  await expect(page.getByRole('rowheader')).toHaveCount(1)
})
