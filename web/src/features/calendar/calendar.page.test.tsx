import { civilDateIn } from '@malote/core/shared/civil-date.ts'
import { expect, it } from 'vitest'
import { helena } from '../../test/builders.ts'
import { type Call, refusal } from '../../test/fake-server.ts'
import { filled } from '../../test/filled.ts'
import { open, toast, waitFor } from '../../test/page.ts'

const christmas = (year: string | number) => ({ date: `${year}-12-25`, name: 'Natal', kind: 'national' })

// proves 2.1.5
it('an Admin turns the years of the calendar, and the address keeps them', async () => {
  const thisYear = Number(civilDateIn(new Date(), 'America/Sao_Paulo').slice(0, 4))
  const page = await open('/settings/calendar', {
    as: helena,
    api: {
      ...filled,
      'GET /api/calendar/holidays': ({ query: { from } }: Call) =>
        from?.startsWith('2019') ? [] : [christmas(from?.slice(0, 4) ?? thisYear)],
    },
  })
  expect((await page.row('Natal')).text()).toMatch(`25/12/${thisYear}`)
  await page.press(`Próximo ano, ${thisYear + 1}`, 'link')
  await waitFor(() => expect(page.address()).toBe(`/settings/calendar?year=${thisYear + 1}`))
  await page.says(`25/12/${thisYear + 1}`)
  await page.says(new RegExp(`^1 feriado em ${thisYear + 1} · `))
  history.back()
  await page.says(`25/12/${thisYear}`)

  const past = await open('/settings/calendar?year=2019', { as: helena, api: page.api })
  await past.says('Nenhum feriado em 2019.')
  await past.press('Este ano', 'link')
  await past.row('Natal')
})

it('an Admin renames a holiday without a question about due dates', async () => {
  let name = 'Natal'
  const page = await open('/settings/calendar?year=2031', {
    as: helena,
    api: {
      ...filled,
      'GET /api/calendar/holidays': () => [{ ...christmas(2031), name }],
      'PUT /api/calendar/holidays/*': ({ body }: Call) => {
        name = body.name
        return body
      },
    },
  })
  await page.press('Editar Natal')
  const form = await page.dialog('Editar Feriado')
  await form.holds(/^Data/, '25/12/2031')
  await form.fill(/^Nome/, 'Natal e confraternização')
  await form.press('Salvar')
  await toast('Feriado atualizado com sucesso!')
  await page.row('Natal e confraternização')
  await page.noDialog()
})

// proves 2.12.13
it('an Admin reviews the due dates that earlier changes left as they are, and has them counted anew', async () => {
  let applied: unknown
  const sample = [{ protocol: 5, item: 'Item 1/26 (Contrato)', from: '2031-12-09', to: '2031-12-11' }]
  const page = await open('/settings/calendar?year=2031', {
    as: helena,
    api: {
      ...filled,
      'GET /api/calendar/effect': () =>
        applied ? { later: 0, earlier: 0, sample: [] } : { later: 1, earlier: 0, sample },
      'POST /api/calendar/apply': refusal(500),
    },
  })
  await page.says(/1 prazo em aberto não segue este calendário\./)
  await page.press('Rever prazos')
  const question = await page.dialog('Prazos em aberto')
  await question.says(/O calendário mudou, e estes prazos ficaram como estavam\. Com isso, 1 prazo em aberto mudaria:/)
  await question.press('Recalcular prazos')
  await toast('Erro ao recalcular prazos. Tente novamente.')
  page.api['POST /api/calendar/apply'] = ({ body }: Call) => {
    applied = body
    return { moved: 1, remaining: 0 }
  }
  await question.press('Recalcular prazos')
  await toast('1 prazo recalculado com sucesso!')
  expect(applied).toEqual({ shorten: false })
  await page.noDialog()
  await waitFor(() => expect(page.text()).not.toMatch('Rever prazos'))

  // The question about a day is in the address until it is answered.
  const effect = { 'GET /api/calendar/effect': { later: 1, earlier: 0, sample } }
  const asked = await open('/settings/calendar?year=2031&removed=2031-03-04', {
    as: helena,
    api: { ...filled, ...effect },
  })
  const left = await asked.dialog('Prazos em aberto')
  await left.says(/04\/03\/2031 deixou de ser feriado\./)
  await left.press('Deixar como estão')
  await asked.noDialog()
  expect(asked.address()).toBe('/settings/calendar?year=2031')
  expect(asked.calls).not.toContain('POST /api/calendar/apply')
})
