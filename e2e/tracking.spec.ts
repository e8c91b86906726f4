import { type Browser, expect, type Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { foundOrganisation, type Person, signIn } from './support/organisation.ts'
import { openPage } from './support/pages.ts'
import { startPreparedServer } from './support/prepared-server.ts'
import type { RunningServer } from './support/server.ts'
import { test } from './support/test.ts'

let server: RunningServer
let people: { sender: Person; manager: Person; responsible: Person }
let id: number

const call = async (person: Person, method: string, path: string, body?: Record<string, unknown>) =>
  (await signIn(server.url, person.email, person.password))(method, path, body)

test.beforeAll(async () => {
  server = await startPreparedServer()
  people = await foundOrganisation(server.url)
  const { sender, manager, responsible } = people
  const [departments, [itemType], categories] = await Promise.all(
    ['departments', 'item-types', 'categories'].map((path) => call(sender, 'GET', `/api/${path}`)),
  )
  const department = (name: string) => departments.find(({ dpname }: { dpname: string }) => dpname === name).dpid
  const category = categories.find(({ ctname }: { ctname: string }) => ctname === 'Trabalhista')
  const item = (document_number: string) => ({
    document_number,
    item_type_id: itemType.id,
    category_id: category.ctid,
    reason: 'Assinatura',
  })
  const created = await call(sender, 'POST', '/api/protocols', {
    remarks: 'Contratos para assinatura',
    origin_department_id: department('Recursos Humanos'),
    destination_department_id: department('Jurídico'),
    requires_return: true,
    items: [item('Ação-101/2026'), item('102/2026')],
  })
  id = created.protocol_id
  await call(manager, 'POST', `/api/protocols/${id}/receive`)
  const { items } = await call(manager, 'GET', `/api/protocols/${id}`)
  await call(manager, 'PUT', `/api/protocols/items/${items[0].id}/assign`, { userId: responsible.id })
})

test.afterAll(() => server.stop())

async function enter(browser: Browser, address: string, viewport = { width: 1440, height: 900 }): Promise<Page> {
  const page = await openPage(browser, server, people.sender, address, { viewport })
  await expect(page.getByRole('heading', { name: 'Rastreamento de Documentos' })).toBeVisible()
  return page
}

const pick = async (page: Page, field: string, option: string) => {
  await page.getByRole('combobox', { name: field }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

const lookFor = async (page: Page, text: string) => {
  await page.getByRole('searchbox').fill(text)
  await page.getByRole('button', { name: 'Buscar', exact: true }).click()
}

const count = (page: Page, results: number) =>
  expect(page.getByRole('heading', { name: `Resultados da Busca (${results} resultado(s))` })).toBeVisible()

test('an item is found by protocol, document and type, and its whole story is told', async ({ browser }) => {
  const page = await enter(browser, '/rastreamento')
  await expect(page.getByRole('link', { name: 'Rastreamento' })).toHaveAttribute('aria-current', 'page')
  await expect(page.getByText('O que você procura?')).toBeVisible()

  await lookFor(page, `#${id}`)
  await count(page, 2)
  await expect(page).toHaveURL(new RegExp(`search=%23${id}$`))
  await expectAccessible(page, 'the results')

  await pick(page, 'Tipo de busca', 'Nº Documento')
  await count(page, 0)
  await expect(page.getByText('Nenhum resultado encontrado')).toBeVisible()
  await expect(page.getByText('Tente ajustar os termos de busca ou filtros')).toBeVisible()
  await lookFor(page, 'ACAO')
  await count(page, 1)
  const card = page.getByRole('article', { name: 'Ação-101/2026' })
  await expect(card.getByText('Em andamento', { exact: true })).toBeVisible()
  await expect(card.getByText(people.responsible.name)).toBeVisible()
  await expect(card.getByRole('term').filter({ hasText: 'Onde está agora' })).toBeVisible()
  const preview = card.getByRole('listitem')
  await expect(preview).toHaveText([/Usuário atribuído/, /Retorno até \d{2}\/\d{2}\/\d{4}/, /Conclusão/])
  await expect(card.getByRole('listitem').filter({ hasText: 'Usuário atribuído' })).toHaveAttribute(
    'aria-current',
    'step',
  )

  // By keyboard: open, read, close, and stand where one stood.
  const open = card.getByRole('button', { name: 'Ver Timeline', exact: true })
  await open.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: `Timeline - Protocolo #${id}` })
  await expect(dialog.getByText('Trabalhista')).toBeVisible()
  await expect(dialog.getByRole('list', { name: 'Timeline completa' }).getByRole('listitem')).toHaveText([
    /Protocolo criado.*Enviado de Recursos Humanos para Jurídico/,
    /Protocolo recebido/,
    /Usuário atribuído/,
    /Retorno até/,
    /Conclusão/,
  ])
  await expectAccessible(page, 'the timeline')
  await expect(page).toHaveURL(/timeline=\d+/)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(open).toBeFocused()
  await page.goBack()
  await expect(dialog).toBeVisible()
  await page.reload()
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'Fechar' }).click()

  await page.getByRole('button', { name: 'Filtros' }).click()
  await pick(page, 'Status', 'Pendente')
  await expect(page.getByText('Nenhum resultado encontrado')).toBeVisible()
  await pick(page, 'Categoria', 'Trabalhista')
  await pick(page, 'Departamento', 'Jurídico')
  await expect(page).toHaveURL(/status=Pendente/)
  await expectAccessible(page, 'the filters')
  await page.getByRole('button', { name: 'Limpar Filtros' }).click()
  await count(page, 1)
  await expect(page).not.toHaveURL(/status|category|department/)

  await pick(page, 'Tipo de busca', 'Tipo de Item')
  await lookFor(page, 'contr')
  await count(page, 2)
})

test('a failed search says so and can be tried again; gaps in an answer break nothing', async ({ browser }) => {
  const page = await enter(browser, '/rastreamento')
  const answer = { status: 500, contentType: 'application/json', body: '{}' }
  await page.route('**/api/tracking?*', (route) => route.fulfill(answer))
  await lookFor(page, '7')
  await expect(page.getByRole('alert')).toContainText('Erro ao buscar dados')
  await expectAccessible(page, 'the failed search')
  answer.body = '{"message":"Volte mais tarde"}'
  await page.getByRole('button', { name: 'Tentar novamente' }).click()
  await expect(page.getByRole('alert')).toContainText('Volte mais tarde')
  const data = [
    { id: 7, protocol_id: 7, timeline: [{}] },
    { id: 8, current_status: null },
  ]
  Object.assign(answer, { status: 200, body: JSON.stringify({ data }) })
  await page.getByRole('button', { name: 'Tentar novamente' }).click()
  await count(page, 2)
  await expect(page.getByText('Local desconhecido')).toHaveCount(2)
  await expect(page.getByText('Sem status')).toHaveCount(2)
  await page.getByRole('button', { name: 'Ver Timeline' }).first().click()
  await expect(page.getByRole('dialog', { name: 'Timeline - Protocolo #7' })).toBeVisible()
})

test('the screen fits a phone', async ({ browser }) => {
  const page = await enter(browser, `/rastreamento?search=${id}`, { width: 360, height: 740 })
  await count(page, 2)
  const isTooWide = () => page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
  expect(await isTooWide()).toBe(false)
  await page.getByRole('button', { name: 'Ver Timeline' }).last().click()
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await isTooWide()).toBe(false)

  // Also with names that have no space to break at.
  const name = 'Wm'.repeat(60)
  const data = [{ id: 7, protocol_id: 7, item_type: name, category: name, supplier: name }]
  await page.route('**/api/tracking?*', (route) => route.fulfill({ json: { data } }))
  await page.goto('/rastreamento?search=7')
  await count(page, 1)
  expect(await isTooWide()).toBe(false)
})
