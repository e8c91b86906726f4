import { afterEach, expect, it } from 'vitest'
import { ana, debora, department, helena, listOf } from '../test/builders.ts'
import type { Api, Call } from '../test/fake-server.ts'
import { filled } from '../test/filled.ts'
import { isOff, keys, open, waitFor } from '../test/page.ts'

let stop = () => {}
afterEach(() => stop())

/**
 * Records what a screen reader announces: text added to an existing live region, and alerts. Most readers ignore a region
 * that is added together with its text.
 */
function listen() {
  let heard: string[] = []
  const live = '[aria-live=polite], [aria-live=assertive], [role=status], [role=alert]'
  const note = (text: string | null | undefined) => text && heard.push(text.replace(/\s+/g, ' ').trim())
  const observer = new MutationObserver((changes) => {
    for (const { target, addedNodes, type } of changes) {
      const element = target instanceof Element ? target : target.parentElement
      const region = element?.closest(live)
      if (region && (type === 'characterData' || addedNodes.length > 0)) note(region.textContent)
      else for (const node of addedNodes) if (node instanceof Element) note(node.closest('[role=alert]')?.textContent)
    }
  })
  observer.observe(document.body, { childList: true, characterData: true, subtree: true })
  stop = () => observer.disconnect()
  return async (words: string | RegExp) => {
    await waitFor(() => expect(heard.join(' | ')).toMatch(words))
    heard = []
  }
}

const nothing = ({ query: { search } }: Call, found: unknown) => (search ? listOf([]) : found)

// proves 14.16
it('a screen reader says how many protocols were found, also when it is the same number, and each page', async () => {
  const row = (filled['GET /api/protocols'] as { data: object[] }).data[0] as object
  const rows = ({ query: { page = '1' } }: Call) =>
    page === '2'
      ? listOf([row], 12, 2)
      : listOf(
          Array.from({ length: 10 }, (_, at) => ({ ...row, id: at, protocol_id: at })),
          12,
        )
  const api: Api = { ...filled, 'GET /api/protocols': (call: Call) => nothing(call, rows(call)) }
  const page = await open('/protocolos', { as: ana, api })
  await page.says('Mostrando 1 a 10 de 12 resultados')
  const hears = listen()
  await page.press('Próxima')
  await hears('Mostrando 11 a 12 de 12 resultados')
  for (const words of ['nada disso', 'nem disso']) {
    const box = await page.findByRole('searchbox')
    await keys.clear(box)
    await keys.type(box, `${words}{Enter}`)
    await hears('0 protocolos encontrados')
  }
  await page.press('Limpar')
  await hears('12 protocolos')
})

// proves 14.16
it.each([
  ['/retornos', 'GET /api/returns', '0 itens encontrados'],
  ['/settings/suppliers', 'GET /api/suppliers', '0 fornecedores encontrados'],
] as const)('a screen reader says what a search on %s has found', async (path, call, words) => {
  const page = await open(path, { as: helena, api: { ...filled, [call]: (sent: Call) => nothing(sent, filled[call]) } })
  const box = await page.findByRole('searchbox')
  await page.findAllByRole('rowheader')
  const hears = listen()
  await keys.type(box, 'nada disso{Enter}')
  await hears(words)
})

// proves 14.16
it('a screen reader says what a filter of people or of suggestions has found', async () => {
  const people = await open('/settings/users', { as: helena, api: filled })
  await people.row('Helena Prado')
  const hears = listen()
  await people.fill('Buscar', 'ninguém')
  await hears('0 usuários encontrados')

  const none = ({ query: { status } }: Call) => (status ? { suggestions: [], total: 0 } : filled['GET /suggestions'])
  const page = await open('/ajuda/sugestoes', { as: helena, api: { ...filled, 'GET /suggestions': none } })
  await page.says('1 sugestão')
  await page.pick('Situação', 'Implementada')
  await hears('0 sugestões')
})

// proves 14.16
it('a screen reader says what tracking and the quick search have found, the first time too', async () => {
  const found = filled['GET /api/tracking'] as object
  const page = await open('/rastreamento', {
    as: ana,
    api: {
      ...filled,
      'GET /api/tracking': ({ query }: Call) => (query.search === '#5' ? found : { data: [], has_more: false }),
      'GET /api/search': { protocols: [], items: [], suppliers: [], users: [] },
    },
  })
  const hears = listen()
  for (const [words, sentence] of [
    ['#5', 'Resultados da Busca (1 resultado(s))'],
    ['#999999', 'Resultados da Busca (0 resultado(s))'],
  ] as const) {
    const box = await page.findByRole('searchbox')
    await keys.clear(box)
    await keys.type(box, `${words}{Enter}`)
    await hears(sentence)
  }
  await page.press(/^Busca rápida/)
  const dialog = await page.dialog('Busca rápida')
  await keys.type(await dialog.findByRole('combobox'), 'relat')
  await hears(/\d+ resultados?/)
  await keys.keyboard('{Escape}')
  await page.noDialog()
})

// proves 14.16
it('a screen reader says that something is being saved, and that it was', async () => {
  const answer = Promise.withResolvers<object>()
  const page = await open('/settings/departments', {
    as: helena,
    api: { ...filled, 'POST /api/departments': () => answer.promise },
  })
  await page.press('Novo Departamento')
  const form = await page.dialog()
  await form.fill(/^Nome/, 'Contabilidade')
  const hears = listen()
  await form.press('Salvar')
  await hears('Salvando...')
  answer.resolve(department(9, 'Contabilidade'))
  await hears('Departamento adicionado com sucesso!')

  const profile = await open('/perfil', {
    as: ana,
    api: { ...filled, 'PUT /api/auth/profile': { success: true, message: '' } },
  })
  await profile.fill('Telefone', '(11) 98765-4321')
  await profile.press('Salvar alterações')
  await hears('Perfil atualizado com sucesso!')
})

// proves 14.16
it('a screen reader says what the file of an import would do', async () => {
  const answer = Promise.withResolvers<Response>()
  const page = await open('/settings/suppliers/import', {
    as: helena,
    api: { ...filled, 'POST /api/import/suppliers/preview': () => answer.promise },
  })
  await page.says('Importar Fornecedores')
  const hears = listen()
  const file = new File(['CNPJ;Razão Social'], 'fornecedores.csv', { type: 'text/csv' })
  await keys.upload(document.querySelector('input[type=file]') as HTMLInputElement, file)
  await hears('Conferindo o arquivo...')
  answer.resolve(Response.json({ total: 2, created: 1, updated: 0, unchanged: 0, refused: 1, rows: [] }))
  await hears(/Serão criados: 1;.* recusados: 1\./)
})

it('the keyboard and the finger learn why a box cannot be ticked', async () => {
  const reason = 'Você só pode retornar itens que estão sob a sua responsabilidade'
  const page = await open('/retornos', { as: debora, api: filled })
  const box = await page.findByRole<HTMLInputElement>('checkbox', { name: /^Selecionar (?!todos)/ })
  expect(isOff(box)).toBe(true)
  box.focus()
  await page.says(reason, '[role=tooltip]')
  await keys.keyboard(' ')
  expect(box.checked).toBe(false)
  await page.saysNo(/item\(ns\) selecionado\(s\)/)
  box.blur()
  await waitFor(() => expect(page.queryByRole('tooltip')).toBeNull())
  await keys.pointer({ keys: '[TouchA]', target: box })
  await page.says(reason, '[role=tooltip]')
  expect(box.checked).toBe(false)
})
