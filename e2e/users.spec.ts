import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { answerWith } from './support/answers.ts'
import { expectAccessible } from './support/axe.ts'
import { fitsTheWindow, guestPage, pageOf, phone } from './support/pages.ts'
import { test } from './support/test.ts'
import { ownOrganisation } from './support/test-organisation.ts'
import { itemAction, menuAction, openMenu, pick, rowOf, said, saveButton } from './support/vocabulary.ts'

const { organisation, admin, clerk, manager, keeper, departed } = ownOrganisation(
  {
    admin: 'helena',
    clerk: 'bruno',
    manager: ['Eduarda Pires', 'destination', 'Gestor'],
    keeper: ['Fábio Conceição', 'destination', 'Usuário'],
    departed: ['Ana Lima', 'origin', 'Usuário'],
  },
  {
    ...{ ORG_NAME: 'Prefeitura de Aurora', DPO_CONTACT: 'encarregado@aurora.test' },
    ...{ RETENTION_PEOPLE_DAYS: '730', RETENTION_AUDIT_DAYS: '1825' },
  },
)

test.beforeAll(async () => {
  const ana = { uname: 'Ana Lima', uemail: departed.email, udpid: organisation.departments.origin }
  await admin.call('PUT', `/api/users/${departed.id}`, { ...ana, is_active: false })
  const sent = await organisation.send(clerk, {
    items: [{ document_number: '101/2026', destination_user_id: keeper.id }, { document_number: '102/2026' }],
  })
  await manager.call('POST', `/api/protocols/${sent.id}/receive`)
})

async function open(page: Page) {
  await page.goto('/settings/users')
  await expect(page.getByRole('heading', { name: 'Usuários', level: 1 })).toBeVisible()
  await expect(rowOf(page, 'Helena Prado')).toBeVisible()
}

async function download(page: Page, press: () => Promise<void>) {
  const [file] = await Promise.all([page.waitForEvent('download'), press()])
  return { name: file.suggestedFilename(), data: JSON.parse(await readFile(await file.path(), 'utf8')) }
}

// proves 2.12.10, 2.12.11, 2.12.12, 8.14
test('an Admin takes somebody in, and the invitation opens the door', async ({ browser }) => {
  const page = await pageOf(browser, organisation.server, admin, { permissions: ['clipboard-read', 'clipboard-write'] })
  await open(page)
  await expectAccessible(page, 'the list of people')

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
  await expect(invitation.getByText(/Nenhum e-mail foi enviado/)).toBeVisible()
  await expectAccessible(page, 'the invitation')
  await invitation.getByRole('button', { name: 'Copiar link' }).click()
  await expect(invitation.getByRole('button', { name: 'Link copiado' })).toBeVisible()
  const link = await invitation.getByLabel('Link do convite').inputValue()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link)
  expect(link).toMatch(new RegExp(`^${organisation.server.url}/primeiro-acesso#token=`))
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Novo Usuário' })).toBeFocused()

  const row = rowOf(page, 'Íris Dias')
  await expect(row.getByText('Primeiro acesso')).toBeVisible()

  // A newer invitation ends the first.
  await row.getByRole('button', { name: 'Mais ações para Íris Dias' }).click()
  await menuAction(page, 'Novo convite')
  await page.getByRole('alertdialog', { name: 'Novo convite' }).getByRole('button', { name: 'Gerar convite' }).click()
  const newer = await invitation.getByLabel('Link do convite').inputValue()
  expect(newer).not.toBe(link)
  await invitation.getByRole('button', { name: 'Fechar', exact: true }).last().click()

  const guest = await guestPage(browser, organisation.server, newer)
  await guest.getByLabel('Nova senha', { exact: true }).fill('duas palavras')
  await guest.getByLabel('Confirmar nova senha').fill('duas palavras')
  await guest.getByRole('button', { name: 'Definir senha' }).click()
  await expect(guest.getByRole('button', { name: 'Menu de Íris Dias' })).toBeVisible()
  // What a page that is left still loads is no error.
  await guest.goto('about:blank')
  await page.reload()
  await expect(row).toBeVisible()
  await expect(row.getByText('Primeiro acesso')).toBeHidden()

  // A user without any records can be deleted.
  await row.getByRole('button', { name: 'Excluir Íris Dias' }).click()
  const question = page.getByRole('alertdialog', { name: 'Excluir Usuário' })
  await question.getByRole('button', { name: 'Não, cancelar' }).click()
  await expect(row.getByRole('button', { name: 'Excluir Íris Dias' })).toBeFocused()
  await row.getByRole('button', { name: 'Excluir Íris Dias' }).click()
  await question.getByRole('button', { name: 'Sim, excluir' }).click()
  await said(page, 'Usuário excluído com sucesso!')
  await expect(row).toBeHidden()

  // Who created protocols stays, and the keyboard learns why.
  await rowOf(page, 'Bruno Siqueira').getByRole('button', { name: 'Editar' }).focus()
  await page.keyboard.press('Tab')
  const reason = 'Não é possível excluir usuários com protocolos associados'
  await expect(page.getByRole('tooltip', { name: reason })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Mais ações para Bruno Siqueira' }).click()
  await menuAction(page, 'Encerrar sessões')
  await expect(page.getByRole('alertdialog', { name: 'Encerrar sessões' })).toBeVisible()
  await expectAccessible(page, 'the end of a person’s sessions')
  await page.keyboard.press('Escape')
})

// proves 8.14
test('the Gestor hands on the items of who was deactivated', async ({ browser }) => {
  const page = await pageOf(browser, organisation.server, admin)
  await open(page)
  await page.getByRole('button', { name: 'Editar Fábio Conceição' }).click()
  const form = page.getByRole('dialog', { name: 'Editar Usuário' })
  await form.getByLabel('Usuário ativo').uncheck()
  await expect(form.getByText(/^Fábio Conceição responde por 1 item pendente\./)).toBeVisible()
  await expect(form.getByRole('listitem')).toHaveText(/#\d+ · 101\/2026 · Jurídico · até \d\d\/\d\d\/\d{4}/)
  await expectAccessible(page, 'the warning')
  await saveButton(form).click()
  await said(page, 'Usuário atualizado com sucesso!')
  await expect(rowOf(page, 'Fábio Conceição').getByText('Inativo')).toBeVisible()

  const desk = await pageOf(browser, organisation.server, manager)
  await desk.goto('/protocolos')
  await desk.getByRole('button', { name: /notificações/i }).click()
  await desk.getByRole('button', { name: /Itens com responsável fora do departamento/ }).click()
  await expect(desk).toHaveURL(/\/protocolos\/\d+$/)
  const row = rowOf(desk, '101/2026')
  await expect(row.getByText('Responsável fora do departamento')).toBeVisible()
  await expectAccessible(desk, 'an item whose responsible user has left')
  await itemAction(desk, '101/2026', 'Tramitar Item')
  await pick(desk, 'Usuário', 'Eduarda Pires')
  await desk.getByRole('dialog').getByRole('button', { name: 'Tramitar' }).click()
  await said(desk, 'Item tramitado com sucesso para Eduarda Pires!')
  await expect(row.getByText('Responsável fora do departamento')).toBeHidden()
})

test('the screen is usable on a phone', async ({ browser }) => {
  const page = await pageOf(browser, organisation.server, admin, phone)
  await page.goto('/settings/users')
  await expect(page.getByRole('list', { name: 'Usuários' }).getByText('Helena Prado')).toBeVisible()
  await fitsTheWindow(page)
  await expectAccessible(page, 'the list on a phone')
  await page.getByRole('button', { name: 'Novo Usuário' }).click()
  await expect(page.getByRole('dialog').getByLabel('Nome')).toBeFocused()
  await fitsTheWindow(page)
})

// proves 17.73
test('all who are missing are invited at once, on a sheet with a strip for each', async ({ browser }) => {
  const names = ['Ígor Sá', 'Júlia Pêra', 'Kelly Dias']
  for (const uname of names) {
    await admin.call('POST', '/api/users', {
      uname,
      uemail: `${uname.slice(0, 1).toLowerCase().charCodeAt(0)}@malote.test`,
      udpid: organisation.departments.origin,
      role: 'Usuário',
    })
  }
  const page = await pageOf(browser, organisation.server, admin)
  await open(page)
  await page.getByRole('button', { name: 'Convidar todos os que faltam (3)' }).click()
  const dialog = page.getByRole('dialog', { name: 'Convidar todos os que faltam' })
  await expect(dialog).toContainText('Convites que já foram entregues e ainda não foram usados deixam de valer')

  // One of them fails: the others are invited, and the one can be invited afterwards.
  const people = await admin.call('GET', '/api/users')
  const { uid } = people.find(({ uname }: { uname: string }) => uname === 'Júlia Pêra')
  const asBefore = await answerWith(page, 'POST', `/api/users/${uid}/invite`, 500)
  await dialog.getByRole('button', { name: 'Gerar 3 convites' }).click()
  await expect(dialog.getByText('2 convites prontos.')).toBeVisible()
  await expect(dialog.getByRole('alert')).toContainText('Júlia Pêra: Erro ao gerar convite. Tente novamente.')
  await expectAccessible(page, 'an invitation that failed')
  await asBefore()
  await dialog.getByRole('button', { name: 'Gerar os que faltam (1)' }).click()
  await expect(dialog.getByText('3 convites prontos.')).toBeVisible()

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
    dialog.getByRole('button', { name: 'Imprimir 3 convites' }).click(),
  ])
  await expect(sheet.getByRole('heading', { level: 2 })).toHaveText(['Ígor Sá', 'Kelly Dias', 'Júlia Pêra'])
  await expect(sheet.getByRole('img', { name: /^Código QR: / })).toHaveCount(3)
  await expect(sheet.getByRole('button')).toHaveCount(0)
  expect(sheet.url()).toBe('about:blank')
  expect(page.url()).not.toContain('token')
  const links = await sheet.locator('.link').allInnerTexts()
  expect(new Set(links).size).toBe(3)
  await sheet.close()
  await dialog.getByRole('button', { name: 'Fechar', exact: true }).last().click()
  await expect(dialog).toBeHidden()

  const guest = await guestPage(browser, organisation.server, links[0] ?? '')
  await expect(guest.getByLabel('Nova senha', { exact: true })).toBeVisible()
})

// proves 18.83
test('the privacy notice is one press from the sign-in, with the periods and the contact of this installation', async ({
  browser,
}) => {
  const page = await guestPage(browser, organisation.server, '/login')
  await page.getByRole('link', { name: 'Privacidade' }).click()
  await expect(page.getByRole('heading', { name: 'Privacidade', level: 1 })).toBeVisible()
  await expect(page).toHaveURL(/\/privacidade$/)
  await expect(page.getByText('Prefeitura de Aurora')).toBeVisible()
  await expect(page.getByRole('link', { name: 'encarregado@aurora.test' })).toHaveAttribute(
    'href',
    'mailto:encarregado@aurora.test',
  )
  await expect(page.getByText(/180 dias depois de lidas; as não lidas, 365 dias/)).toBeVisible()
  await expect(page.getByText(/^Auditoria: 1\.825 dias/)).toBeVisible()
  await expect(page.getByText(/730 dias depois da desativação/)).toBeVisible()
  await expectAccessible(page, 'the privacy notice')
  await page.getByRole('link', { name: 'Voltar para o login' }).click()
  await expect(page.getByRole('button', { name: 'Entrar' })).toBeVisible()

  await page.setViewportSize(phone.viewport)
  await page.goto('/privacidade')
  await expect(page.getByText('Prefeitura de Aurora')).toBeVisible()
  await fitsTheWindow(page)
})

// proves 18.75
test('everybody takes their own data along from the profile', async ({ browser }) => {
  const page = await pageOf(browser, organisation.server, clerk)
  await page.goto('/perfil')
  const { name, data } = await download(page, () => page.getByRole('button', { name: 'Baixar meus dados' }).click())
  expect(name).toMatch(new RegExp(`^dados-pessoais-${clerk.id}-.+\\.json$`))
  expect(data.account).toMatchObject({ name: 'Bruno Siqueira', email: clerk.email })
  expect(data.stored.sessions.rows.length).toBeGreaterThan(0)
  await page.getByRole('main').getByRole('link', { name: 'Privacidade' }).click()
  await page.getByRole('link', { name: 'Voltar para o Malote' }).click()
  await expect(page.getByRole('button', { name: 'Menu de Bruno Siqueira' })).toBeVisible()
})

// proves 18.77
test('an Admin exports and removes the personal data of somebody who left', async ({ browser }) => {
  const page = await pageOf(browser, organisation.server, admin)
  await page.goto('/settings/users')
  const menu = rowOf(page, 'Ana Lima').getByRole('button', { name: 'Mais ações para Ana Lima' })
  await rowOf(page, 'Bruno Siqueira').getByRole('button', { name: 'Mais ações para Bruno Siqueira' }).click()
  await expect((await openMenu(page)).getByRole('menuitem', { name: 'Remover dados pessoais' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toBeHidden()

  await menu.click()
  const { data } = await download(page, () => menuAction(page, 'Baixar dados pessoais'))
  expect(data.account.name).toBe('Ana Lima')

  await menu.click()
  await menuAction(page, 'Remover dados pessoais')
  const dialog = page.getByRole('alertdialog', { name: 'Remover dados pessoais' })
  await expect(dialog.getByText(new RegExp(`“Pessoa removida ${departed.id}”`))).toBeVisible()
  await expectAccessible(page, 'the question before personal data are removed')
  await dialog.getByRole('button', { name: 'Remover para sempre' }).click()
  await said(page, 'Os dados pessoais de Ana Lima foram removidos.')
  await expect(rowOf(page, `Pessoa removida ${departed.id}`)).toBeVisible()
  await expect(page.getByRole('rowheader', { name: 'Ana Lima' })).toHaveCount(0)
})
