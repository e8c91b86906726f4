import { existsSync } from 'node:fs'
import { type Browser, expect, type Page } from '@playwright/test'
import type { Person } from './support/organisation.ts'
import { enter, guestPage, statusSays } from './support/pages.ts'
import { test } from './support/test.ts'
import { ownOrganisation } from './support/test-organisation.ts'
import { heading, itemOf, pick, rowOf } from './support/vocabulary.ts'

const executablePath = ['/usr/bin/firefox-esr', '/usr/bin/firefox'].find((path) => existsSync(path))
const absence = 'Firefox is not installed (Debian: apt-get install firefox-esr), so nothing is proved in it.'
if (executablePath === undefined) console.log(absence)
test.skip(executablePath === undefined, absence)
test.use({
  browserName: 'firefox',
  // The installed browser, by WebDriver BiDi.
  channel: 'moz-firefox',
  launchOptions: { ...(executablePath && { executablePath }), args: [] },
  contextOptions: {},
})

test.beforeAll(({ browser }) => leaveThemesAlone(browser))
const { organisation } = ownOrganisation({})

/** Playwright also sets the theme of a new window, by a command that Firefox ESR does not know yet. */
function leaveThemesAlone(browser: Browser) {
  interface Session {
    send: (method: string, parameters: unknown) => Promise<unknown>
  }
  const { _connection } = browser as unknown as {
    _connection: { toImpl: (browser: Browser) => { _browserSession: Session } }
  }
  const sessions: Session = Object.getPrototypeOf(_connection.toImpl(browser)._browserSession)
  const { send } = sessions
  sessions.send = function (method, parameters) {
    const isUnknown = method === 'emulation.setMediaFeaturesOverride'
    return isUnknown ? Promise.resolve() : send.call(this, method, parameters)
  }
}

async function signedIn(browser: Browser, person: Person): Promise<Page> {
  const page = await guestPage(browser, organisation.server, '/protocolos')
  await enter(page, person)
  await expect(heading(page, 'Protocolos')).toBeVisible()
  return page
}

test('in Firefox, too, a protocol is sent, found, printed, received and due', async ({ browser }) => {
  const sender = await organisation.hire('Ana Beatriz Nogueira', 'origin', 'Usuário')
  const manager = await organisation.hire('Carlos Menezes', 'destination', 'Gestor')

  const twoDays = { ctname: 'Urgente', return_days: 2, category_parameter: 'Dias corridos' }
  await organisation.admin('POST', '/api/categories', twoDays)

  const page = await signedIn(browser, sender)
  await page.getByRole('link', { name: 'Novo Protocolo' }).click()
  await pick(page, 'Departamento de Destino', 'Jurídico')
  // By keys: React does not notice what Playwright's `fill` sets in Firefox, other than in the form of the sign-in.
  await page.getByLabel('Observações').pressSequentially('Contrato')
  await page.getByLabel('Este protocolo requer devolução de itens').check()
  const item = itemOf(page, 1)
  await item.getByLabel('Nº do documento').pressSequentially('1/26')
  await pick(page, 'Tipo de Item', 'Contrato')
  await pick(page, 'Categoria', 'Urgente')
  await item.getByLabel('Fornecedor').pressSequentially('ipe')
  await page.getByRole('option', { name: 'Papelaria Ipê Ltda. (11.222.333/0001-81)' }).click()
  await item.getByLabel('Motivo da Devolução').pressSequentially('Ler')
  await page.getByRole('button', { name: 'Salvar' }).click()
  await expect(page).toHaveURL(/\/protocolos\/\d+$/)
  const id = page.url().split('/').at(-1)
  await expect(heading(page, `Protocolo #${id}`)).toBeVisible()

  await page.context().addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', '')
  })
  const opened = page.context().waitForEvent('page')
  await page.getByRole('button', { name: 'Imprimir', exact: true }).click()
  const paper = await opened
  await expect(paper.locator('html')).toHaveAttribute('data-printed', '')
  await expect(paper.getByRole('row').nth(1)).toContainText(/1\/26Contrato ?Urgente\d{2}\/\d{2}\/\d{4}/)

  const other = await signedIn(browser, manager)
  await other.getByRole('searchbox', { name: /^Buscar por ID/ }).pressSequentially(`nº ${id}`)
  const found = rowOf(other, `#${id}`)
  await expect(found).toContainText('Devolução: vence em 2 dias')
  await found.getByRole('link', { name: `#${id}` }).click()
  await other.getByRole('button', { name: 'Receber', exact: true }).click()
  await statusSays(other, 'Protocolo recebido com sucesso!')
  await rowOf(other, '1/26')
    .getByRole('button', { name: /^\d{2}\/\d{2}\/\d{4}/ })
    .click()
  await expect(other.getByRole('dialog')).toContainText('2 dias corridos')
})
