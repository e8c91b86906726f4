import { errors } from '@malote/core/shared/errors.ts'
import { expect, it, vi } from 'vitest'
import { queryClient } from '../app/queries.ts'
import { frameOf, helena, protocol, sent } from '../test/builders.ts'
import { type Api, type Call, refusal } from '../test/fake-server.ts'
import { filled } from '../test/filled.ts'
import { keys, open, part, saying, toast, waitFor } from '../test/page.ts'

const notice = /Mostrando dados de (\d{2}\/\d{2}\/\d{4} às )?\d{2}:\d{2}\./

// proves 1.6, 11.33
it.each([
  ['/', 'Contratos para assinatura', 7],
  ['/protocolos', '#5', 1],
  ['/protocolos/5', 'Contratos para assinatura', 1],
  ['/retornos', 'Contrato', 1],
  ['/rastreamento?search=5', 'Resultados da Busca (1 resultado(s))', 1],
  ['/relatorios', 'Total', 1],
  ['/settings/departments', 'Almoxarifado', 1],
  ['/settings/categories', 'Trabalhista', 1],
  ['/settings/item-types', 'Ofício', 1],
  ['/settings/suppliers', 'Papelaria Ipê Ltda.', 1],
  ['/settings/users', 'Ana Beatriz Nogueira', 1],
  ['/settings/calendar?year=2031', 'Natal', 1],
  ['/perfil', 'Esta sessão', 3],
  ['/ajuda', 'Letras maiores', 2],
  ['/ajuda/sugestoes', 'Nas listas', 2],
])('what %s cannot bring up to date stays, and says of when it is', async (path, shows, count) => {
  const page = await open(path, { as: helena, api: filled })
  await page.says(shows)
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  const title = document.querySelector('h1')?.textContent
  await waitFor(() => expect(document.title).toMatch(new RegExp(`(^| · )${title} · Malote$`)))
  const asked = Object.keys(filled) as (keyof Api)[]
  for (const call of asked) page.api[call] = refusal(500)
  page.api['GET /api/auth/me'] = refusal(500)

  // After half an hour elsewhere everything is fetched again.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31 * 60_000 })
  await page.press(path === '/perfil' ? 'Ajuda' : 'Perfil', 'link')
  await waitFor(() => expect(document.querySelector('h1')?.textContent).not.toBe(title))
  history.back()
  await waitFor(() => expect(document.querySelector('h1')?.textContent).toBe(title))
  await waitFor(() => expect(saying(document.body, notice)).toHaveLength(count))
  await page.says(shows)

  Object.assign(page.api, frameOf(helena), filled)
  for (const retry of page.getAllByRole('button', { name: 'Tentar novamente' })) retry.click()
  await page.saysNo(notice)
  await page.says(shows)
})

it('an Admin is told that the effect of a new holiday could not be counted, and counts again', async () => {
  const page = await open('/settings/calendar', {
    as: helena,
    api: {
      ...filled,
      'POST /api/calendar/holidays': ({ body }: Call) => ({ ...body, kind: 'local' }),
      'GET /api/calendar/effect': refusal(500),
    },
  })
  await page.press('Novo Feriado')
  const form = await page.dialog()
  await form.fill(/^Data/, '25/11/2099')
  await form.says(/-feira: o dia deixa de contar/)
  await form.fill(/^Nome/, 'Aniversário da cidade')
  await form.press('Salvar')
  const effect = await page.dialog('Prazos em aberto')
  await effect.says('Erro ao calcular os prazos que mudam. Tente novamente.')
  page.api['GET /api/calendar/effect'] = { later: 1, earlier: 0, sample: [] }
  await effect.press('Tentar novamente')
  await part(await page.findByRole('dialog', { name: 'Prazos em aberto' })).says(/1 prazo em aberto mudaria/)
})

it('a user is told that a new version could not be loaded, and keeps what they typed', async () => {
  const mine = { ...sent, originUserId: helena.id }
  const page = await open('/protocolos/5/editar', {
    as: helena,
    api: {
      ...filled,
      'GET /api/protocols/5': protocol(5, mine),
      'PUT /api/protocols/5': refusal(409, { message: errors.EDITED_MEANWHILE.message, code: 'EDITED_MEANWHILE' }),
    },
  })
  await page.fill(/^Observações/, 'O que digitei')
  await page.press('Salvar')
  const load = await page.button('Ver a nova versão')
  page.api['GET /api/protocols/5'] = () => Promise.reject(new TypeError('Failed to fetch'))
  await keys.click(load)
  await toast('Erro ao carregar o protocolo. Tente novamente.')
  await page.holds(/^Observações/, 'O que digitei')
  page.api['GET /api/protocols/5'] = protocol(5, { ...mine, remarks: 'De outra aba', version: 2 })
  await keys.click(load)
  await page.holds(/^Observações/, 'De outra aba')
})
