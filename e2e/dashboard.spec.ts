import { type Browser, expect, type Page } from '@playwright/test'
import { answerWith, holdBack } from './support/answers.ts'
import { expectAccessible } from './support/axe.ts'
import type { Person } from './support/organisation.ts'
import { fitsTheWindow, openPage } from './support/pages.ts'
import { test } from './support/test.ts'
import { ownOrganisation } from './support/test-organisation.ts'
import { section } from './support/vocabulary.ts'

const { organisation, sender, manager } = ownOrganisation({
  sender: 'ana',
  manager: 'carlos',
  responsible: 'debora',
})

const open = (browser: Browser, person: Person) => openPage(browser, organisation.server, person, '/')

/** A protocol from the sender's department, due in five business days. */
const send = async (remarks: string, documents: string[]) =>
  (
    await organisation.send(sender, {
      remarks,
      items: documents.map((document_number) => ({ document_number })),
    })
  ).id

/** The drawing is hidden from screen readers, which read the name of its figure, and its table on demand. */
const picture = (page: Page) => page.locator('figure div[aria-hidden] svg').first()

// proves 2.2.3, 2.2.4, 2.3.3, 2.4.2, 2.4.4, 2.4.5, 2.4.6, 2.4.8
test('an empty dashboard says what will appear, a full one what is happening', async ({ browser }) => {
  const page = await open(browser, sender)
  await expect(page.getByRole('heading', { name: 'Dashboard', exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Dashboard', exact: true })).toHaveAttribute('aria-current', 'page')
  for (const text of ['Nenhuma atividade recente', 'Nenhum protocolo pendente', 'Nenhum retorno próximo']) {
    await expect(page.getByText(text, { exact: true })).toBeVisible()
  }
  await expect(page.getByRole('link', { name: /^Total de Protocolos 0/ })).toBeVisible()
  await expectAccessible(page, 'the empty dashboard')
  await expect(page.getByText('Escolha um período maior para ver os protocolos anteriores.')).toBeVisible()
  await page.getByRole('button', { name: 'Recolher menu' }).click()
  await page.getByRole('button', { name: 'Abrir menu' }).click()
  await expect(page.getByRole('button', { name: 'Recolher menu' })).toBeVisible()

  const id = await send('Contratos para assinatura', ['101/2026', '102/2026'])
  await page.reload()
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
  await page.setViewportSize({ width: 360, height: 740 })
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

  // The other department sees the same return from its side.
  const other = await open(browser, manager)
  await expect(section(other, 'Retornos Próximos').getByRole('heading', { level: 3 })).toHaveText(['Para devolver'])
  await section(other, 'Retornos Próximos')
    .getByRole('link', { name: /^102\/2026/ })
    .click()
  await expect(other).toHaveURL(new RegExp(`/protocolos/${id}$`))
})

// proves 2.4.1, 2.4.2, 14.11, 17.66
test('the chart is a picture and a table, and the period is in the address', async ({ browser }) => {
  await send('Processos para parecer', ['201/2026'])
  const page = await open(browser, sender)
  await expect(page.getByRole('heading', { name: 'Visão Geral de Protocolos' })).toBeVisible()
  await expect(picture(page)).toBeVisible()
  const figure = page.getByRole('figure', { name: /Protocolos criados/ })
  const table = figure.getByRole('table', { name: /Protocolos criados/ })
  await expect(table).toHaveCount(0)
  await figure.getByRole('button', { name: 'Ver como tabela' }).click()
  await expect(table.getByRole('columnheader')).toHaveText([
    'Dia',
    'Pendente',
    'Em andamento',
    'Concluído',
    'Cancelado',
  ])
  await expect(table.getByRole('row')).toHaveCount(31)
  await expectAccessible(page, 'the chart as a table')

  await page.getByText('Última Semana', { exact: true }).click()
  await expect(page).toHaveURL(/\/\?period=week$/)
  await expect(table.getByRole('row')).toHaveCount(8)
  await page.goBack()
  await expect(page.getByRole('radio', { name: 'Último Mês' })).toBeChecked()

  // A figure links to the list that it counts, and the list says how many wait.
  await page.getByRole('link', { name: /^Pendentes \d/ }).click()
  await expect(page).toHaveURL(/\/protocolos\?status=Pendente&startDate=\d{4}-\d\d-\d\d&endDate=/)
  await expect(page.getByText(/^\d protocolos? encontrados?$/)).toBeVisible()
})

// proves 2.4.2
test('the shape of what comes is shown, and more of the returns come where the keyboard is', async ({ browser }) => {
  const page = await open(browser, sender)
  await expect(page.getByRole('link', { name: /^Total de Protocolos/ })).toBeVisible()
  const release = await holdBack(page, 'GET', '/api/dashboard/activities')
  await page.reload()
  const busy = page.locator('[aria-busy=true]').filter({ has: section(page, 'Atividades Recentes') })
  await expect(busy).toBeVisible()
  await expectAccessible(page, 'the dashboard while it loads')
  release()
  await expect(busy).toHaveCount(0)

  // More of the returns come where the keyboard is. A focused link preloads its page, so the protocol is a real one.
  const protocol = await send('Volumes para devolver', ['6/26'])
  const rows = Array.from({ length: 8 }, (_, n) => ({
    id: n + 1,
    protocol_id: protocol,
    status: 'pendente',
    return_date: `2099-01-0${n + 1}`,
    document_number: `${n + 1}/26`,
    side: 'toReceive',
  }))
  await answerWith(page, 'GET', '/api/dashboard/upcoming-returns', 200, rows)
  await page.reload()
  await page.getByRole('button', { name: 'Mostrar mais 3 itens' }).press('Enter')
  await expect(page.getByRole('link', { name: /^6\/26/ })).toBeFocused()
})
