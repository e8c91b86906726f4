import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { expectErrors, expectFailedCall } from './support/console.ts'
import { type Person, signIn } from './support/organisation.ts'
import { pageOf } from './support/pages.ts'
import { fitsTheWindow, phone } from './support/phone.ts'
import { staffPassword as password } from './support/staff.ts'
import { test } from './support/test.ts'
import { type TestOrganisation, testOrganisation } from './support/test-organisation.ts'
import { said } from './support/vocabulary.ts'

let organisation: TestOrganisation
let person: Person

const email = 'pessoa1@malote.test'

test.beforeAll(async () => {
  organisation = await testOrganisation()
  person = await organisation.hire('Débora Lima', 'origin', 'Usuário')
})

test.afterAll(() => organisation.server.stop())

const save = (page: Page) => page.getByRole('button', { name: 'Salvar alterações' }).click()

async function open(page: Page) {
  await page.goto('/perfil')
  await expect(page.getByRole('heading', { name: 'Meu Perfil' })).toBeVisible()
  await expect(page.getByText('Esta sessão')).toBeVisible()
}

// proves 2.1.4, 2.2.4, 2.13.1, 2.13.2, 2.13.3, 8.19, 9.6
test('the profile shows what is fixed and saves what is not', async ({ browser }) => {
  const page = await pageOf(browser, organisation.server, person)
  await page.goto('/protocolos')
  await page.getByRole('button', { name: 'Menu de Débora Lima' }).click()
  await page.getByRole('menuitem', { name: 'Meu Perfil' }).click()
  await expect(page).toHaveURL(/\/perfil$/)
  await expect(page.getByRole('link', { name: 'Perfil', exact: true })).toHaveAttribute('aria-current', 'page')
  await expect(page.getByText('Esta sessão')).toBeVisible()
  await expectAccessible(page, 'the profile')

  for (const [field, value] of [
    ['Nome', 'Débora Lima'],
    ['E-mail', email],
  ] as const) {
    await expect(page.getByLabel(field, { exact: true })).toHaveValue(value)
    await expect(page.getByLabel(field, { exact: true })).not.toBeEditable()
    await expect(page.getByLabel(field, { exact: true })).toHaveAccessibleDescription(
      'Esta informação não pode ser alterada',
    )
  }
  const switches = page.getByRole('switch')
  await expect(switches).toHaveCount(10)
  for (const one of await switches.all()) await expect(one).toBeChecked()
  await expect(page.getByRole('group', { name: 'Notificações de protocolos' }).getByRole('switch')).toHaveCount(6)
  await expect(page.getByRole('group', { name: 'Notificações de itens' }).getByRole('switch')).toHaveCount(4)

  await page.clock.install()
  await page.getByLabel('Telefone').fill('')
  await page.getByLabel('Telefone').pressSequentially('1140001234')
  await expect(page.getByLabel('Telefone')).toHaveValue('(11) 4000-1234')
  await page.getByRole('switch', { name: 'Item atribuído' }).uncheck()
  // Otherwise the three seconds of the message pass before a busy machine has looked. The moment to stop at must
  // still lie ahead when the page hears of it: ten seconds are enough on any machine.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 10_000))
  const request = page.waitForRequest((sent) => sent.method() === 'PUT')
  await save(page)
  const body = (await request).postDataJSON()
  expect(Object.keys(body).filter((name) => name.startsWith('notify_'))).toHaveLength(10)
  expect(body).toMatchObject({ phone: '(11) 4000-1234', notify_item_assigned: false, notify_item_return: true })
  expect(body).not.toHaveProperty('newPassword')

  const success = page.getByRole('status').filter({ hasText: 'Perfil atualizado com sucesso!' })
  await expect(async () => {
    await page.clock.runFor(10)
    await expect(success).toBeVisible({ timeout: 100 })
  }).toPass()
  await said(page, 'Perfil atualizado com sucesso!')
  await page.clock.runFor(2800)
  await said(page, 'Perfil atualizado com sucesso!')
  await page.clock.runFor(400)
  await expect(page.getByText('Perfil atualizado com sucesso!')).toBeHidden()
  await page.clock.resume()
  expect(await person.call('GET', '/api/auth/me')).toMatchObject({
    phone: '(11) 4000-1234',
    notify_item_assigned: false,
  })
  await page.reload()
  await expect(page.getByRole('switch', { name: 'Item atribuído' })).not.toBeChecked()
})

// proves 5.6.1, 17.79
test('the password changes with the right words, and the other sessions end', async ({ browser }) => {
  const page = await pageOf(browser, organisation.server, person)
  await open(page)
  const [current, wanted, again] = ['Senha atual', 'Nova senha', 'Confirmar nova senha'].map((label) =>
    page.getByLabel(label, { exact: true }),
  ) as [ReturnType<Page['getByLabel']>, ReturnType<Page['getByLabel']>, ReturnType<Page['getByLabel']>]

  await wanted.fill('12345')
  await save(page)
  await said(page, 'Senha atual é obrigatória para alterar a senha')
  await said(page, 'A nova senha deve ter pelo menos 6 caracteres')
  await said(page, 'As senhas não coincidem')
  await expectAccessible(page, 'the profile with errors')
  const links = page.getByRole('listitem').getByRole('link')
  await links.filter({ hasText: 'Nova senha' }).first().press('Enter')
  await expect(wanted).toBeFocused()
  expectFailedCall(page, 'PUT', '/api/auth/profile', 400)
  await current.fill('errada')
  await wanted.fill('abcdef')
  await again.fill('abcdef')
  await save(page)
  await said(page, 'Senha atual incorreta')
  await expect(current).toBeFocused()
  await expect(current).toHaveAccessibleDescription('Senha atual incorreta')

  await signIn(organisation.server.url, email, password)
  await current.fill(password)
  const request = page.waitForRequest((sent) => sent.method() === 'PUT')
  await save(page)
  expect((await request).postDataJSON()).toMatchObject({ currentPassword: password, newPassword: 'abcdef' })
  await said(page, 'Perfil atualizado com sucesso!')
  await expect(wanted).toHaveValue('')
  await page.reload()
  await expect(page.getByRole('list', { name: 'Sessões' }).getByRole('listitem')).toHaveCount(1)

  // Restores the values that the other tests use; empty password fields keep the password.
  await current.fill('abcdef')
  await wanted.fill(password)
  await again.fill(password)
  await save(page)
  await said(page, 'Perfil atualizado com sucesso!')
  person = { ...person, call: await signIn(organisation.server.url, email, password) }
})

// proves 18.21
test('a session that was left open asks for the password before it ends others', async ({ browser }) => {
  const page = await pageOf(browser, organisation.server, person)
  await signIn(organisation.server.url, email, password)
  await open(page)
  expectErrors(page, /status of 403 .*\/api\/auth\/sessions/)
  const needed = { status: 403, json: { code: 'PROOF_NEEDED', message: 'Confirme a sua senha para continuar' } }
  await page.route('**/api/auth/sessions/*', (route) => route.fulfill(needed), { times: 2 })
  const end = page.getByRole('listitem').getByRole('button', { name: /^Encerrar/ })
  const dialog = page.getByRole('dialog', { name: 'Confirme que é você' })

  expectFailedCall(page, 'DELETE', '/api/auth/sessions/*', 403)
  await end.first().click()
  await expect(dialog.getByLabel('Senha', { exact: true })).toBeFocused()
  await expectAccessible(page, 'the dialog that asks for the password')
  await page.keyboard.press('Escape')
  await said(page, 'Confirme a sua senha para continuar')

  expectFailedCall(page, 'POST', '/api/auth/proof', 400)
  await end.first().click()
  await dialog.getByLabel('Senha', { exact: true }).fill('errada')
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('Senha', { exact: true })).toHaveAccessibleDescription('Senha atual incorreta')
  await dialog.getByLabel('Senha', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Confirmar' }).click()
  await said(page, 'Sessão encerrada.')
  await expect(dialog).toBeHidden()
})

test('the profile is usable on a phone', async ({ browser }) => {
  const page = await pageOf(browser, organisation.server, person, phone)
  await open(page)
  await fitsTheWindow(page)
  await expectAccessible(page, 'the profile on a phone')
})
