import { type Browser, type CDPSession, expect, type Page } from '@playwright/test'
import { authenticatorApp } from '../server/src/test/authenticator.ts'
import { freePort } from '../server/src/test/free-port.ts'
import { expectAccessible } from './support/axe.ts'
import { expectFailedCall } from './support/console.ts'
import type { Person, Role } from './support/organisation.ts'
import { enter, fitsTheWindow, guestPage, pageOf, phone } from './support/pages.ts'
import { test } from './support/test.ts'
import { type TestOrganisation, testOrganisation } from './support/test-organisation.ts'
import { menuAction, noDialog, question, said, section } from './support/vocabulary.ts'

let organisation: TestOrganisation
// A passkey is bound to a host name; browsers accept none for an address of digits.
let door: { url: string }

test.beforeAll(async () => {
  const port = String(await freePort())
  door = { url: `http://localhost:${port}` }
  organisation = await testOrganisation({ PORT: port, APP_URL: door.url })
})

test.afterAll(() => organisation.server.stop())

const title = 'Verificação em duas etapas'
const hire = (name: string, role: Role = 'Usuário') => organisation.hire(name, 'origin', role)

async function openProfile(browser: Browser, person: Person, options = {}) {
  const page = await pageOf(browser, door, person, options)
  await page.goto('/perfil')
  await expect(section(page, title).getByRole('button', { name: 'Configurar aplicativo' })).toBeVisible()
  return page
}

/** The code that is accepted next: that of the present half minute may be used up already. */
const nextCode = (secret: string) => authenticatorApp(secret).codeAt(Date.now() + 30_000)

/** Connects an authenticator app in the profile. */
async function enrolApp(page: Page) {
  await section(page, title).getByRole('button', { name: 'Configurar aplicativo' }).click()
  return connectApp(page)
}

/** Does what the open dialog says, and returns the secret and the recovery codes. */
async function connectApp(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Configurar aplicativo autenticador' })
  const secret = (await dialog.locator('code').textContent())?.replaceAll(' ', '') ?? ''
  const code = dialog.getByLabel('Digite os 6 dígitos que o aplicativo mostra')
  await expect(code).toBeFocused()
  await code.fill(authenticatorApp(secret).codeAt(Date.now()))
  await page.keyboard.press('Enter')
  const recovery = page.getByRole('dialog', { name: 'Guarde os códigos de recuperação' })
  const codes = recovery.getByRole('list', { name: 'Códigos de recuperação' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  return { secret, codes: await codes.allTextContents(), recovery }
}

/** Signs in with the password and stops at the second step. */
async function secondStepOf(browser: Browser, person: Person, options = {}) {
  const page = await guestPage(browser, door, '/login', options)
  await enter(page, person)
  await expect(page.getByRole('heading', { name: 'Confirme que é você' })).toBeVisible()
  return page
}

const isIn = (page: Page) => expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()

// proves 18.19
test('an authenticator app is connected, its code or once a recovery code is needed, and an Admin resets it', async ({
  browser,
}) => {
  const [admin, person] = [await hire('Helena Prado', 'Admin'), await hire('Rita Prado')]
  const page = await openProfile(browser, person)

  await section(page, title).getByRole('button', { name: 'Configurar aplicativo' }).click()
  const dialog = page.getByRole('dialog', { name: 'Configurar aplicativo autenticador' })
  await expect(dialog.getByRole('img', { name: /^Código QR/ })).toBeVisible()
  await expectAccessible(page, 'the enrolment of an app')
  expectFailedCall(page, 'POST', '/api/auth/second-step/totp/confirm', 400)
  await dialog.getByLabel('Digite os 6 dígitos que o aplicativo mostra').fill('000 000')
  await page.keyboard.press('Enter')
  await said(dialog, 'Código incorreto')
  await page.keyboard.press('Escape')
  await noDialog(page)
  await expect(section(page, title).getByRole('button', { name: 'Configurar aplicativo' })).toBeFocused()

  const { secret, codes, recovery } = await enrolApp(page)
  expect(new Set(codes).size).toBe(10)
  await expectAccessible(page, 'the recovery codes')
  await expect(recovery.getByRole('button', { name: 'Concluir' })).toBeDisabled()
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
  await noDialog(page)
  await said(section(page, title), 'Ativa')
  await said(section(page, title), '10 códigos ainda não usados')
  await expectAccessible(page, 'the profile with a second step')

  const login = await secondStepOf(browser, person)
  await expect(login.getByLabel('Código')).toBeFocused()
  await expect(login.getByLabel('Código')).toHaveAttribute('autocomplete', 'one-time-code')
  await expect(login.getByLabel('Código')).toHaveAttribute('inputmode', 'numeric')
  await login.keyboard.press('Enter')
  await said(login, 'Informe o código')
  expectFailedCall(login, 'POST', '/api/auth/second-step', 401)
  await login.keyboard.type('000000')
  await login.keyboard.press('Enter')
  await expect(login.getByRole('alert')).toHaveText('Código incorreto')
  await expectAccessible(login, 'the second step with a refusal')
  // What was wrong is selected: the next code replaces it. A pasted one may have a blank.
  await login.keyboard.insertText(nextCode(secret).replace(/^.../, '$& '))
  await login.keyboard.press('Enter')
  await isIn(login)

  const again = await secondStepOf(browser, person, phone)
  const useRecovery = async () => {
    await again.getByRole('button', { name: 'Usar um código de recuperação' }).click()
    await again.getByLabel('Código de recuperação').fill(codes[0]?.toLowerCase() ?? '')
    await again.getByRole('button', { name: 'Confirmar' }).click()
  }
  await fitsTheWindow(again)
  await useRecovery()
  await isIn(again)
  await again.evaluate(() => localStorage.clear())
  await again.goto('/login')
  await enter(again, person)
  expectFailedCall(again, 'POST', '/api/auth/second-step', 401)
  await useRecovery()
  await expect(again.getByRole('alert')).toHaveText('Código incorreto')
  await expectAccessible(again, 'a recovery code on a phone')
  await again.getByRole('button', { name: 'Voltar para o login' }).click()
  await expect(again.getByLabel('E-mail')).toBeVisible()

  // The reset ends all sessions.
  await page.close()
  await login.close()
  const users = await pageOf(browser, door, admin)
  await users.goto('/settings/users')
  await users.getByRole('button', { name: 'Mais ações para Rita Prado' }).click()
  await menuAction(users, 'Redefinir verificação em duas etapas')
  await expect(question(users)).toContainText(
    'Remover 1 forma de verificação e os códigos de recuperação de Rita Prado?',
  )
  await expectAccessible(users, 'the reset of a second step')
  await question(users).getByRole('button', { name: 'Redefinir' }).click()
  await said(users, 'Verificação em duas etapas redefinida.')
})

/** A device with a fingerprint reader, as far as the browser can tell. */
async function withAuthenticator(page: Page): Promise<CDPSession> {
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
  return session
}

// proves 18.19
test('a passkey is created, opens, and is removed', async ({ browser }) => {
  const person = await hire('Célia Rocha')
  const page = await openProfile(browser, person)
  await withAuthenticator(page)
  await section(page, title).getByRole('button', { name: 'Adicionar chave de acesso' }).click()
  const dialog = page.getByRole('dialog', { name: 'Adicionar chave de acesso' })
  await dialog.getByLabel('Nome *').fill('Notebook da sala')
  await expectAccessible(page, 'the enrolment of a passkey')
  await dialog.getByRole('button', { name: 'Criar chave de acesso' }).click()
  const recovery = page.getByRole('dialog', { name: 'Guarde os códigos de recuperação' })
  await recovery.getByLabel('Guardei os códigos').check()
  await recovery.getByRole('button', { name: 'Concluir' }).click()
  await said(section(page, title), 'Notebook da sala')

  // The same browser, which has the passkey.
  await page.getByRole('button', { name: 'Menu de Célia Rocha' }).click()
  await menuAction(page, 'Sair')
  await enter(page, person)
  const use = page.getByRole('button', { name: 'Usar chave de acesso' })
  await expect(use).toBeFocused()
  await expectAccessible(page, 'the second step with a passkey')
  await page.keyboard.press('Enter')
  await isIn(page)

  await page.goto('/perfil')
  await section(page, title).getByRole('button', { name: 'Remover Notebook da sala' }).click()
  expectFailedCall(page, 'DELETE', '/api/auth/second-step/methods/*', 400)
  await question(page).getByLabel('Senha atual *').fill('errada')
  await question(page).getByRole('button', { name: 'Remover' }).click()
  await said(question(page), 'Senha atual incorreta')
  await question(page).getByLabel('Senha atual *').fill(person.password)
  await question(page).getByRole('button', { name: 'Remover' }).click()
  await said(page, 'Forma de verificação removida.')
  await expect(section(page, title).getByText('Ativa', { exact: true })).toBeHidden()
})

// proves 18.18
test('whoever must have a second step enrols it first, and then the app opens', async ({ browser }) => {
  const person = await hire('Fábio Conceição', 'Gestor')
  const login = await guestPage(browser, door, '/login', phone)
  await login.route('**/api/auth/login', async (route) => {
    const response = await route.fetch()
    const { user, token } = await response.json()
    await route.fulfill({ response, json: { user: { ...user, duty: 'enrol-second-step' }, token } })
  })
  await enter(login, person)
  await expect(login.getByRole('heading', { name: 'Proteja a sua conta' })).toBeVisible()
  await expectAccessible(login, 'the page of the duty to enrol')
  await fitsTheWindow(login)
  await login.getByRole('button', { name: 'Usar um aplicativo no celular' }).click()
  const { recovery } = await connectApp(login)
  await fitsTheWindow(login)
  await recovery.getByLabel('Guardei os códigos').check()
  await recovery.getByRole('button', { name: 'Concluir' }).click()
  await isIn(login)
})

// proves 18.85
test('whoever must have a second step from now on signs out and leaves nothing typed, or enrols it where they are', async ({
  browser,
}) => {
  const person = await hire('Rita Valença')
  const page = await guestPage(browser, door, '/login')
  await enter(page, person)
  await isIn(page)
  let [isOnDuty, isRefused] = [true, false]
  // The routes stay: a call that is on its way when a route goes is never answered.
  await page.route('**/api/auth/me', async (route) => {
    if (!isOnDuty) return route.fallback()
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), duty: 'enrol-second-step' } })
  })
  const duty = page.getByRole('heading', { name: 'Proteja a sua conta' })
  // As a comment is kept that was not sent.
  await page.evaluate((id) => sessionStorage.setItem(`malote:draft:${id}:comment 1`, '"Só entre nós"'), person.id)
  await page.reload()
  await expect(duty).toBeVisible()
  await page.getByRole('button', { name: 'Sair' }).click()
  await expect(page.getByLabel('E-mail')).toBeVisible()
  expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.includes('draft')))).toEqual([])

  isOnDuty = false
  await enter(page, person)
  await isIn(page)
  isOnDuty = true
  isRefused = true
  const refusal = {
    status: 403,
    json: { code: 'DUTY_FIRST', message: 'Conclua primeiro o que falta para o seu acesso' },
  }
  await page.route('**/api/protocols?*', (route) => (isRefused ? route.fulfill(refusal) : route.fallback()))
  expectFailedCall(page, 'GET', '/api/protocols', 403)
  await page.getByRole('link', { name: 'Protocolos', exact: true }).click()
  await expect(duty).toBeVisible()
  isOnDuty = false
  isRefused = false
  await page.getByRole('button', { name: 'Usar um aplicativo no celular' }).click()
  const { recovery } = await connectApp(page)
  await recovery.getByLabel('Guardei os códigos').check()
  await recovery.getByRole('button', { name: 'Concluir' }).click()
  await expect(page.getByRole('heading', { name: 'Protocolos' })).toBeVisible()
})
