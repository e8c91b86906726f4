import { expect, it } from 'vitest'
import { ana, debora, listOf, protocol } from '../../test/builders.ts'
import type { Call } from '../../test/fake-server.ts'
import { filled } from '../../test/filled.ts'
import { keys, open, toast, waitFor } from '../../test/page.ts'

it('a sender who chooses what is chosen already changes nothing', async () => {
  const page = await open('/protocolos/novo', { as: ana, api: filled })
  const choice = (name: string) => page.findByRole<HTMLInputElement>('combobox', { name })
  const chosen = async () => [
    (await choice('Departamento de Destino')).value,
    (await choice('Usuário Responsável')).value,
  ]
  await page.pick('Departamento de Destino', 'Jurídico')
  await page.pick('Usuário Responsável', debora.name)
  // Picked again; typed and left; typed and selected with Enter.
  await page.pick('Departamento de Destino', 'Jurídico')
  expect(await chosen()).toEqual(['Jurídico', debora.name])
  for (const key of ['{Tab}', '{Enter}{Tab}']) {
    const field = await choice('Departamento de Destino')
    await keys.clear(field)
    await keys.type(field, `jur${key}`)
    await waitFor(async () => expect(await chosen()).toEqual(['Jurídico', debora.name]))
  }
  await page.pick('Departamento de Destino', 'Almoxarifado')
  await waitFor(async () => expect(await chosen()).toEqual(['Almoxarifado', '']))
})

it('a filter that is typed again leaves a user on the page of the list where they were', async () => {
  const page = await open('/protocolos?page=2', {
    as: ana,
    api: { ...filled, 'GET /api/protocols': ({ query }: Call) => listOf([protocol(5)], 12, Number(query.page)) },
  })
  await page.press('Filtros')
  const department = await page.findByRole<HTMLInputElement>('combobox', { name: 'Departamento' })
  await keys.clear(department)
  await keys.type(department, 'todos')
  await page.findByRole('option', { name: 'Todos' })
  await keys.keyboard('{Tab}')
  expect(department.value).toBe('Todos')
  expect(page.address()).toBe('/protocolos?page=2')
})

it('an item that a sender added after the answer was lost is part of a new attempt', async () => {
  const attempts: { key: string | null; items: number }[] = []
  const page = await open('/protocolos/novo', {
    as: ana,
    api: {
      ...filled,
      'POST /api/protocols': ({ headers, body }: Call) => {
        const items = body instanceof FormData ? JSON.parse(String(body.get('items'))) : body.items
        attempts.push({ key: headers.get('idempotency-key'), items: items.length })
        return attempts.length === 1 ? Promise.reject(new TypeError('Failed to fetch')) : { protocol_id: 5 }
      },
    },
  })
  await page.pick('Departamento de Destino', 'Jurídico')
  await page.pick('Tipo de Item', 'Contrato')
  await page.fill(/^Observações/, 'Contratos para assinatura')
  await page.press('Salvar')
  await toast('Erro ao criar protocolo. Tente novamente.')
  await page.press('Adicionar Item')
  await page.press('Salvar')
  await page.findByRole('heading', { name: 'Protocolo #5', level: 1 })
  expect(attempts.map(({ items }) => items)).toEqual([1, 2])
  expect(new Set(attempts.map(({ key }) => key)).size).toBe(2)
})
