import { protocolStatus } from '@malote/core/protocols/protocol-status.ts'
import { expect, it } from 'vitest'
import { ana, listOf, protocol } from '../../test/builders.ts'
import { refusal } from '../../test/fake-server.ts'
import { filled } from '../../test/filled.ts'
import { keys, open, waitFor } from '../../test/page.ts'

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
