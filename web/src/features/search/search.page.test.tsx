import { protocolStatus } from '@malote/core/protocols/protocol-status.ts'
import { IconFileText } from '@tabler/icons-react'
import { describe, expect, it } from 'vitest'
import { ana, listOf, protocol } from '../../test/builders.ts'
import { refusal } from '../../test/fake-server.ts'
import { filled } from '../../test/filled.ts'
import { keys, open, waitFor } from '../../test/page.ts'
import { named } from './entries.ts'

const match = { field: 'reason', text: 'Conferência da assinatura do Fulano' }
const marks = (root: ParentNode) => [...root.querySelectorAll('mark')].map(({ textContent }) => textContent)

// proves 17.71
it('a hit says why it is one, in the quick search and in the list', async () => {
  const { items, history, responses, ...row } = protocol(5)
  const hit = {
    ...{ id: 5, status: protocolStatus.pending, match },
    ...{ origin_department: 'Recursos Humanos', destination_department: 'Jurídico' },
  }
  const page = await open('/protocolos?search=assinatura', {
    as: ana,
    api: {
      ...filled,
      'GET /api/protocols': listOf([{ ...row, match }]),
      'GET /api/search': { protocols: [hit], documents: [], suppliers: [], supplies: [] },
    },
  })
  expect(marks(await page.says('Motivo: Conferência da assinatura do Fulano'))).toEqual(['assinatura'])
  await page.press(/^Busca rápida/)
  const dialog = await page.dialog('Busca rápida')
  const field = await dialog.findByRole('combobox')
  await keys.type(field, 'conferencia fulano')
  const option = await dialog.findByRole('option', { name: /Motivo: Conferência da assinatura do Fulano/ })
  expect(marks(option)).toEqual(['Conferência', 'Fulano'])

  // Without the server there is still a way to look.
  page.api['GET /api/search'] = refusal(500)
  await keys.clear(field)
  await keys.type(field, 'ofício')
  await dialog.says(/Erro ao buscar dados/)
  await waitFor(() => expect(dialog.getByRole('option', { name: /^Buscar “ofício” nos protocolos/ })).toBeDefined())
})

// proves 2.15.3
it('before anything is typed, what one had open comes first, and then the form of a new protocol', async () => {
  const { items, history, responses, ...row } = protocol(5)
  const page = await open('/protocolos/6', {
    as: ana,
    api: {
      ...filled,
      'GET /api/protocols': listOf([row, { ...row, id: 6 }, { ...row, id: 4 }]),
      'GET /api/protocols/4': protocol(4),
      'GET /api/protocols/6': protocol(6),
    },
  })
  await page.press(/^Busca rápida/)
  const dialog = await page.dialog('Busca rápida')
  const options = () =>
    dialog.getAllByRole('option').map(({ textContent }) => /#\d+|Novo Protocolo/.exec(textContent)?.[0])
  await waitFor(() => expect(options().slice(0, 3)).toEqual(['#5', '#4', 'Novo Protocolo']))
  // The first one is highlighted a moment after they have come.
  const field = dialog.getByRole('combobox')
  await waitFor(() => expect(field.getAttribute('aria-activedescendant')).toBe(dialog.getAllByRole('option')[0]?.id))
  await keys.keyboard('{ArrowDown}{Enter}')
  await waitFor(() => expect(page.address()).toBe('/protocolos/4'))
  await keys.keyboard('{Control>}k{/Control}')
  await page.dialog('Busca rápida')
  await waitFor(() => expect(options().slice(0, 3)).toEqual(['#6', '#5', 'Novo Protocolo']))
})

// proves 2.15.4
it('the number of a document and Enter lead to its row', async () => {
  const document = { id: 51, protocol_id: 5, document_number: '1/26', item_type: 'Contrato', status: 'pendente' }
  const hit = {
    ...{ id: 5, status: protocolStatus.pending, match: { field: 'document', text: '1/26' } },
    ...{ origin_department: 'Recursos Humanos', destination_department: 'Jurídico' },
  }
  const page = await open('/perfil', {
    as: ana,
    api: {
      ...filled,
      'GET /api/search': { protocols: [{ ...hit, id: 9, match: null }, hit], documents: [document], suppliers: [] },
      'GET /api/protocols/5': protocol(5),
    },
  })
  await page.press(/^Busca rápida/)
  const dialog = await page.dialog('Busca rápida')
  await keys.type(await dialog.findByRole('combobox'), '1/26{Enter}')
  await waitFor(() => expect(page.address()).toBe('/protocolos/5?item=51'))
})

// proves 2.15.2
it('whoever switches the single keys off presses them in vain, until they are on again', async () => {
  const page = await open('/perfil', { as: ana, api: filled })
  await keys.keyboard('?')
  const shortcuts = await page.dialog('Atalhos de teclado')
  await keys.click(await shortcuts.findByRole('switch', { name: /^Usar as teclas N e \?/ }))
  expect(localStorage.getItem('malote:atalho-ajuda')).toBe('off')
  await page.press('Fechar')
  await page.noDialog()
  await keys.keyboard('?n')
  await page.press(new RegExp(`^Menu de ${ana.name} `))
  expect([page.address(), page.queryByRole('dialog')]).toEqual(['/perfil', null])
  await page.press('Atalhos de teclado', 'menuitem')
  const again = await page.dialog('Atalhos de teclado')
  const box = await again.findByRole<HTMLInputElement>('switch')
  expect(box.checked).toBe(false)
  await keys.click(box)
  await again.press('Fechar')
  await page.noDialog()
  await keys.keyboard('?')
  await page.dialog('Atalhos de teclado')
})

describe('the entries', () => {
  const entries = ['Relatórios', 'Configurações', 'Novo Protocolo'].map((label) => ({
    id: label,
    icon: IconFileText,
    label,
    go: '/',
  }))

  it.each([
    ['', ['Relatórios', 'Configurações', 'Novo Protocolo']],
    ['relatorio', ['Relatórios']],
    ['ÇÕES', ['Configurações']],
    [' novo ', ['Novo Protocolo']],
    ['nada', []],
  ])('finds by %j the entries %j', (text, labels) => {
    expect(named(entries, text).map(({ label }) => label)).toEqual(labels)
  })
})
