import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { answerWith } from './support/answers.ts'
import { expectAccessible } from './support/axe.ts'
import { expectFailedCall } from './support/console.ts'
import { fitsTheWindow, guestPage, openPage, phone } from './support/pages.ts'
import { test } from './support/test.ts'
import { ownOrganisation } from './support/test-organisation.ts'
import { menuAction, noDialog, rowOf, said, saveButton } from './support/vocabulary.ts'

const { organisation, admin, clerk, manager, keeper, departed } = ownOrganisation({
  admin: 'helena',
  clerk: 'bruno',
  manager: ['Eduarda Pires', 'destination', 'Gestor'],
  keeper: ['Fábio Conceição', 'destination', 'Usuário'],
  departed: ['Ana Lima', 'origin', 'Usuário'],
})

test.beforeAll(async () => {
  const ana = { uname: 'Ana Lima', uemail: departed.email, udpid: organisation.departments.origin }
  await admin.call('PUT', `/api/users/${departed.id}`, { ...ana, is_active: false })
  const julia = { uname: 'Júlia Pêra', uemail: 'julia@malote.test', udpid: organisation.departments.origin }
  await admin.call('POST', '/api/users', julia)
  const sent = await organisation.send(clerk, {
    items: [{ document_number: '101/2026', destination_user_id: keeper.id }, { document_number: '102/2026' }],
  })
  await manager.call('POST', `/api/protocols/${sent.id}/receive`)
})

// proves 2.1.9, 2.12.10, 2.12.11, 17.73, 18.23, V14.2.1
test('an Admin takes somebody in, invites all who are missing on a sheet, and a strip of it opens the door', async ({
  browser,
}) => {
  const page = await openPage(browser, organisation.server, admin, '/settings/users', {
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  await expect(rowOf(page, 'Helena Prado')).toBeVisible()
  await expectAccessible(page, 'the list of people')
  // Who created protocols stays, and the keyboard learns why.
  await rowOf(page, 'Bruno Siqueira').getByRole('button', { name: 'Editar' }).focus()
  await page.keyboard.press('Tab')
  const reason = 'Não é possível excluir usuários com protocolos associados'
  await expect(page.getByRole('tooltip', { name: reason })).toBeVisible()
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Novo Usuário' }).click()
  const form = page.getByRole('dialog', { name: 'Novo Usuário' })
  await saveButton(form).click()
  await said(page, 'Nome é obrigatório')
  await expect(form.getByLabel('Nome')).toBeFocused()
  await expectAccessible(page, 'the form with errors')
  await form.getByLabel('Nome').fill('Íris Dias')
  // A click beside the form loses nothing.
  await page.mouse.click(5, 450)
  await expect(form.getByLabel('Nome')).toHaveValue('Íris Dias')
  await form.getByRole('combobox', { name: 'Departamento' }).fill('jur')
  await page.getByRole('option', { name: 'Jurídico' }).click()
  await form.getByLabel('E-mail').fill('iris@malote.test')
  await saveButton(form).click()

  const invitation = page.getByRole('dialog', { name: 'Convite de Íris Dias' })
  await expect(invitation.getByText(/Ele vale até \d\d\/\d\d\/\d{4} às \d\d:\d\d/)).toBeVisible()
  await expectAccessible(page, 'the invitation')
  await invitation.getByRole('button', { name: 'Copiar link' }).click()
  await expect(invitation.getByRole('button', { name: 'Link copiado' })).toBeVisible()
  const link = await invitation.getByLabel('Link do convite').inputValue()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link)
  expect(link).toMatch(new RegExp(`^${organisation.server.url}/primeiro-acesso#token=`))
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Novo Usuário' })).toBeFocused()

  await page.getByRole('button', { name: 'Convidar todos os que faltam (2)' }).click()
  const dialog = page.getByRole('dialog', { name: 'Convidar todos os que faltam' })
  // One of them fails: the other is invited, and the one can be invited afterwards.
  const people = await admin.call('GET', '/api/users')
  const { uid } = people.find(({ uname }: { uname: string }) => uname === 'Íris Dias')
  const asBefore = await answerWith(page, 'POST', `/api/users/${uid}/invite`, 500)
  await dialog.getByRole('button', { name: 'Gerar 2 convites' }).click()
  await expect(dialog.getByText('1 convite pronto.')).toBeVisible()
  await expect(dialog.getByRole('alert')).toContainText('Íris Dias: Erro ao gerar convite. Tente novamente.')
  await expectAccessible(page, 'an invitation that failed')
  asBefore()
  await dialog.getByRole('button', { name: 'Gerar os que faltam (1)' }).click()
  await expect(dialog.getByText('2 convites prontos.')).toBeVisible()

  // Closing would lose the links.
  await dialog.getByRole('button', { name: 'Fechar', exact: true }).last().click()
  await page.getByRole('button', { name: 'Continuar editando' }).click()
  await page.evaluate(() => {
    const { open } = window
    window.open = (...given) => {
      const tab = open.apply(window, given)
      if (tab) tab.print = () => undefined
      return tab
    }
  })
  const [sheet] = await Promise.all([
    page.waitForEvent('popup'),
    dialog.getByRole('button', { name: 'Imprimir 2 convites' }).click(),
  ])
  await expect(sheet.getByRole('heading', { level: 2 })).toHaveText(['Júlia Pêra', 'Íris Dias'])
  await expect(sheet.getByRole('img', { name: /^Código QR: / })).toHaveCount(2)
  await expect(sheet.getByRole('button')).toHaveCount(0)
  expect(sheet.url()).toBe('about:blank')
  expect(page.url()).not.toContain('token')
  const [julia = '', iris = ''] = await sheet.locator('.link').allInnerTexts()
  expect(new Set([julia, iris, link]).size).toBe(3)
  await sheet.close()
  await dialog.getByRole('button', { name: 'Fechar', exact: true }).last().click()
  await expect(dialog).toBeHidden()

  const guest = await guestPage(browser, organisation.server, iris)
  const wanted = guest.getByLabel('Nova senha', { exact: true })
  await expect(wanted).toBeFocused()
  await wanted.fill('123456')
  await guest.getByLabel('Confirmar nova senha').fill('123457')
  await guest.getByRole('button', { name: 'Definir senha' }).click()
  await said(guest, 'As senhas não coincidem')
  await expectAccessible(guest, 'the first access with errors')
  await guest.getByLabel('Confirmar nova senha').fill('123456')
  expectFailedCall(guest, 'POST', '/api/auth/password', 400)
  await guest.getByRole('button', { name: 'Definir senha' }).click()
  await expect(wanted).toHaveAccessibleDescription(/Esta senha é muito comum/)
  await expect(wanted).toBeFocused()
  await wanted.fill('girassol azul')
  await guest.getByLabel('Confirmar nova senha').fill('girassol azul')
  await guest.getByRole('button', { name: 'Definir senha' }).click()
  await expect(guest.getByRole('button', { name: 'Menu de Íris Dias' })).toBeVisible()
  await expect(guest).toHaveURL('/')
})

// proves 18.77
test('an Admin with a phone deactivates somebody who holds items, and exports and removes the data of who left', async ({
  browser,
}) => {
  const page = await openPage(browser, organisation.server, admin, '/settings/users', phone)
  await expect(page.getByRole('list', { name: 'Usuários' }).getByText('Helena Prado')).toBeVisible()
  await fitsTheWindow(page)
  await expectAccessible(page, 'the list on a phone')
  await page.getByRole('button', { name: 'Novo Usuário' }).click()
  await expect(page.getByRole('dialog').getByLabel('Nome')).toBeFocused()
  await fitsTheWindow(page)
  await page.keyboard.press('Escape')
  await noDialog(page)

  await page.getByRole('button', { name: 'Editar Fábio Conceição' }).click()
  const form = page.getByRole('dialog', { name: 'Editar Usuário' })
  await form.getByLabel('Usuário ativo').uncheck()
  await expect(form.getByText(/^Fábio Conceição responde por 1 item pendente\./)).toBeVisible()
  await expect(form.getByRole('listitem')).toHaveText(/#\d+ · 101\/2026 · Jurídico · até \d\d\/\d\d\/\d{4}/)
  await expectAccessible(page, 'the warning')
  await saveButton(form).click()
  await said(page, 'Usuário atualizado com sucesso!')
  await noDialog(page)

  const menu = page.getByRole('button', { name: 'Mais ações para Ana Lima' })
  await menu.click()
  const [file] = await Promise.all([page.waitForEvent('download'), menuAction(page, 'Baixar dados pessoais')])
  expect(JSON.parse(await readFile(await file.path(), 'utf8')).account.name).toBe('Ana Lima')
  await menu.click()
  await menuAction(page, 'Remover dados pessoais')
  const question = page.getByRole('alertdialog', { name: 'Remover dados pessoais' })
  await expect(question.getByText(new RegExp(`“Pessoa removida ${departed.id}”`))).toBeVisible()
  await expectAccessible(page, 'the question before personal data are removed')
  await question.getByRole('button', { name: 'Remover para sempre' }).click()
  await said(page, 'Os dados pessoais de Ana Lima foram removidos.')
  await said(page, `Pessoa removida ${departed.id}`)
  await expect(menu).toHaveCount(0)
})
