import { stepStatus, type TimelineStep } from '@malote/core/tracking/tracking-result.ts'
import { waitFor, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { trackingSearch } from '../../domain/screens/searches.ts'
import { ana } from '../../test/builders.ts'
import { type Call, refusal } from '../../test/fake-server.ts'
import { filled } from '../../test/filled.ts'
import { keys, open } from '../../test/page.ts'
import { closedReturnPathOf, lookOfStep } from './tracking-journey.tsx'

// proves 7.9.3, 8.12, 11.26
it('a search that failed says so and is tried again, and gaps in an answer break nothing', async () => {
  const page = await open('/rastreamento?search=7', { as: ana, api: { ...filled, 'GET /api/tracking': refusal(500) } })
  await page.says('Erro ao buscar dados')
  page.api['GET /api/tracking'] = refusal(500, { message: 'Volte mais tarde' })
  await page.press('Tentar novamente')
  await page.says(/Volte mais tarde/)
  page.api['GET /api/tracking'] = {
    data: [
      { id: 7, protocol_id: 7, timeline: [{}] },
      { id: 8, current_status: null },
    ],
  }
  await page.press('Tentar novamente')
  await page.says('Resultados da Busca (2 resultado(s))')
  expect(page.getAllByText('Local desconhecido')).toHaveLength(2)
  expect(page.getAllByText('Sem status')).toHaveLength(2)
  const [first] = page.getAllByRole('button', { name: /^Ver Timeline/ })
  if (first) await keys.click(first)
  await page.dialog('Timeline - Protocolo #7')
})

it.each(['Encaminhado para', 'Recebido em', 'Devolvido a'])("'%s' looks the same for every department", (words) => {
  for (const department of ['Novos Projetos', 'Central de Respostas', 'Setor de Pendentes'])
    expect(lookOfStep(`${words} ${department}`)).toEqual(lookOfStep(words))
})

// proves 4.26, 17.63, 21.4, 21.45
it('says the first date of an extended one, and Escape closes the explanation, not the timeline of its steps', async () => {
  const dates = { return_date: '2026-11-30', original_return_date: '2026-11-20' }
  const timeline = [
    { id: 'created', action: 'Protocolo criado', status: 'completed' },
    { id: 'returned', action: 'Item retornado', status: 'completed' },
    { id: 'late', action: 'Retorno até 02/01/2020', date: '2020-01-02', status: 'pending' },
    { id: 'end', action: 'Conclusão', status: 'pending' },
  ]
  const page = await open('/rastreamento?search=7', {
    as: ana,
    api: {
      ...filled,
      'GET /api/tracking': { data: [{ id: 7, protocol_id: 7, requires_return: true, ...dates, timeline }] },
      'GET /api/protocols/items/7/due-date': refusal(500),
    },
  })
  await page.says('Prazo original 20/11/2026')
  await page.press(/^Ver Timeline/)
  const dialog = await page.dialog('Timeline - Protocolo #7')
  const marks = dialog.getByRole('list', { name: 'Timeline completa' }).querySelectorAll('li > [aria-hidden]')
  expect([...marks].map((mark) => mark.getAttribute('data-tone'))).toEqual(['progress', 'pending', 'danger', null])
  await dialog.press('30/11/2026: por que esta data?')
  await page.dialog('Por que 30/11/2026?')
  await keys.keyboard('{Escape}')
  await waitFor(() => expect(page.queryByRole('dialog', { name: 'Por que 30/11/2026?' })).toBeNull())
  await page.dialog('Timeline - Protocolo #7')
})

// proves 2.10.6, 17.1, 20.69
it('a text is tried as a number of a protocol, of a document and as a type, and the select narrows it', async () => {
  const asked: (string | undefined)[] = []
  const since = '2026-11-20T12:00:00Z'
  const stop = { since, received_at: null, returned_at: null, return_date: null, protocol_id: null }
  const hops = ['Jurídico', 'Diretoria'].map((department) => ({ department, ...stop }))
  const passedOn = {
    ...{ origin_department: 'Recursos Humanos', destination_department: 'Jurídico', requires_return: true },
    path: [{ from: null, items_count: 1, item_ids: [7], hops, at: 0 }],
  }
  const page = await open('/rastreamento', {
    as: ana,
    api: {
      ...filled,
      'GET /api/tracking': ({ query }: Call) => {
        asked.push(query.type)
        return {
          data:
            query.type === 'document'
              ? [{ id: 7, protocol_id: 7, document_number: 'A-7', description: 'pasta da Maria', ...passedOn }]
              : [],
        }
      },
    },
  })
  await keys.type(await page.findByRole('searchbox'), 'A-7{Enter}')
  await page.says('Encontrado como Nº Documento.')
  await page.says('pasta da Maria')
  expect(within(await page.findByRole('list', { name: 'Caminho do item' })).getAllByRole('listitem')).toHaveLength(3)
  expect(asked).toEqual(['protocol', 'document'])
  const kind = await page.findByRole<HTMLInputElement>('combobox', { name: 'Tipo de busca' })
  await waitFor(() => expect(kind.value).toBe('Nº Documento'))

  await page.pick('Tipo de busca', 'Tipo de Item')
  await page.says('Nenhum resultado encontrado')
  expect(asked).toEqual(['protocol', 'document', 'item'])
  await page.press('Buscar por número e por tipo')
  await page.says('Encontrado como Nº Documento.')
})

describe('what is drawn', () => {
  describe('closed return path', () => {
    const { completed, current, pending } = stepStatus

    const steps = (...statuses: TimelineStep['status'][]): TimelineStep[] =>
      statuses.map((status, index) => ({
        id: String(index),
        action: 'Item retornado',
        description: '',
        user: null,
        department: null,
        date: null,
        status,
      }))

    it.each([
      ['Pendente', steps(current, pending), undefined],
      ['Retornado', steps(completed, current, pending), 'Devolvido, aguardando conclusão'],
      // Its protocol was cancelled.
      ['Retornado', steps(completed, completed), 'Devolvido'],
      ['Concluído', steps(completed), 'Devolvido'],
      ['Cancelado', steps(completed), 'Devolução cancelada'],
    ])('an item that is %s', (currentStatus, timeline, label) => {
      expect(closedReturnPathOf({ currentStatus, timeline })?.label).toBe(label)
    })
  })

  describe('tracking search', () => {
    it('keeps what is set', () => {
      const search = { search: 318, type: 'document', department: '4', status: 'Concluído', category: 2, timeline: 77 }
      expect(trackingSearch(search)).toEqual({ ...search, search: '318', department: 4 })
    })

    it.each([
      { type: 'supplier' },
      { search: '  ' },
      { status: 'Retornado' },
      { department: '1.5', category: -2 },
      { timeline: 'aberta' },
    ])('lets nothing but a filter through: %j', (search) => expect(trackingSearch(search)).toEqual({}))
  })
})
