import { expect, type Page } from '@playwright/test'
import { holdBack } from './support/answers.ts'
import { expectAccessible } from './support/axe.ts'
import { fitsTheWindow, openPage, pageOf, phone, resize, statusSays } from './support/pages.ts'
import { test } from './support/test.ts'
import { ownOrganisation, type TestOrganisation } from './support/test-organisation.ts'
import { expectTheme, question, section } from './support/vocabulary.ts'

const people = { sender: 'ana', manager: 'carlos', responsible: 'debora' } as const
// Each test counts what it has sent itself.
const [begun, busy] = [ownOrganisation(people), ownOrganisation(people)]

/** Items that must be back within the seven days that the dashboard shows, whatever holidays are among them. */
async function soon({ admin }: TestOrganisation, ...documents: string[]) {
  const category = { ctname: 'Urgente', return_days: 3, category_parameter: 'Dias corridos' }
  const { ctid } = await admin('POST', '/api/categories', category)
  return { items: documents.map((document_number) => ({ document_number, category_id: ctid })) }
}

/** The drawing is hidden from screen readers, which read the name of its figure, and its table on demand. */
const picture = (page: Page) => page.locator('figure div[aria-hidden] svg').first()
const day = (page: Page) => section(page, 'Meu dia')

// proves 2.2.3, 2.2.4, 2.3.3, 2.4.1, 2.4.2, 2.4.4, 2.4.5, 2.4.6, 2.4.8, 14.11, 17.66, 17.70
test('a dashboard says what will appear, then what is happening, with a chart that is a picture and a table', async ({
  browser,
}) => {
  const { organisation, sender } = begun
  const page = await pageOf(browser, organisation.server, sender)
  const release = await holdBack(page, 'GET', '/api/dashboard/activities')
  await page.goto('/')
  const loading = page.locator('[aria-busy=true]').filter({ has: section(page, 'Atividades Recentes') })
  await expect(loading).toBeVisible()
  await expectAccessible(page, 'the dashboard while it loads')
  release()
  await expect(loading).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Dashboard', exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Dashboard', exact: true })).toHaveAttribute('aria-current', 'page')
  for (const text of ['Nenhuma atividade recente', 'Nenhum protocolo pendente', 'Nenhum retorno próximo']) {
    await expect(page.getByText(text, { exact: true })).toBeVisible()
  }
  await expect(day(page)).toContainText('Tudo em dia.')
  await expect(page.getByRole('link', { name: /^Total de Protocolos 0/ })).toBeVisible()
  await expect(page.getByText('Escolha um período maior para ver os protocolos anteriores.')).toBeVisible()
  await expectAccessible(page, 'the empty dashboard')
  await page.getByRole('button', { name: 'Recolher menu' }).click()
  await page.getByRole('button', { name: 'Abrir menu' }).click()
  await expect(page.getByRole('button', { name: 'Recolher menu' })).toBeVisible()

  const { id } = await organisation.send(sender, await soon(organisation, '101/2026', '102/2026'))
  await expect(page.getByRole('link', { name: /^Total de Protocolos 1 1 a mais/ })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Pendentes 1/ })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Concluídos 0/ })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Cancelados 0/ })).toBeVisible()

  const activity = section(page, 'Atividades Recentes').getByRole('listitem')
  await expect(activity).toHaveCount(1)
  await expect(activity).toContainText(`${sender.name}Protocolo criado`)
  await expect(activity).toContainText('Recursos Humanos')
  await expect(activity).toContainText(/Agora|Há \d+ minuto/)
  await expect(activity.getByRole('link')).toHaveAttribute('href', `/protocolos/${id}`)
  await expect(activity.getByRole('link')).toHaveText(`#${id}`)

  const pending = section(page, 'Protocolos Pendentes').getByRole('listitem')
  await expect(pending).toHaveCount(1)
  for (const text of [`#${id}`, 'Contratos para assinatura', 'Recursos Humanos', 'Jurídico', '2 itens']) {
    await expect(pending).toContainText(text)
  }
  const returns = section(page, 'Retornos Próximos')
  await expect(returns.getByRole('heading', { level: 3 })).toHaveText(['A receber de volta'])
  await expect(returns.getByRole('link', { name: /^101\/2026 Pendente Contrato/ })).toContainText('Jurídico')
  await expectAccessible(page, 'the dashboard')

  const figure = page.getByRole('figure', { name: /Protocolos criados/ })
  const table = figure.getByRole('table', { name: /Protocolos criados/ })
  await expect(table).toHaveCount(0)
  await figure.getByRole('button', { name: 'Ver como tabela' }).click()
  const statuses = ['Pendente', 'Em andamento', 'Concluído', 'Cancelado']
  await expect(table.getByRole('columnheader')).toHaveText(['Dia', ...statuses])
  await expect(table.getByRole('row')).toHaveCount(31)
  await expectAccessible(page, 'the chart as a table')
  await page.getByText('Última Semana', { exact: true }).click()
  await expect(page).toHaveURL(/\/\?period=week$/)
  await expect(table.getByRole('row')).toHaveCount(8)
  await page.goBack()
  await expect(page.getByRole('radio', { name: 'Último Mês' })).toBeChecked()
  await figure.getByRole('button', { name: 'Ver como gráfico' }).click()

  await resize(page, phone.viewport)
  await expect(picture(page)).toBeVisible()
  // The day comes first, the chart last.
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
    'Meu dia',
    'Retornos Próximos',
    'Protocolos Pendentes',
    'Atividades Recentes',
    'Visão Geral de Protocolos',
  ])
  await expectAccessible(page, 'the dashboard on a phone')
  await fitsTheWindow(page)
  // A figure links to the list that it counts, and the list says how many wait.
  await page.getByRole('link', { name: /^Pendentes \d/ }).click()
  await expect(page).toHaveURL(/\/protocolos\?status=Pendente&startDate=\d{4}-\d\d-\d\d&endDate=/)
  await expect(page.getByText(/^\d protocolos? encontrados?$/)).toBeVisible()
})

// proves 17.70, 17.80
test('each fact of the day leads to what it counts, and what one press does is done in place, on a phone too', async ({
  browser,
}) => {
  const { organisation, sender, manager } = busy
  const { id } = await organisation.send(sender, await soon(organisation, '101/2026', '102/2026'))
  await organisation.send(sender, { items: [{ document_number: '201/2026' }] })
  const checked = await organisation.send(sender, {
    items: [{ document_number: '301/2026', destination_user_id: manager.id }],
  })
  const plain = await organisation.send(sender, { requiresReturn: false })
  const page = await openPage(browser, organisation.server, manager, '/')
  const fact = (name: string) => day(page).getByRole('link', { name, exact: true })
  const row = (of: { id: number }) =>
    day(page)
      .getByRole('listitem')
      .filter({ hasText: `#${of.id}` })
  const list = (text: string) => day(page).getByRole('list').filter({ hasText: text })
  const button = (name: string | RegExp) => day(page).getByRole('button', { name })

  // The other department sees the same return from its side.
  const returns = section(page, 'Retornos Próximos')
  await expect(returns.getByRole('heading', { level: 3 })).toHaveText(['Para devolver'])
  await returns.getByRole('link', { name: /^102\/2026/ }).click()
  await expect(page).toHaveURL(new RegExp(`/protocolos/${id}$`))
  await page.goBack()
  await fact('4 protocolos a receber').click()
  await expect(page).toHaveURL(/\/protocolos\?/)
  await expect(page.getByRole('rowheader')).toHaveCount(4)
  await page.goBack()

  await expect(row(checked).getByRole('button')).toHaveText(['Conferir', 'Receber'])
  await expectAccessible(page, 'protocols to receive, in place')
  await expect(row(plain).getByRole('button')).toHaveText(['Concluir'])
  await button(`Concluir o protocolo #${plain.id}`).press('Enter')
  await expect(question(page)).toContainText('todos os itens serão marcados como concluídos')
  await question(page).getByRole('button', { name: 'Concluir protocolo' }).click()
  await statusSays(page, 'Protocolo concluído com sucesso!')
  await expect(fact('3 protocolos a receber')).toBeVisible()
  await expect(row(plain)).toBeHidden()
  await expect(list(`#${id}`)).toBeFocused()
  await button(`Conferir o protocolo #${checked.id}`).press('Enter')
  const checking = page.getByRole('dialog', { name: `Conferir e receber protocolo #${checked.id}` })
  await checking.getByRole('button', { name: 'Receber', exact: true }).click()
  await expect(fact('2 protocolos a receber')).toBeVisible()
  await expect(checking).toBeHidden()
  await expect(list(`#${id}`)).toBeFocused()
  await button(`Receber o protocolo #${id}`).press('Enter')
  await statusSays(page, 'Protocolo recebido com sucesso!')
  await expect(fact('1 protocolo a receber')).toBeVisible()
  await expect(button(/^Receber o protocolo/)).toHaveCount(1)
  await page.keyboard.press('Tab')
  await expect(day(page).getByRole('link', { name: /^#\d+$/ })).toBeFocused()
  // The list is empty before its heading goes.
  const isEmpty = day(page).getByText('Nada mais aqui.').waitFor()
  await page.route('**/api/dashboard/today', async (route) => {
    await isEmpty
    await route.continue()
  })
  await button(/^Receber o protocolo/).click()
  await expect(fact('1 protocolo a receber')).toBeHidden()
  await expect(day(page).getByRole('heading', { name: 'Meu dia' })).toBeFocused()

  await button('Mostrar aqui: 3 itens sem responsável').click()
  await button('Atribuir 101/2026').click()
  const dialog = page.getByRole('dialog', { name: 'Atribuir Usuário' })
  const person = dialog.getByRole('combobox', { name: 'Usuário' })
  await person.fill('Déb')
  await page.keyboard.press('Enter')
  await expect(person).toHaveValue('Débora Lima')
  await dialog.getByRole('button', { name: 'Atribuir', exact: true }).click()
  await expect(fact('2 itens sem responsável')).toBeVisible()
  await expect(day(page).getByRole('link', { name: '101/2026' })).toBeHidden()
  await expect(dialog).toBeHidden()
  await expect(list('102/2026')).toBeFocused()

  await resize(page, phone.viewport)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectTheme(page, 'dark')
  await expect(button('Atribuir 102/2026')).toBeVisible()
  await fitsTheWindow(page)
  await expectAccessible(page, 'my day on a phone')
  const { height = 0 } = (await fact('2 itens sem responsável').boundingBox()) ?? {}
  expect(height).toBeGreaterThanOrEqual(44)
})
