import { expect, type Page, type Route } from '@playwright/test'
import { authenticatorApp } from '../server/src/test/authenticator.ts'
import { freePort } from '../server/src/test/free-port.ts'
import { expectAccessible } from './support/axe.ts'
import { expectFailedCall } from './support/console.ts'
import { enter, fitsTheWindow, guestPage, phone, resize } from './support/pages.ts'
import { test } from './support/test.ts'
import { type TestOrganisation, testOrganisation } from './support/test-organisation.ts'
import { heading, menuAction, said, section } from './support/vocabulary.ts'

let organisation: TestOrganisation
// A passkey is bound to a host name; browsers accept none for an address of digits.
let door: { url: string }

test.beforeAll(async () => {
  const port = String(await freePort())
  door = { url: `http://localhost:${port}` }
  organisation = await testOrganisation({ PORT: port, APP_URL: door.url })
})

test.afterAll(() => organisation.server.stop())

/** A device with a fingerprint reader, as far as the browser can tell. */
async function withAuthenticator(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

// proves 18.18, 18.19
test('whoever must have a second step connects an app, adds a passkey, and signs in with either', async ({
  browser,
}) => {
  const person = await organisation.hire('Rita Prado', 'origin', 'Gestor')
  const page = await guestPage(browser, door, '/perfil')
  await withAuthenticator(page)
  const demand = async (route: Route) => {
    const response = await route.fetch()
    const { user, token } = await response.json()
    await route.fulfill({ response, json: { user: { ...user, duty: 'enrol-second-step' }, token } })
  }
  await page.route('**/api/auth/login', demand, { times: 1 })
  await enter(page, person)
  const start = page.getByRole('button', { name: 'Usar um aplicativo no celular' })
  await expect(start).toBeFocused()
  await expectAccessible(page, 'the page of the duty to enrol')
  await resize(page, phone.viewport)
  await fitsTheWindow(page)

  const dialog = page.getByRole('dialog', { name: 'Configurar aplicativo autenticador' })
  const code = dialog.getByLabel('Digite os 6 dígitos que o aplicativo mostra')
  await start.press('Enter')
  await expect(code).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(start).toBeFocused()
  await start.press('Enter')
  await expect(code).toBeFocused()
  await expect(dialog.getByRole('img', { name: /^Código QR/ })).toBeVisible()
  await expectAccessible(page, 'the enrolment of an app')
  await fitsTheWindow(page)
  const secret = (await dialog.locator('code').textContent())?.replaceAll(' ', '') ?? ''
  await code.fill(authenticatorApp(secret).codeAt(Date.now()))
  await page.keyboard.press('Enter')

  const recovery = page.getByRole('dialog', { name: 'Guarde os códigos de recuperação' })
  const listed = recovery.getByRole('list', { name: 'Códigos de recuperação' }).getByRole('listitem')
  await expect(listed).toHaveCount(10)
  const codes = await listed.allTextContents()
  expect(new Set(codes).size).toBe(10)
  await expectAccessible(page, 'the recovery codes')
  await fitsTheWindow(page)
  await resize(page, { width: 1440, height: 900 })
  await page.keyboard.press('Escape')
  await expect(recovery).toBeVisible()
  const download = page.waitForEvent('download')
  await recovery.getByRole('button', { name: 'Baixar' }).click()
  expect((await download).suggestedFilename()).toBe('codigos-malote.txt')
  const sheet = page.waitForEvent('popup')
  await recovery.getByRole('button', { name: 'Imprimir' }).click()
  await expect((await sheet).getByRole('listitem')).toHaveText(codes)
  await (await sheet).close()
  await recovery.getByLabel('Guardei os códigos').check()
  await recovery.getByRole('button', { name: 'Concluir' }).click()

  const profile = section(page, 'Verificação em duas etapas')
  await said(profile, '10 códigos ainda não usados')
  await profile.getByRole('button', { name: 'Adicionar chave de acesso' }).click()
  const creation = page.getByRole('dialog', { name: 'Adicionar chave de acesso' })
  await creation.getByLabel('Nome *').fill('Notebook da sala')
  await expectAccessible(page, 'the enrolment of a passkey')
  await creation.getByRole('button', { name: 'Criar chave de acesso' }).click()
  await said(profile, 'Notebook da sala')
  await expectAccessible(page, 'the profile with a second step')
  await profile.getByRole('button', { name: 'Trocar de celular' }).click()
  await expect(code).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(profile.getByRole('button', { name: 'Trocar de celular' })).toBeFocused()

  const signInAgain = async () => {
    await page.getByRole('button', { name: 'Menu de Rita Prado' }).click()
    await menuAction(page, 'Sair')
    await enter(page, person)
    await expect(page.getByRole('button', { name: 'Usar chave de acesso' })).toBeFocused()
  }
  await signInAgain()
  await expectAccessible(page, 'the second step with a passkey')
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Dashboard')).toBeVisible()

  await signInAgain()
  await resize(page, phone.viewport)
  await page.getByRole('button', { name: 'Usar um código de recuperação' }).click()
  await expect(page.getByLabel('Código de recuperação')).toBeFocused()
  await expectAccessible(page, 'a recovery code on a phone')
  await fitsTheWindow(page)
  await page.getByRole('button', { name: 'Usar o código do aplicativo' }).click()
  await expect(page.getByLabel('Código')).toBeFocused()
  expectFailedCall(page, 'POST', '/api/auth/second-step', 401)
  await page.keyboard.type('000000')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText('Código incorreto')
  await expectAccessible(page, 'the second step with a refusal')
  // What was wrong is selected: the next code replaces it. A pasted one may have a blank; that of the present half
  // minute may be used up already.
  const next = authenticatorApp(secret).codeAt(Date.now() + 30_000)
  await page.keyboard.insertText(next.replace(/^.../, '$& '))
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Dashboard')).toBeVisible()
})
