import { expect } from '@playwright/test'
import { answerWith, failing, holdBack } from './support/answers.ts'
import { expectAccessible } from './support/axe.ts'
import { expectFailedCall } from './support/console.ts'
import { alertSays, becomePhone, fitsTheWindow, openPage, statusSays } from './support/pages.ts'
import { test } from './support/test.ts'
import { ownOrganisation } from './support/test-organisation.ts'
import { heading, noDialog, question, rowOf, saveButton } from './support/vocabulary.ts'

const { organisation, admin } = ownOrganisation({ admin: 'helena' })
let protocol: { id: number }
/** A business day between today and the due date of the sent items, 5 business days from today. */
let dueOn: string

test.beforeAll(async () => {
  const clerk = await organisation.hire('Bruno Siqueira', 'origin', 'Usuário')
  protocol = await organisation.send(clerk, {
    items: [{ document_number: '123/2026' }, {}],
  })
  dueOn = await dueDate()
})

const dueDate = async (): Promise<string> =>
  (await admin.call('GET', `/api/protocols/${protocol.id}`)).items[0].return_date
const spoken = (date: string) => date.split('-').reverse().join('/')

// proves 2.12.6, 2.12.8, 11.2, 14.1
test('an Admin adds, edits and deletes in the registers: Back and the focus stay at hand, on a phone too', async ({
  browser,
}) => {
  const page = await openPage(browser, organisation.server, admin, '/settings')
  const go = (section: string) =>
    page.getByRole('navigation', { name: 'Configurações' }).getByRole('link', { name: section }).click()
  await expect(heading(page, 'Configurações do Sistema')).toBeVisible()
  await expectAccessible(page, 'the hub')
  await page.getByRole('main').getByRole('link', { name: 'Departamentos' }).click()
  await page.getByRole('button', { name: 'Novo Departamento' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancelar' }).click()
  await expect(page).toHaveURL(`${organisation.server.url}/settings/departments`)
  await page.goBack()
  await expect(heading(page, 'Configurações do Sistema')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Departamentos' }).click()

  const add = async (name: string) => {
    await page.getByRole('button', { name: 'Novo Departamento' }).click()
    await page.getByLabel('Nome').fill(name)
    await page.getByRole('button', { name: 'Salvar', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Salvando...' })).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('dialog')).toBeHidden()
  }
  const first = await holdBack(page, 'POST', '/api/departments')
  await add('Patrimônio')
  first()
  await statusSays(page, 'Departamento adicionado com sucesso!')
  await expect(page.getByRole('rowheader', { name: 'Patrimônio' })).toBeVisible()
  await expect(heading(page, 'Departamentos')).toBeVisible()

  // The same name is refused again, under a field that is no longer visible.
  const wrong = { message: 'Nome inválido', errors: { dpname: 'Nome inválido' } }
  const asBefore = await answerWith(page, 'POST', '/api/departments', 400, wrong)
  const second = await holdBack(page, 'POST', '/api/departments')
  await add('Patrimônio 2')
  second()
  await alertSays(page, 'Nome inválido')
  asBefore()
  await expectAccessible(page, 'a list')

  await page.getByRole('button', { name: 'Novo Departamento' }).click()
  const department = page.getByRole('dialog', { name: 'Novo Departamento' })
  const name = department.getByLabel('Nome')
  await expect(name).toBeFocused()
  await name.fill('   ')
  await saveButton(department).click()
  await expect(department.getByText('Nome do departamento é obrigatório', { exact: true })).toBeVisible()
  await expectAccessible(page, 'a form with an error')
  await name.fill('Arquivo')
  await saveButton(department).click()
  await noDialog(page)
  await expect(rowOf(page, 'Arquivo')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Novo Departamento' })).toBeFocused()

  await page.getByRole('button', { name: 'Editar Arquivo' }).click()
  await page.getByRole('dialog').getByLabel('Nome').fill('Arquivo Geral')
  const { dpid } = (await admin.call('GET', '/api/departments')).find(
    ({ dpname }: { dpname: string }) => dpname === 'Arquivo',
  )
  await admin.call('PUT', `/api/departments/${dpid}`, { dpname: 'Arquivo Morto' })
  expectFailedCall(page, 'PUT', `/api/departments/${dpid}`, 409)
  await saveButton(page).click()
  await expect(page.getByText('Salvo agora: Arquivo Morto')).toBeVisible()
  await expectAccessible(page, 'a form that was overtaken')
  await page.getByRole('button', { name: 'Salvar mesmo assim' }).click()
  await noDialog(page)
  await expect(page.getByRole('button', { name: 'Editar Arquivo Geral' })).toBeFocused()

  const remove = page.getByRole('button', { name: 'Excluir Arquivo Geral' })
  await remove.click()
  await expect(question(page)).toBeVisible()
  await expectAccessible(page, 'a confirmation')
  await question(page).getByRole('button', { name: 'Não, cancelar' }).click()
  await expect(question(page)).toBeHidden()
  await expect(remove).toBeFocused()
  await remove.click()
  await question(page).getByRole('button', { name: 'Sim, excluir' }).click()
  await expect(rowOf(page, 'Arquivo Geral')).toBeHidden()

  // What is in use says why it stays, to the keyboard and to the mouse.
  const refusal = 'Não é possível excluir departamentos com usuários ou protocolos associados'
  const stays = page.getByRole('button', { name: 'Excluir Recursos Humanos' })
  await page.getByRole('button', { name: 'Editar Recursos Humanos' }).focus()
  await page.keyboard.press('Tab')
  await expect(stays).toBeFocused()
  await expect(page.getByRole('tooltip', { name: refusal })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(question(page)).toBeHidden()
  await page.keyboard.press('Escape')
  await stays.hover()
  await expect(page.getByRole('tooltip', { name: refusal })).toBeVisible()

  await page.keyboard.press('Escape')
  await go('Fornecedores')
  await expect(rowOf(page, 'Papelaria Ipê')).toBeVisible()
  await expectAccessible(page, 'the list of suppliers')
  await page.getByRole('button', { name: 'Novo Fornecedor' }).click()
  const form = page.getByRole('dialog', { name: 'Novo Fornecedor' })
  const cnpj = form.getByLabel('CNPJ')
  await expect(cnpj).toBeFocused()
  // The mask also works in the middle of the text and with letters.
  await cnpj.pressSequentially('11222333000182')
  await expect(cnpj).toHaveValue('11.222.333/0001-82')
  await expect(cnpj).toHaveAccessibleDescription(/Dígitos verificadores não conferem/)
  await expectAccessible(page, 'the warning about check digits')
  await cnpj.press('Backspace')
  await expect(form.getByText('Dígitos verificadores não conferem')).toBeHidden()
  await cnpj.press('Home')
  await cnpj.press('Delete')
  await cnpj.pressSequentially('9')
  await cnpj.press('End')
  await cnpj.pressSequentially('2')
  await expect(cnpj).toHaveValue('91.222.333/0001-82')
  await cnpj.fill('98abc76500de')
  await cnpj.pressSequentially('99')
  await expect(cnpj).toHaveValue('98.ABC.765/00DE-99')
  // Of a pasted text the CNPJ is taken, whatever is in the field, which is shorter than the text.
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  for (const [before, text] of [
    ['', 'CNPJ 11222333000181'],
    ['98.A', '11222333000181'],
    ['98.ABC.765/00DE-99', 'Papelaria Ipê Ltda - CNPJ: 11.222.333 / 0001-81\n'],
  ] as const) {
    await cnpj.fill(before)
    await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
    await cnpj.press('ControlOrMeta+v')
    await expect(cnpj).toHaveValue('11.222.333/0001-81')
  }
  await cnpj.fill('98abc76500de99')
  await form.getByLabel('Razão social').fill('Alfa Arquivos')
  await form.getByLabel('Estado').fill('sp')
  await form.getByLabel('Cidade').fill('Itu')
  await saveButton(page).click()
  await noDialog(page)
  await expect(rowOf(page, 'Alfa Arquivos')).toContainText('98.ABC.765/00DE-99—Alfa ArquivosItu, SPAtivo0')

  await becomePhone(page)
  await fitsTheWindow(page)
  await expectAccessible(page, 'cards on a phone')
  await page.getByRole('button', { name: 'Novo Fornecedor' }).click()
  await expect(form).toBeVisible()
  await fitsTheWindow(page)
  await form.getByRole('button', { name: 'Cancelar' }).click()
  const titles = { 'Tipos de Itens': 'Tipos de Itens', 'Visão geral': 'Configurações do Sistema' }
  for (const [section, title] of Object.entries({ ...titles, Categorias: 'Categorias de Protocolos' })) {
    await page.getByRole('link', { name: section }).first().click()
    await expect(heading(page, title)).toBeVisible()
    await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible()
    await fitsTheWindow(page)
  }
  await page.getByRole('button', { name: 'Nova Categoria' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await fitsTheWindow(page)
  await page.getByLabel('Nome').fill('No telefone')
  await failing(page, 'POST', '/api/categories', () => saveButton(page).click())
  await alertSays(page, 'Erro ao adicionar categoria. Tente novamente.')
  // Visible although a dialog is open.
  await page
    .getByRole('button', { name: /dispensar|fechar aviso/i })
    .first()
    .click()
})

// proves 2.12.13
test('a holiday that comes or goes asks what becomes of open deadlines, and moves them if that is wished', async ({
  browser,
}) => {
  const page = await openPage(browser, organisation.server, admin, `/settings/calendar?year=${dueOn.slice(0, 4)}`)
  await expect(rowOf(page, 'Natal')).toContainText('Nacional')
  await expectAccessible(page, 'the calendar')
  await page.getByRole('button', { name: 'Novo Feriado' }).click()
  const form = page.getByRole('dialog', { name: 'Novo Feriado' })
  await form.getByRole('button', { name: 'Salvar' }).click()
  await expect(form.getByText('Data é obrigatória', { exact: true })).toBeVisible()
  await expect(form.getByText('Nome do feriado é obrigatório', { exact: true })).toBeVisible()
  await expectAccessible(page, 'a form with errors')
  await form.getByLabel('Nome').fill('Aniversário da cidade')
  await form.getByLabel('Data').fill(dueOn)
  await form.getByRole('button', { name: 'Salvar' }).click()
  await statusSays(page, 'Feriado adicionado com sucesso!')

  const question = page.getByRole('dialog', { name: 'Prazos em aberto' })
  await expect(question).toContainText(`${spoken(dueOn)} passou a ser feriado. Com isso, 2 prazos em aberto mudariam:`)
  await expect(question).toContainText(`Protocolo #${protocol.id} · Item 123/2026 (Contrato)`)
  await expect(question).toContainText(`de ${spoken(dueOn)} para `)
  await expectAccessible(page, 'the question')
  await question.getByRole('button', { name: 'Recalcular prazos' }).click()
  await statusSays(page, '2 prazos recalculados com sucesso!')
  await expect(question).toBeHidden()
  await expect(rowOf(page, 'Aniversário da cidade')).toContainText('Local')
  expect((await dueDate()) > dueOn).toBe(true)

  await page.getByRole('button', { name: 'Excluir Aniversário da cidade' }).click()
  const confirmation = page.getByRole('alertdialog')
  await expect(confirmation).toContainText(
    `Tem certeza que deseja excluir o feriado "Aniversário da cidade", de ${spoken(dueOn)}?`,
  )
  await confirmation.getByRole('button', { name: 'Sim, excluir' }).click()
  await expect(question).toContainText(`${spoken(dueOn)} deixou de ser feriado.`)
  await expect(question.getByRole('button', { name: 'Recalcular prazos' })).toBeDisabled()
  await question.getByLabel('Encurtar também 2 prazos que terminariam antes').check()
  await question.getByRole('button', { name: 'Recalcular prazos' }).click()
  await expect(question).toBeHidden()
  expect(await dueDate()).toBe(dueOn)
  await becomePhone(page)
  await fitsTheWindow(page)
  await expectAccessible(page, 'the calendar on a phone')
})
