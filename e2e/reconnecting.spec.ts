import { expect, type Page } from '@playwright/test'
import { faultProxy } from '../server/src/test/fault-proxy.ts'
import { expectAccessible } from './support/axe.ts'
import { expectErrors } from './support/console.ts'
import type { Person } from './support/organisation.ts'
import { openPage } from './support/pages.ts'
import { test } from './support/test.ts'
import { type TestOrganisation, testOrganisation } from './support/test-organisation.ts'
import { itemOf, pick, saveButton } from './support/vocabulary.ts'

// The network is there, and the server, its proxy or its database is not: while another server takes over.

let organisation: TestOrganisation
let sender: Person

test.beforeAll(async () => {
  organisation = await testOrganisation()
  sender = await organisation.hire('Ana Beatriz Nogueira', 'origin', 'Usuário')
  await organisation.send(sender)
})

test.afterAll(() => organisation.server.stop())

const notice = (page: Page) => page.getByText('Reconectando… Nada foi perdido.', { exact: true })

const expectOutage = (page: Page) =>
  expectErrors(
    page,
    /^\w+ \S+: (0|503)\b/,
    /^(Failed to load resource: (net::|.* status of 503)|TypeError: Failed to fetch dynamically imported module)/,
  )

// proves 19.15
test('what was typed is kept while the server is away, and is sent when it is back', async ({ browser }) => {
  const { hostname: host, port } = new URL(organisation.server.url)
  const proxy = await faultProxy({ host, port: Number(port) })
  try {
    const page = await openPage(browser, { url: `http://127.0.0.1:${proxy.port}` }, sender, '/protocolos/novo')
    await pick(page, 'Departamento de Destino', 'Jurídico')
    await page.getByLabel('Observações').fill('Escrito durante a troca de servidor')
    await pick(page, 'Tipo de Item', 'Contrato')
    await itemOf(page, 1).getByLabel('Nº do documento').fill('88/2026')

    expectOutage(page)
    proxy.goAway()
    await saveButton(page).click()
    await expect(notice(page)).toBeVisible()
    await expectAccessible(page, 'a page without a server')
    await expect(page.getByLabel('Observações')).toHaveValue('Escrito durante a troca de servidor')
    await expect(itemOf(page, 1).getByLabel('Nº do documento')).toHaveValue('88/2026')

    proxy.heal()
    await expect(notice(page)).toBeHidden()
    await saveButton(page).click()
    await expect(page).toHaveURL(/\/protocolos\/\d+$/)
    await expect(page.getByText('Escrito durante a troca de servidor')).toBeVisible()
  } finally {
    await proxy.close()
  }
})

// proves 19.15
test('a list that failed while the database was away comes by itself', { tag: '@long' }, async ({ browser }) => {
  const page = await openPage(browser, organisation.server, sender, '/protocolos')
  await expect(page.getByRole('rowheader').first()).toBeVisible()
  expectOutage(page)
  const body = JSON.stringify({ message: 'Serviço temporariamente indisponível.', code: 'UNAVAILABLE' })
  const isCall = (url: URL) => url.pathname.startsWith('/api/') && url.pathname !== '/api/events'
  await page.route(isCall, (route) => route.fulfill({ status: 503, contentType: 'application/json', body }))
  await page.getByRole('link', { name: 'Rastreamento' }).first().click()
  await page
    .getByRole('link', { name: 'Departamentos' })
    .or(page.getByRole('link', { name: 'Relatórios' }))
    .first()
    .click()
  await expect(notice(page)).toBeVisible()

  await page.unroute(isCall)
  await expect(notice(page)).toBeHidden()
  await expect(page.getByRole('alert').filter({ hasText: 'Erro ao carregar' })).toHaveCount(0)
})
