import { itemStatus } from '@malote/core/items/item-status.ts'
import { searchHitsWire } from '@malote/core/search/search-hits.ts'
import { fireEvent } from '@testing-library/dom'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { ana, carlos, debora, frameOf, helena, item, protocol } from '../../../test/builders.ts'
import { type Api, type Call, refusal } from '../../../test/fake-server.ts'
import { filled } from '../../../test/filled.ts'
import { isOff, keys, open, part, toast, waitFor } from '../../../test/page.ts'

const start = (api: Api = {}) =>
  open('/protocolos/novo', {
    as: ana,
    api: { ...filled, 'GET /api/search': () => hits([]), 'GET /api/protocols/*': protocol(5), ...api },
  })
type Page = Awaited<ReturnType<typeof start>>

/** Documents that are out, as the search finds them. */
const hits = (documents: { protocolId: number; documentNumber: string }[]) =>
  z.encode(searchHitsWire, {
    ...{ protocols: [], suppliers: [], supplies: [] },
    documents: documents.map((one, id) => ({
      ...{ id, itemType: 'Contrato', supplier: null, status: itemStatus.pending },
      ...one,
    })),
  })

const itemOf = async (page: Page, number: number) => part(await page.findByRole('region', { name: `Item ${number}` }))
const rowOf = async (page: Page, number: number) => part(await page.findByRole('row', { name: `Item ${number}` }))
const list = (scope: Pick<Page, 'findByRole'>, name: string) => scope.findByRole<HTMLInputElement>('combobox', { name })
const holds = (scope: Pick<Page, 'findByRole'>, name: string, value: string) =>
  waitFor(async () => expect((await list(scope, name)).value).toBe(value))

/** The form that a page sent. */
const formIn = ({ body }: Call) => {
  const { items = '[]', destination_department_ids = 'null' } = Object.fromEntries(body as FormData) as Record<
    string,
    string
  >
  return { items: JSON.parse(items), departments: JSON.parse(destination_department_ids) }
}

/** Types without a pause: after one of some tenths of a second a field would look up what it holds so far. */
function typeAtOnce(field: HTMLElement, text: string) {
  field.focus()
  for (let end = 1; end <= text.length; end += 1) fireEvent.input(field, { target: { value: text.slice(0, end) } })
}

async function toLegal(page: Page) {
  await page.pick('Departamento de Destino', 'Jurídico')
  await page.fill(/^Observações/, 'Contratos para assinatura')
}

async function toSeveral(page: Page) {
  await toLegal(page)
  await page.pick('Tipo de Item', 'Contrato')
  await page.press('Enviar para vários departamentos')
  await page.pick('Departamentos de Destino', 'Almoxarifado')
}

async function paste(page: Page, lines: string[]) {
  await toLegal(page)
  await keys.click(await page.says('Tabela', 'label'))
  const cell = await (await rowOf(page, 1)).field('Nº do documento')
  cell.focus()
  await keys.paste(lines.join('\r\n'))
}

// proves 2.1.3, 2.7.1, 2.7.2, 5.2.1, 5.2.7
it('a sender who saves an empty form is asked for each missing field', async () => {
  const page = await start()
  await page.findByRole('heading', { name: 'Informações Básicas' })
  await page.findByRole('heading', { name: 'Itens do Protocolo' })
  await holds(page, 'Departamento de Origem', 'Recursos Humanos')
  expect(isOff(await list(page, 'Departamento de Origem'))).toBe(true)
  await page.says('Selecione um departamento de destino primeiro')
  expect(isOff(await list(page, 'Usuário Responsável'))).toBe(true)
  expect(page.queryByRole('button', { name: 'Remover Item 1' })).toBeNull()
  await page.field('Motivo')
  await keys.click(await page.field('Este protocolo requer devolução de itens'))
  await page.press('Salvar')
  await page.says('Departamento de destino é obrigatório')
  await page.says('Observações são obrigatórias')
  await page.says('Tipo de item é obrigatório')
  await page.says('Motivo da devolução é obrigatório quando o protocolo requer devolução')
  await page.fill(/^Observações/, 'x')
  await page.saysNo('Observações são obrigatórias')
})

// proves 2.7.1, 5.2.4, 5.2.5, 17.82
it('a sender cannot mix categories that return with items that stay', async () => {
  const page = await start()
  const returns = await page.field('Este protocolo requer devolução de itens')
  const categories = async () => {
    await keys.click(await list(page, 'Categoria'))
    return (await page.findAllByRole('option')).map(({ textContent }) => textContent)
  }
  expect(await categories()).toEqual(['Informativo'])
  await keys.click(await page.findByRole('option', { name: 'Informativo' }))
  await keys.click(returns)
  await toast(
    'Não é possível marcar "Este protocolo requer devolução de itens" pois existem itens na lista que possuem categorias que não requerem retorno.',
  )
  expect(returns.checked).toBe(false)
  await keys.clear(await list(page, 'Categoria'))
  await keys.tab()
  await keys.click(returns)
  await page.says('1 item · 1 item sem prazo de devolução')
  expect(await categories()).toEqual(['Trabalhista'])
  await keys.click(await page.findByRole('option', { name: 'Trabalhista' }))
  await page.says(/^1 item · devolução até [\d/]+$/)
  await keys.click(returns)
  await toast(
    'Não é possível desmarcar "Este protocolo requer devolução de itens" pois existem itens na lista que possuem categorias que requerem retorno.',
  )
  expect(returns.checked).toBe(true)
})

// proves 5.2.7, 5.2.10
it('a sender is told that lists are loading, and which ones could not be loaded', async () => {
  const types = Promise.withResolvers<unknown>()
  const people = Promise.withResolvers<unknown>()
  const page = await start({
    'GET /api/item-types': () => types.promise,
    'GET /api/departments/2/users': () => people.promise,
    'GET /api/categories': refusal(500),
  })
  const waits = (name: string, words: string) =>
    waitFor(async () => expect((await list(page, name)).placeholder).toBe(words))
  await waits('Tipo de Item', 'Carregando...')
  await page.pick('Departamento de Destino', 'Jurídico')
  await waits('Usuário Responsável', 'Carregando usuários...')
  await page.says('Erro ao carregar categorias.')
  types.resolve(filled['GET /api/item-types'])
  people.resolve(refusal(500))
  await waits('Tipo de Item', 'Selecione')
  await page.says('Erro ao carregar responsáveis.')

  const other = await start({ 'GET /api/item-types': refusal(500), 'GET /api/departments': refusal(500) })
  await other.says('Erro ao carregar tipos de itens.')
  await other.says('Erro ao carregar departamentos.')
  await other.press('Enviar para vários departamentos')
  await other.says('Erro ao carregar departamentos.')
})

// proves 2.7.3, 3.17, 5.2.10, 9.4
it('a sender finds a supplier by two letters of its name, with one call', async () => {
  const asked: object[] = []
  const answer = Promise.withResolvers<void>()
  const page = await start({
    'GET /api/suppliers/search': async ({ query }: Call) => {
      asked.push(query)
      await answer.promise
      return query.q === 'ipe' ? [{ id: 1, name: 'Papelaria Ipê Ltda.', cnpj: '11222333000181' }] : []
    },
  })
  const box = await page.findByPlaceholderText('Digite o nome ou CNPJ do fornecedor...')
  await keys.click(box)
  await page.says('Digite pelo menos 2 caracteres para buscar')
  typeAtOnce(box, 'ipe')
  await page.says('Buscando fornecedores...')
  answer.resolve()
  await keys.click(await page.findByRole('option', { name: 'Papelaria Ipê Ltda. (11.222.333/0001-81)' }))
  expect(asked).toEqual([{ q: 'ipe', limit: '50' }])
  await holds(page, 'Fornecedor', 'Papelaria Ipê Ltda. (11.222.333/0001-81)')
  await page.fill(/^Fornecedor/, 'ninguém com este nome')
  await page.says('Nenhum fornecedor encontrado')
  await page.fill(/^Tipo de Item/, 'nada com este nome')
  await page.says('Nenhuma opção encontrada')
})

// proves 9.4
it('a press of Salvar waits for the supplier that is still looked up', async () => {
  let sent: object[] = []
  const answer = Promise.withResolvers<void>()
  const page = await start({
    'GET /api/suppliers/search': async () => {
      await answer.promise
      return [{ id: 9, name: 'Papelaria Ipê Ltda.', cnpj: '11222333000181' }]
    },
    'POST /api/protocols': (call: Call) => {
      sent = formIn(call).items
      return { protocol_id: 5 }
    },
  })
  await toLegal(page)
  await page.pick('Tipo de Item', 'Contrato')
  typeAtOnce(await page.findByPlaceholderText('Digite o nome ou CNPJ do fornecedor...'), 'ipe')
  for (let times = 1; times <= 2; times += 1) await page.press('Salvar')
  await waitFor(() => expect(page.calls).toContain('GET /api/suppliers/search'))
  answer.resolve()
  await page.findByRole('heading', { name: 'Protocolo #5', level: 1 })
  expect(sent).toMatchObject([{ supplier_id: 9 }])
  expect(page.calls.filter((call) => call === 'POST /api/protocols')).toHaveLength(1)
})

// proves 2.7.6, 11.35
it('a new item takes over five fields of the last one, one press clears them, and a removed one comes back', async () => {
  const page = await start({
    'GET /api/suppliers/search': [{ id: 1, name: 'Papelaria Ipê Ltda.', cnpj: '11222333000181' }],
  })
  await toLegal(page)
  const first = await itemOf(page, 1)
  await first.fill('Nº do documento', '1/26')
  await first.fill('Descrição', 'pasta da Maria Souza')
  await first.pick('Tipo de Item', 'Contrato')
  await first.pick('Categoria', 'Informativo')
  await first.fill(/^Fornecedor/, 'ipe')
  await keys.click(await page.findByRole('option', { name: /Papelaria Ipê/ }))
  await first.pick('Usuário Responsável', carlos.name)
  await first.fill('Motivo', 'Assinatura')
  await page.press('Adicionar Item')
  await page.press('Recolher Item 1')
  const second = await itemOf(page, 2)
  await first.says(/1\/26 · pasta da Maria Souza · Contrato · Informativo/)
  await second.holds('Descrição', '')
  await holds(second, 'Tipo de Item', 'Contrato')
  await holds(second, 'Categoria', 'Informativo')
  await holds(second, 'Usuário Responsável', carlos.name)
  await holds(second, 'Fornecedor', 'Papelaria Ipê Ltda. (11.222.333/0001-81)')
  await second.holds('Motivo', 'Assinatura')
  await page.press('Limpar campos do Item 2')
  for (const name of ['Tipo de Item', 'Categoria', 'Usuário Responsável', 'Fornecedor']) await holds(second, name, '')
  await second.holds('Motivo', '')
  await page.press('Abrir Item 1')
  await first.holds('Nº do documento', '1/26')
  await page.press('Recolher Item 2')
  await waitFor(async () => expect(document.activeElement).toBe(await list(second, 'Tipo de Item')))

  await second.fill('Descrição', 'pasta do João')
  await page.press('Remover Item 2')
  await page.says('Item 2 removido.')
  await keys.keyboard('{Control>}z{/Control}')
  await (await itemOf(page, 2)).holds('Descrição', 'pasta do João')
})

// proves 17.43
it('unknown and ambiguous names of a pasted table wait for a choice', async () => {
  let sent: { item_type_id: number; destination_user_id: number }[] = []
  const twice = [carlos, { ...debora, name: carlos.name }]
  const page = await start({
    'GET /api/departments/2/users': twice.map(({ id, name }) => ({ uid: id, uname: name })),
    'POST /api/protocols': (call: Call) => {
      sent = formIn(call).items
      return { protocol_id: 5 }
    },
  })
  await paste(page, [
    'Descrição\tTipo\tResponsável\tValor',
    'Pasta 1\tofício\t\t9,90',
    'Pasta 2\tContratto\tcarlos menezes\t9,90',
  ])
  await page.says('2 linhas coladas. Sem lugar no formulário: Valor.')
  await holds(await rowOf(page, 1), 'Tipo de Item', 'Ofício')
  const second = await rowOf(page, 2)
  await second.holds('Descrição', 'Pasta 2')
  await holds(second, 'Tipo de Item', '')
  await second.says('“Contratto” não está na lista. Escolha uma opção.')
  await second.says('“carlos menezes” está na lista mais de uma vez. Escolha uma opção.')
  await page.says('1 nome colado não está nas listas e 1 está mais de uma vez')
  await page.press('Salvar')
  await second.says('“Contratto” não está na lista. Escolha uma opção.')
  await page.pick('Tipo de item para “Contratto”', 'Contrato')
  await keys.click(await list(page, 'Responsável para “carlos menezes”'))
  await keys.click((await page.findAllByRole('option', { name: new RegExp(carlos.name) })).at(-1) as HTMLElement)
  await page.saysNo(/“Contratto”/)
  await holds(second, 'Usuário Responsável', carlos.name)
  await page.press('Salvar')
  await page.findByRole('heading', { name: 'Protocolo #5', level: 1 })
  expect(sent).toMatchObject([{ item_type_id: 2 }, { item_type_id: 1, destination_user_id: debora.id }])
})

// proves 17.44
it('a sender is warned of a number that stands twice or is out already, and may send it', async () => {
  const page = await start({
    'GET /api/search': () => hits([{ protocolId: 7, documentNumber: 'FORA/1' }]),
    'POST /api/protocols': { protocol_id: 5 },
  })
  await toLegal(page)
  const first = await itemOf(page, 1)
  await first.pick('Tipo de Item', 'Contrato')
  typeAtOnce(await first.field('Nº do documento'), 'fora/1')
  const link = await first.findByRole('link', { name: 'Protocolo #7' })
  expect(link.getAttribute('href')).toBe('/protocolos/7')
  expect(page.calls.filter((call) => call.endsWith('/api/search'))).toHaveLength(1)
  await page.press('Adicionar Item')
  const second = await itemOf(page, 2)
  await second.fill('Nº do documento', 'FORA/1')
  await second.says(/^Este número também está no item 1\./)
  await page.press('Salvar')
  await page.findByRole('heading', { name: 'Protocolo #5', level: 1 })
})

// proves 17.45
it('a form for several departments says what became of each, until what was refused is sent', async () => {
  const sent: (number[] | null)[] = []
  const refused = { destination_department_id: 3, message: 'Departamento não encontrado' }
  const page = await start({
    'POST /api/protocols': (call: Call) => {
      const { departments } = formIn(call)
      if (sent.push(departments) === 1) return { protocol_ids: [901], errors: [refused] }
      return departments ? { protocol_ids: [901, 902], errors: [] } : { protocol_id: 903 }
    },
  })
  await toLegal(page)
  await page.pick('Tipo de Item', 'Contrato')
  await page.press('Enviar para vários departamentos')
  expect(page.queryByRole('combobox', { name: 'Usuário Responsável' })).toBeNull()
  await page.press('Salvar')
  await page.says('Escolha pelo menos dois destinos')
  await page.pick('Departamentos de Destino', 'Almoxarifado')
  await page.says('Almoxarifado não tem pessoas ativas: ninguém poderá receber o protocolo.')
  await page.press('Salvar')
  await page.findByRole('heading', { name: '1 protocolo criado, 1 não enviado' })
  await page.says(/Protocolo #901 para Jurídico/, 'li')
  await page.says(/Almoxarifado: Departamento não encontrado/, 'li')
  await page.button('Imprimir Protocolo #901')
  await page.button('Imprimir etiqueta')

  // It stays above the next form, whatever is sent meanwhile.
  await page.press('Criar outro')
  await page.says(/Almoxarifado: Departamento não encontrado/, 'li')
  await page.press('Cancelar', 'link')
  await (await page.question('Sair sem salvar?')).press('Continuar editando')
  await page.noDialog()
  await page.press('Enviar para um só departamento')
  await toLegal(page)
  await page.pick('Tipo de Item', 'Contrato')
  await page.press('Salvar')
  await page.says(/^Protocolo #903 criado com sucesso!/)
  await page.says(/Almoxarifado: Departamento não encontrado/, 'li')
  await page.press('Tentar de novo')
  await page.findByRole('heading', { name: '2 protocolos criados' })
  expect(sent).toEqual([[2, 3], null, null])
  await page.press('Cancelar', 'link')
  await waitFor(() => expect(page.address()).toBe('/protocolos'))
})

async function signIn(page: Page, as = ana) {
  Object.assign(page.api, frameOf(as))
  page.api['POST /api/auth/login'] = { token: `session-of-${as.id}`, user: frameOf(as)['GET /api/auth/me'] as object }
  await page.fill('E-mail', as.email)
  await page.fill('Senha', 'senha-de-teste')
  await page.press('Entrar')
}

// proves 7.9.1, 8.3, 11.24, V14.3.1
it('a session that ends loses nothing of a new protocol, and gives it back to nobody else', async () => {
  const page = await start({ 'POST /api/protocols': refusal(401) })
  const fillIn = async () => {
    await toLegal(page)
    await page.pick('Tipo de Item', 'Contrato')
  }
  const saveInVain = async () => {
    await page.press('Salvar')
    await waitFor(() => expect(page.address()).toBe('/login'))
    expect(['token', 'user'].map((key) => localStorage.getItem(`malote:${key}`))).toEqual([null, null])
    expect(page.queryByRole('alert')).toBeNull()
  }
  await fillIn()
  await (await itemOf(page, 1)).fill('Nº do documento', '901/2026')
  const file = document.querySelector('input[type=file]') as HTMLInputElement
  await keys.upload(file, new File(['Contrato'], 'contrato.txt', { type: 'text/plain' }))
  await page.press('Adicionar Item')
  await (await itemOf(page, 2)).fill('Nº do documento', '902/2026')
  await saveInVain()
  await signIn(page)
  await page.says(/^Recuperamos o que você estava digitando.*escolha os arquivos novamente/)
  expect([page.address(), page.queryByRole('alert')]).toEqual(['/protocolos/novo', null])
  await holds(page, 'Departamento de Destino', 'Jurídico')
  await page.holds(/^Observações/, 'Contratos para assinatura')
  await (await itemOf(page, 1)).holds('Nº do documento', '901/2026')
  await (await itemOf(page, 2)).holds('Nº do documento', '902/2026')
  await holds(await itemOf(page, 2), 'Tipo de Item', 'Contrato')
  page.api['POST /api/protocols'] = { protocol_id: 5 }
  await page.press('Salvar')
  await page.findByRole('heading', { name: 'Protocolo #5', level: 1 })
  await keys.keyboard('n')
  await page.holds(/^Observações/, '')
  await page.saysNo(/^Recuperamos/)

  page.api['POST /api/protocols'] = refusal(401)
  await fillIn()
  await saveInVain()
  await signIn(page, helena)
  await page.holds(/^Observações/, '')
  await page.saysNo(/^Recuperamos/)
  expect(Object.keys(sessionStorage).filter((key) => key.startsWith('malote:draft'))).toEqual([])
})

// proves 11.24
it('a session that ends gives back a pasted table for several departments', async () => {
  const page = await start({ 'POST /api/protocols': refusal(401) })
  await toSeveral(page)
  await keys.click(await page.says('Tabela', 'label'))
  ;(await (await rowOf(page, 1)).field('Nº do documento')).focus()
  await keys.paste('Descrição\tTipo\nPasta azul\tContrato\nPasta verde\tContrato')
  await holds(await rowOf(page, 2), 'Tipo de Item', 'Contrato')
  await page.press('Salvar')
  await signIn(page)
  await page.says(/^Recuperamos o que você estava digitando/)
  const chosen = await page.findByRole('list', { name: 'Departamentos escolhidos' })
  await waitFor(() => expect(part(chosen).getAllByRole('listitem')).toHaveLength(2))
  const second = await rowOf(page, 2)
  await second.holds('Descrição', 'Pasta verde')
  await holds(second, 'Tipo de Item', 'Contrato')
  await page.press('Descartar')
  await page.holds(/^Observações/, '')
  await page.saysNo(/^Recuperamos/)
  expect(page.queryByRole('row', { name: 'Item 2' })).toBeNull()
})

// proves 17.46, 17.84
it('a sender saves and creates another between the same departments', async () => {
  const page = await start({ 'POST /api/protocols': { protocol_id: 5 } })
  await toLegal(page)
  await keys.click(await page.field('Este protocolo requer devolução de itens'))
  await page.pick('Tipo de Item', 'Contrato')
  await page.fill(/^Motivo da Devolução/, 'Assinatura')
  await page.press('Outras formas de enviar')
  await page.press(/^Salvar e criar outro/, 'menuitem')
  // What is pointed at stays.
  await keys.hover(await page.says(/^Protocolo #5 criado com sucesso!/))
  expect((await page.findByRole('link', { name: 'Abrir' })).getAttribute('href')).toBe('/protocolos/5')
  await page.button('Imprimir')
  await waitFor(async () => expect(document.activeElement).toBe(await page.field('Tipo de Item *')))
  await page.says('Salvar envia o protocolo a Jurídico.')
  await holds(page, 'Departamento de Destino', 'Jurídico')
  expect((await page.field('Este protocolo requer devolução de itens')).checked).toBe(true)
  await page.holds(/^Observações/, '')
  await holds(page, 'Tipo de Item', '')
  // Nothing is unsaved.
  await page.press('Cancelar', 'link')
  await waitFor(() => expect(page.address()).toBe('/protocolos'))
})

// proves 17.40
it('a protocol is filled in again from an older one, and a foreign one is refused', async () => {
  const old = protocol(7, { items: [item(71, 'DE-NOVO/1', { responsible: carlos.name, responsibleId: carlos.id })] })
  const api = { ...filled, 'GET /api/search': hits([]), 'GET /api/protocols/7': old }
  const page = await open('/protocolos/novo?from=7', { as: ana, api })
  await (await itemOf(page, 1)).holds('Nº do documento', 'DE-NOVO/1')
  await holds(page, 'Departamento de Destino', 'Jurídico')
  await page.holds(/^Observações/, 'Contratos para assinatura')

  const other = await open('/protocolos/novo?from=7', { as: carlos, api })
  await other.says('Você só pode enviar protocolos a partir do seu departamento')
  await other.press('Começar em branco', 'link')
  await holds(other, 'Departamento de Destino', '')
})

// proves 17.47
it('a sender is told what a change of the destination removes, and can undo it', async () => {
  const page = await start()
  await toLegal(page)
  await page.pick('Usuário Responsável', carlos.name)
  await page.pick('Departamento de Destino', 'Recursos Humanos')
  await page.says('1 responsável foi retirado, porque o departamento de destino mudou.')
  await page.says('Recursos Humanos também é a origem: o protocolo não sai do departamento.')
  await holds(page, 'Usuário Responsável', '')
  await page.press('Desfazer')
  await holds(page, 'Departamento de Destino', 'Jurídico')
  await waitFor(async () => expect(document.activeElement).toBe(await list(page, 'Departamento de Destino')))
  await holds(page, 'Usuário Responsável', carlos.name)
})

// proves 2.15.2, 17.83
it('a sender folds the fields that stay empty, and the next form, which N opens, begins so', async () => {
  const page = await start()
  await page.field('Fornecedor')
  await page.press('Mais campos')
  expect(page.queryByLabelText('Fornecedor')).toBeNull()
  // What a return needs is shown.
  await keys.click(await page.field('Este protocolo requer devolução de itens'))
  page.getByLabelText('Categoria')
  page.getByLabelText(/^Motivo da Devolução/)
  // A letter in a field is a letter.
  await page.fill('Nº do documento', 'n')
  expect(page.address()).toBe('/protocolos/novo')
  await page.press('Cancelar', 'link')
  await page.press('Sair sem salvar')
  await page.findByRole('heading', { name: 'Protocolos', level: 1 })
  expect(page.address()).toBe('/protocolos')
  await keys.keyboard('n')
  await page.holds('Nº do documento', '')
  expect(page.queryByLabelText('Fornecedor')).toBeNull()
})
