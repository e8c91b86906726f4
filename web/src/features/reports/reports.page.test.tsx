import { describe, expect, it } from 'vitest'
import { ana } from '../../test/builders.ts'
import { refusal } from '../../test/fake-server.ts'
import { filled } from '../../test/filled.ts'
import { open, toast } from '../../test/page.ts'
import { chartKinds, returnTone } from './chart-looks.ts'

// proves 8.12
it('a user is told that a report could not be loaded or exported, and loads it again', async () => {
  const page = await open('/relatorios', {
    as: ana,
    api: { ...filled, 'GET /api/reports': refusal(500), 'GET /api/reports/export': refusal(500) },
  })
  await page.says('Erro ao carregar dados do relatório. Tente novamente.')
  await page.press(/PDF/)
  await toast('Erro ao exportar relatório. Tente novamente.')
  page.api['GET /api/reports'] = filled['GET /api/reports'] as object
  await page.press('Tentar novamente')
  await page.says('Dados Detalhados')
})

describe('the charts', () => {
  // proves 2.11.3
  it('each report has its picture', () =>
    expect(chartKinds).toEqual({ status: 'pie', department: 'bar', time: 'line', return: 'pie' }))

  // proves 2.11.4
  it.each([
    ['No prazo', 'success'],
    ['Dentro do Prazo', 'success'],
    ['Atrasados', 'danger'],
    ['ATRASADOS', 'danger'],
    ['Pendentes', 'neutral'],
  ])('draws %s as %s', (label, tone) => expect(returnTone(label)).toBe(tone))
})
