import { expect, it } from 'vitest'
import { helena } from '../../test/builders.ts'
import type { Call } from '../../test/fake-server.ts'
import { filled } from '../../test/filled.ts'
import { open, toast, waitFor } from '../../test/page.ts'

const christmas = (year: string | number) => ({ date: `${year}-12-25`, name: 'Natal', kind: 'national' })

// proves 2.1.5
it('an Admin turns the years of the calendar, and the address keeps them', async () => {
  const thisYear = new Date().getFullYear()
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
  expect((await form.field(/^Data/)).value).toBe('25/12/2031')
  await form.fill(/^Nome/, 'Natal e confraternização')
  await form.press('Salvar')
  await toast('Feriado atualizado com sucesso!')
  await page.row('Natal e confraternização')
  await page.noDialog()
})
