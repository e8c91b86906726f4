import { expect, type Page } from '@playwright/test'
import { failing } from './support/answers.ts'
import { expectAccessible } from './support/axe.ts'
import { expectFailedCall } from './support/console.ts'
import { alertSays, fitsTheWindow, pageOf, phone, resize, statusSays } from './support/pages.ts'
import { test } from './support/test.ts'
import { ownOrganisation } from './support/test-organisation.ts'
import { chooseFile, heading, rowOf } from './support/vocabulary.ts'

const { organisation, admin } = ownOrganisation({ admin: 'helena', manager: ['Ana Nogueira', 'origin', 'Gestor'] })

const sheet = (page: Page, name: string, lines: string[], encoding: BufferEncoding = 'utf8') =>
  chooseFile(page, name, Buffer.from(lines.join('\r\n'), encoding), 'application/vnd.ms-excel')
const suppliers = [
  'CNPJ;Razão Social;UF;Cidade;Código;Obs',
  '11.222.333/0001-81;Papelaria Ipê Ltda.;SP;Santos;;',
  '33.000.167/0001-01;Açaí & Cia;RJ;Niterói;F-2;',
  '123;Sem número;RJ;Niterói;;',
]

// proves 2.12.13, 17.74
test('suppliers and people come from spreadsheets, after a look at what will happen and without the lines left out', async ({
  browser,
}) => {
  const page = await pageOf(browser, organisation.server, admin)
  await page.goto('/settings/suppliers')
  await page.getByRole('link', { name: 'Importar' }).click()
  await expect(page.getByRole('heading', { name: 'Importar Fornecedores', level: 1 })).toBeVisible()
  await expectAccessible(page, 'choosing a file')
  const desk = page.viewportSize() ?? phone.viewport
  await resize(page, phone.viewport)
  await fitsTheWindow(page)
  await resize(page, desk)
  const [template] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Baixar modelo' }).click(),
  ])
  expect(template.suggestedFilename()).toBe('modelo-fornecedores.csv')

  expectFailedCall(page, 'POST', '/api/import/suppliers/preview', 400)
  await sheet(page, 'vazio.csv', ['Nome;Cidade'])
  await expect(page.getByRole('alert')).toContainText('Faltam as colunas CNPJ e UF na primeira linha')
  await page.getByRole('button', { name: 'Remover vazio.csv' }).click()
  await sheet(page, 'fornecedores.csv', suppliers, 'latin1')
  await expect(page.getByText('Colunas que não serão lidas: Obs.')).toBeVisible()
  await expect(rowOf(page, 'Açaí & Cia')).toBeVisible()
  await expect(rowOf(page, 'Papelaria Ipê')).toContainText('Cidade: São Paulo → Santos')
  await expect(rowOf(page, 'Sem número')).toContainText('CNPJ: CNPJ deve ter 14 dígitos')
  await expect(page.getByRole('group', { name: 'Conferência de fornecedores.csv' })).toBeFocused()
  await expectAccessible(page, 'the preview')
  await resize(page, phone.viewport)
  await expect(page.getByText('Sem número')).toBeVisible()
  await fitsTheWindow(page)
  await expectAccessible(page, 'the preview on a phone')
  await resize(page, desk)
  const [refused] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Baixar linhas recusadas' }).click(),
  ])
  expect(refused.suggestedFilename()).toBe('fornecedores-recusados.csv')

  // Another user was faster: the checked data has changed.
  const { data } = await admin.call('GET', '/api/suppliers')
  await admin.call('PUT', `/api/suppliers/${data[0].id}`, { ...data[0], city: 'Campinas' })
  await page.getByRole('button', { name: 'Importar 2 fornecedores' }).click()
  await alertSays(page, 'O arquivo ou os cadastros mudaram desde a conferência. Confira o arquivo de novo.')
  await page.getByRole('button', { name: 'Conferir de novo' }).click()
  await expect(rowOf(page, 'Papelaria Ipê')).toContainText('Cidade: Campinas → Santos')
  await failing(page, 'POST', '/api/import/suppliers', () =>
    page.getByRole('button', { name: 'Importar 2 fornecedores' }).click(),
  )
  await alertSays(page, 'Erro ao importar o arquivo. Tente novamente.')
  await page.getByRole('button', { name: 'Conferir de novo' }).click()
  await page.getByRole('button', { name: 'Importar 2 fornecedores' }).click()
  await statusSays(page, 'Importação concluída com sucesso!')
  await expect(page.getByRole('group', { name: 'Importação concluída' })).toBeFocused()
  await expectAccessible(page, 'the end')
  const [left] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Baixar linhas recusadas' }).click(),
  ])
  expect(left.suggestedFilename()).toBe('fornecedores-recusados.csv')
  await page.getByRole('main').getByRole('link', { name: 'Ver fornecedores' }).last().click()
  await expect(rowOf(page, 'Açaí & Cia')).toContainText('Niterói, RJ')

  // People come by e-mail address, into departments by name.
  await page.getByRole('link', { name: 'Usuários', exact: true }).click()
  await expect(heading(page, 'Usuários')).toBeVisible()
  await page.getByRole('link', { name: 'Importar' }).click()
  await expect(page.getByRole('list', { name: 'A primeira linha traz os títulos das colunas:' })).toContainText(
    'Perfil',
  )
  const lines = [
    'nome,email,setor,perfil',
    'Caio Lima,caio@malote.test,juridico,gestor',
    'Duda Reis,duda@malote.test,Financeiro,',
  ]
  await sheet(page, 'pessoas.csv', lines)
  await expect(rowOf(page, 'Caio Lima')).toContainText('Departamento: "juridico" é "Jurídico"?')
  await expect(page.getByRole('button', { name: 'Importar 0 usuários' })).toBeDisabled()
  const question = page.getByRole('checkbox', { name: '"juridico" é "Jurídico" (1 linha)' })
  await expectAccessible(page, 'a question')
  await question.focus()
  await page.keyboard.press('Space')
  await expect(rowOf(page, 'Caio Lima')).toContainText('Gestor · Jurídico')
  await expect(question).toBeChecked()
  await expect(question).toBeFocused()
  await expect(rowOf(page, 'Duda Reis')).toContainText('Departamento: Departamento não encontrado (Financeiro)')
  await page.getByRole('button', { name: 'Importar 1 usuário', exact: true }).click()
  await page.getByRole('group', { name: 'Importação concluída' }).getByRole('link', { name: 'Ver usuários' }).click()
  await expect(rowOf(page, 'Caio Lima')).toContainText('Jurídico')
  await page.getByRole('link', { name: 'Importar' }).click()
  await sheet(page, 'pessoas.csv', lines.slice(0, 2))
  await question.check()
  await expect(rowOf(page, 'Caio Lima')).toBeHidden()
  await expect(page.getByText('Não há nada a importar neste arquivo.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Importar 0 usuários' })).toBeDisabled()
  await page.getByRole('button', { name: 'Escolher outro arquivo' }).click()

  // Lines are left out and taken back, and keep their ticks when they cannot be checked again.
  await sheet(page, 'novos.csv', [
    'nome;email;setor',
    'Elis Prado;elis@malote.test;Jurídico',
    'Fabio Reis;fabio@malote.test;Jurídico',
    ';caio@malote.test;',
  ])
  const box = (line: number, name: string) =>
    page.getByRole('checkbox', { name: new RegExp(`^Importar a linha ${line}, ${name}`) })
  await expect(page.getByText('Já iguais', { exact: true })).toBeVisible()
  await box(2, 'Elis').focus()
  await page.keyboard.press('Space')
  await expect(page.getByRole('button', { name: 'Importar 1 usuário', exact: true })).toBeVisible()
  await expect(box(2, 'Elis')).not.toBeChecked()
  await expect(box(2, 'Elis')).toBeFocused()
  await expect(page.getByText('Deixados de fora', { exact: true })).toBeVisible()
  await expectAccessible(page, 'a line that is left out')
  await failing(page, 'POST', '/api/import/users/preview', () => box(3, 'Fabio').click())
  await alertSays(page, 'Erro ao conferir o arquivo. Tente novamente.')
  await expect(box(2, 'Elis')).not.toBeChecked()
  await expect(box(3, 'Fabio')).toBeChecked()
  await box(2, 'Elis').check()
  await expect(page.getByRole('button', { name: 'Importar 2 usuários' })).toBeEnabled()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await box(3, 'Fabio').uncheck()
  await expect(page.getByRole('button', { name: 'Importar 1 usuário', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Importar 1 usuário', exact: true }).click()
  await page.getByRole('group', { name: 'Importação concluída' }).getByRole('link', { name: 'Ver usuários' }).click()
  await expect(rowOf(page, 'Elis Prado')).toBeVisible()
  await expect(rowOf(page, 'Fabio Reis')).toHaveCount(0)
  await expect(rowOf(page, 'Caio Lima')).toContainText('Jurídico')
})
