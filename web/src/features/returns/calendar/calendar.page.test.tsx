import { calendarDaysWire } from '@malote/core/returns/returns-calendar.ts'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { carlos } from '../../../test/builders.ts'
import { type Api, type Call, refusal } from '../../../test/fake-server.ts'
import { filled } from '../../../test/filled.ts'
import { keys, open, waitFor } from '../../../test/page.ts'

const path = '/retornos?view=calendario'
const days = (...all: z.input<typeof calendarDaysWire>) => all
const late = z.encode(calendarDaysWire, [{ date: '2025-03-10', toReturn: 2, toReceive: 1, overdue: 3 }])
const christmas = [{ date: '2025-12-25', name: 'Natal', kind: 'national' }]

const calendar = (month: string, api: Api = {}) =>
  open(`${path}&month=${month}`, {
    as: carlos,
    api: { ...filled, 'GET /api/returns/calendar': days(), 'GET /api/calendar/holidays': christmas, ...api },
  })

// proves 21.40, 21.41, 21.44
it('months follow each other to the end of the calendar, and holidays have their names', async () => {
  const page = await calendar('2025-12')
  const isMonth = (name: string) => page.findByRole('heading', { name: new RegExp(`^${name}$`, 'i'), level: 2 })
  await page.says(/^Feriado: Natal$/)
  await page.press('Mês anterior, novembro de 2025', 'link')
  await isMonth('novembro de 2025')
  await waitFor(() => expect(page.address()).toContain('month=2025-11'))
  await page.press('Próximo mês, dezembro de 2025', 'link')
  await isMonth('dezembro de 2025')
  const last = await calendar('2100-12')
  await last.findByRole('heading', { name: /dezembro de 2100/i, level: 2 })
  expect(last.queryByRole('link', { name: /^Próximo mês/ })).toBeNull()
  await last.press('Hoje', 'link')
  await waitFor(() => expect(last.address()).toBe(path))
  await last.press('Dashboard', 'link')
  await last.findByRole('heading', { name: 'Dashboard', level: 1 })
  await keys.keyboard('{Control>}k{/Control}')
  await keys.type(await (await last.dialog('Busca rápida')).findByRole('combobox'), 'calendário de dev')
  await keys.click(await last.findByRole('option', { name: /^Calendário de devoluções/ }))
  await waitFor(() => expect(last.address()).toBe(path))
})

// proves 21.40, 21.41
it('a day says what is due and what is late, and the month leads to the list of what is late', async () => {
  const page = await calendar('2025-03', {
    'GET /api/returns/calendar': ({ query }: Call) => (String(query.from) <= '2025-03-10' ? late : []),
  })
  await page.findByRole('link', { name: '2 a devolver, atrasados, em 10 de março de 2025' })
  await page.findByRole('link', { name: '1 a receber, atrasado, em 10 de março de 2025' })
  await page.press('3 itens atrasados', 'link')
  await waitFor(() => expect(page.address()).toMatch(/dateFilter=overdue.*dateFrom=2025-03-01.*dateTo=2025-03-31/))
})

// proves 21.44
it('a calendar without holidays says so, and one that does not load is loaded with one press', async () => {
  const page = await calendar('2025-04', { 'GET /api/calendar/holidays': refusal(500) })
  await page.says(/^Não foi possível carregar os feriados deste mês\./)
  await page.findByRole('table')
  const failed = await calendar('2025-05', { 'GET /api/returns/calendar': refusal(500) })
  await failed.says(/^Erro ao carregar o calendário\. Tente novamente\./)
  failed.api['GET /api/returns/calendar'] = days()
  await failed.press('Tentar novamente')
  await failed.says(/^Nada vence em maio de 2025/)
})
