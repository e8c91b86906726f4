import { expect, type Page } from '@playwright/test'
import { answerWith } from './support/answers.ts'
import { expectAccessible } from './support/axe.ts'
import { becomePhone, fitsTheWindow, openPage } from './support/pages.ts'
import { test } from './support/test.ts'
import { ownOrganisation } from './support/test-organisation.ts'
import { pick } from './support/vocabulary.ts'

const { organisation, sender, manager, responsible } = ownOrganisation({
  sender: 'ana',
  manager: 'carlos',
  responsible: 'debora',
})
let id: number

test.beforeAll(async () => {
  const sent = await organisation.send(sender, {
    items: [{ document_number: 'Ação-101/2026' }, { document_number: '102/2026' }],
  })
  id = sent.id
  await manager.call('POST', `/api/protocols/${id}/receive`)
  await manager.call('PUT', `/api/protocols/items/${sent.items[0]}/assign`, { userId: responsible.id })
})

const lookFor = async (page: Page, text: string) => {
  await page.getByRole('searchbox').fill(text)
  await page.getByRole('button', { name: 'Buscar', exact: true }).click()
}

const count = (page: Page, results: number) =>
  expect(page.getByRole('heading', { name: `Resultados da Busca (${results} resultado(s))` })).toBeVisible()

// proves 2.1.4, 2.10.1, 2.10.2, 2.10.3, 2.10.4, 9.7
test('an item is found by protocol, document and type, and its whole story is told', async ({ browser }) => {
  const page = await openPage(browser, organisation.server, sender, '/rastreamento')
  await expect(page.getByRole('heading', { name: 'Rastreamento de Documentos' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Rastreamento' })).toHaveAttribute('aria-current', 'page')
  await expect(page.getByText('O que você procura?')).toBeVisible()

  await lookFor(page, `#${id}`)
  await count(page, 2)
  await expect(page).toHaveURL(new RegExp(`search=%23${id}$`))
  await expectAccessible(page, 'the results')

  await pick(page, 'Tipo de busca', 'Nº Documento')
  await lookFor(page, 'ACAO')
  await count(page, 1)
  const card = page.getByRole('article', { name: 'Ação-101/2026' })
  await expect(card.getByText('Em andamento', { exact: true })).toBeVisible()
  await expect(card.getByText(responsible.name)).toBeVisible()
  await expect(card.getByRole('term').filter({ hasText: 'Onde está agora' })).toBeVisible()
  const preview = card.getByRole('listitem')
  await expect(preview).toHaveText([/Usuário atribuído/, /Retorno até \d{2}\/\d{2}\/\d{4}/, /Conclusão/])
  await expect(card.getByRole('listitem').filter({ hasText: 'Usuário atribuído' })).toHaveAttribute(
    'aria-current',
    'step',
  )

  // By keyboard: open, read, close, and the focus is where it was.
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
  await expect(page).not.toHaveURL(/timeline/)
  await page.goForward()
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'Fechar' }).click()

  await page.getByRole('button', { name: 'Filtros' }).click()
  await pick(page, 'Status', 'Pendente')
  await expect(page.getByText('Nenhum resultado encontrado')).toBeVisible()
  await expect(page).toHaveURL(/status=Pendente/)
  await page.getByRole('button', { name: 'Limpar Filtros' }).click()
  await count(page, 1)
  await expect(page).not.toHaveURL(/status|category|department/)

  // On a phone, also with long names without a space to break at.
  await becomePhone(page)
  await fitsTheWindow(page)
  await page.getByRole('button', { name: 'Ver Timeline' }).last().click()
  await expect(dialog).toBeVisible()
  await fitsTheWindow(page)
  await dialog.getByRole('button', { name: 'Fechar' }).click()
  const name = 'Wm'.repeat(60)
  const data = [{ id: 7, protocol_id: 7, item_type: name, category: name, supplier: name }]
  await answerWith(page, 'GET', '/api/tracking', 200, { data })
  await lookFor(page, '7')
  await expect(page.getByRole('article', { name })).toBeVisible()
  await fitsTheWindow(page)
})
