import { expect, it } from 'vitest'
import { ana } from '../../test/builders.ts'
import { refusal } from '../../test/fake-server.ts'
import { filled } from '../../test/filled.ts'
import { keys, open } from '../../test/page.ts'

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
