import { expect, it } from 'vitest'
import { category, debora, department, helena, itemType, listOf, lookups, supplier } from '../../test/builders.ts'
import { type Api, type Call, refusal } from '../../test/fake-server.ts'
import { filled } from '../../test/filled.ts'
import { isOff, keys, open, part, toast, waitFor } from '../../test/page.ts'

type Row = Record<string, unknown>

const registers = [
  {
    path: 'departments',
    title: 'Departamentos',
    one: 'Departamento',
    id: 'dpid',
    name: 'dpname',
    row: (id: number, name: string, used = 0): Row => department(id, name, { usersCount: used, protocolsCount: used }),
    add: 'Novo Departamento',
    required: 'Nome do departamento é obrigatório',
    failed: (verb: string) => `Erro ao ${verb} departamento. Tente novamente.`,
    loadFailed: 'Erro ao carregar departamentos.',
    empty: 'Nenhum departamento encontrado.',
    taken: 'Já existe o departamento "Em uso"',
    inUse: 'Não é possível excluir departamentos com usuários ou protocolos associados',
    asks: 'Tem certeza que deseja excluir o departamento "Outro"? Esta ação não pode ser desfeita.',
    bare: 'Só o nome—00',
  },
  {
    path: 'categories',
    title: 'Categorias de Protocolos',
    one: 'Categoria',
    id: 'ctid',
    name: 'ctname',
    row: (id: number, name: string, protocolsCount = 0): Row =>
      category(id, name, { protocolsCount, returnDays: null }),
    add: 'Nova Categoria',
    required: 'Nome da categoria é obrigatório',
    failed: (verb: string) => `Erro ao ${verb} categoria. Tente novamente.`,
    loadFailed: 'Erro ao carregar categorias.',
    empty: 'Nenhuma categoria encontrada.',
    taken: 'Já existe a categoria "Em uso"',
    inUse: 'Não é possível excluir categorias com protocolos associados',
    asks: 'Tem certeza que deseja excluir a categoria "Outro"? Esta ação não pode ser desfeita.',
    bare: 'Só o nomeNão se aplica—0',
  },
  {
    path: 'item-types',
    title: 'Tipos de Itens',
    one: 'Tipo de Item',
    id: 'id',
    name: 'type_name',
    row: (id: number, name: string, itemsCount = 0): Row => itemType(id, name, { itemsCount }),
    add: 'Novo Tipo de Item',
    required: 'Nome do tipo de item é obrigatório',
    failed: (verb: string) => `Erro ao ${verb} tipo de item. Tente novamente.`,
    loadFailed: 'Erro ao carregar tipos de itens. Tente novamente.',
    empty: 'Nenhum tipo de item encontrado.',
    taken: 'Já existe o tipo de item "Em uso"',
    inUse: 'Não é possível excluir tipos de itens com itens associados',
    asks: 'Tem certeza que deseja excluir o tipo de item "Outro"? Esta ação não pode ser desfeita.',
    bare: 'Só o nome—0',
  },
]

/** The calls of a register that holds these rows. */
function kept({ path, id: idName, row }: (typeof registers)[number], rows: Row[]): Api {
  const at = (id: string) => rows.findIndex((row) => String(row[idName]) === id)
  return {
    [`GET /api/${path}`]: () => rows,
    [`POST /api/${path}`]: ({ body }: Call) => rows.push({ ...row(91, ''), ...body }) && rows.at(-1),
    [`PUT /api/${path}/*`]: ({ last, body }: Call) => Object.assign(rows[at(last)] ?? {}, body),
    [`DELETE /api/${path}/*`]: ({ last }: Call) => rows.splice(at(last), 1) && undefined,
  }
}

// proves 2.12.5, 2.12.12, 8.14, 11.2
it.each(registers)('an Admin adds, edits and deletes in $title, and each failure is said in its words', async (one) => {
  const { path, add, required, failed, taken } = one
  const call = `/api/${path}` as const
  const page = await open(`/settings/${path}`, { as: helena, api: kept(one, [one.row(1, 'Em uso', 3)]) })
  /** While `act` runs, the server refuses a call. */
  const refused = async (key: keyof Api, status: number, body: object | undefined, act: () => Promise<unknown>) => {
    const asBefore = page.api[key]
    page.api[key] = refusal(status, body)
    await act()
    page.api[key] = asBefore as object
  }
  await page.row('Em uso')

  await page.press(add)
  const form = await page.dialog(add)
  await form.fill(/^Nome/, '   ')
  await form.press('Salvar')
  await form.says(required)
  expect((await form.field(/^Nome/)).getAttribute('aria-invalid')).toBe('true')
  await keys.type(await form.field(/^Nome/), 'N')
  await form.saysNo(required)
  await refused(`POST ${call}`, 409, { message: taken, errors: { [one.name]: taken } }, async () => {
    await form.press('Salvar')
    await form.says(taken)
  })
  await form.fill(/^Nome/, 'Novo')
  await refused(`POST ${call}`, 500, undefined, async () => {
    await form.press('Salvar')
    await toast(failed('adicionar'))
  })
  const answer = Promise.withResolvers<void>()
  const adding = page.api[`POST ${call}`] as (call: object) => unknown
  page.api[`POST ${call}`] = (sent) => answer.promise.then(() => adding(sent))
  await form.press('Salvar')
  expect(isOff(await form.button('Salvando...'))).toBe(true)
  expect(isOff(await form.button('Cancelar'))).toBe(true)
  answer.resolve()
  await page.noDialog()
  await page.row('Novo')

  await page.press('Editar Novo')
  const edit = await page.dialog(`Editar ${one.one}`)
  expect(page.address()).toBe(`/settings/${path}?open=edit&id=91`)
  await edit.fill(/^Nome/, 'Outro')
  await refused(`PUT ${call}/*`, 422, { message: 'Manutenção até as 18h', code: 'REFUSED' }, async () => {
    await edit.press('Salvar')
    await toast('Manutenção até as 18h')
  })
  await refused(`PUT ${call}/*`, 500, undefined, async () => {
    await edit.press('Salvar')
    await toast(failed('editar'))
  })
  await edit.press('Salvar')
  await page.noDialog()
  await page.row('Outro')

  await page.press('Excluir Outro')
  const question = await page.question()
  await question.says(one.asks)
  await question.press('Não, cancelar')
  await page.noDialog()
  await refused(`DELETE ${call}/*`, 500, undefined, async () => {
    await page.press('Excluir Outro')
    await page.question().then(({ press }) => press('Sim, excluir'))
    await toast(failed('excluir'))
  })
  await page.noDialog()
  await page.press('Excluir Outro')
  await page.question().then(({ press }) => press('Sim, excluir'))
  await page.noRow('Outro')
  await page.noDialog()
})

// proves 2.12.2, 2.12.3, 2.12.4, 6.10, 8.13
it.each(registers)(
  '$title says why what is in use stays, what a gap means, that nothing is there and that nothing came',
  async (one) => {
    const { path } = one
    const get = `GET /api/${path}` as const
    const page = await open(`/settings/${path}`, { as: helena, api: { [get]: refusal(500) } })
    await page.says(one.loadFailed)
    page.api[get] = []
    await page.press('Tentar novamente')
    await page.says(one.empty)

    const other = await open(`/settings/${path}`, {
      as: helena,
      api: { [get]: [one.row(1, 'Em uso', 3), { [one.id]: 7, id: 7, [one.name]: 'Só o nome' }] },
    })
    expect((await other.row('Só o nome')).text()).toBe(one.bare)
    const remove = await other.button('Excluir Em uso')
    expect(isOff(remove)).toBe(true)
    expect(remove.getAttribute('aria-description')).toBe(one.inUse)
    await keys.click(remove)
    expect(other.queryByRole('alertdialog')).toBeNull()
  },
)

// proves 2.12.3, 5.5.2
it('an Admin gives a category its days, their kind and its colour, and takes them away again', async () => {
  const categories = registers[1] as (typeof registers)[number]
  const page = await open('/settings/categories?open=new', {
    as: helena,
    api: { ...kept(categories, []), 'GET /api/deadlines/typical': refusal(404) },
  })
  await page.dialog('Nova Categoria').then(({ press }) => press('Cancelar'))
  await page.noDialog()
  expect(page.address()).toBe('/settings/categories')
  await page.press('Nova Categoria')
  const form = await page.dialog('Nova Categoria')
  const days = await form.field('Dias de retorno')
  await form.holds(/^Tipo de dias/, 'Dias úteis')
  expect(days.min).toBe('1')
  expect(days.placeholder).toBe('Deixe em branco se não aplicável')
  await form.fill(/^Nome/, 'Empréstimo')
  for (const wrong of ['0', '-3']) {
    await form.fill('Dias de retorno', wrong)
    await form.press('Salvar')
    await form.says('Dias de retorno deve ser maior que zero')
    await form.fill('Dias de retorno', '1')
    await form.saysNo('Dias de retorno deve ser maior que zero')
  }
  await form.fill('Dias de retorno', '15')
  await form.pick('Tipo de dias', 'Dias corridos')
  await form.press('Âmbar', 'radio')
  await form.press('Salvar')
  await page.noDialog()
  expect((await page.row('Empréstimo')).text()).toContain('15 diasDias corridos')

  await page.press('Editar Empréstimo')
  const edit = await page.dialog('Editar Categoria')
  expect((await edit.findByRole<HTMLInputElement>('radio', { name: 'Âmbar' })).checked).toBe(true)
  await edit.fill('Dias de retorno', '')
  await edit.press('Sem cor', 'radio')
  await edit.press('Salvar')
  await page.noDialog()
  expect((await page.row('Empréstimo')).text()).toContain('Não se aplica—')
})

// proves 2.1.5, 2.12.1
it('the hub leads an Admin to every register, and back', async () => {
  const page = await open('/settings', { as: helena, api: filled })
  const main = part(page.getByRole('main'))
  await main.findByRole('link', { name: /^Usuários/ })
  const ways = main.getAllByRole('link').map((link) => link.getAttribute('href'))
  const paths = ['departments', 'categories', 'item-types', 'suppliers', 'users', 'calendar']
  expect(ways).toEqual(expect.arrayContaining(paths.map((path) => `/settings/${path}`)))
  await main.press(/^Departamentos/, 'link')
  await page.row('Almoxarifado')
  const navigation = part(page.getByRole('navigation', { name: 'Configurações' }))
  expect((await navigation.findByRole('link', { name: 'Departamentos' })).getAttribute('aria-current')).toBe('page')
  await navigation.press('Visão geral', 'link')
  await waitFor(() => expect(page.address()).toBe('/settings'))
})

// proves 10.6
it('a Usuário is told that registers can only be read, and finds no dead buttons', async () => {
  const lists = Object.fromEntries(registers.map((one) => [`GET /api/${one.path}`, [one.row(1, 'Em uso')]]))
  const api = { ...lists, 'GET /api/suppliers': listOf([supplier(1, 'Em uso')]) }
  const hub = await open('/settings', { as: debora, api })
  const main = part(await hub.findByRole('main'))
  await main.findByRole('link', { name: /^Departamentos/ })
  for (const name of [/^Usuários/, /^Auditoria/, /^Sistema/]) expect(main.queryByRole('link', { name })).toBeNull()
  for (const path of ['departments', 'categories', 'item-types', 'suppliers']) {
    const page = await open(`/settings/${path}?open=new`, { as: debora, api })
    await page.says(/Somente leitura: apenas administradores podem fazer alterações/)
    await page.row('Em uso')
    expect(page.queryByRole('columnheader', { name: 'Ações' })).toBeNull()
    expect(page.queryByRole('button', { name: /nov[oa]|editar|excluir/i })).toBeNull()
    expect(page.queryByRole('dialog')).toBeNull()
  }
  const importing = await open('/settings/users/import', { as: debora, api: filled })
  await importing.says('Apenas administradores podem realizar esta ação.')
  expect(document.querySelector('input[type=file]')).toBeNull()
  const calendar = await open('/settings/calendar?open=new&added=2099-11-25', { as: debora, api: filled })
  await calendar.says(/Somente leitura: apenas administradores podem fazer alterações/)
  await calendar.row('Natal')
  expect(calendar.queryByRole('button', { name: /novo|editar|excluir/i })).toBeNull()
  expect(calendar.queryByRole('dialog')).toBeNull()
})

it('an Admin is told that a day is a holiday already, and that the calendar did not load', async () => {
  const call = 'POST /api/calendar/holidays'
  const taken = 'Já existe um feriado nesta data'
  const page = await open('/settings/calendar', {
    as: helena,
    api: { ...filled, [call]: refusal(409, { message: taken, errors: { date: taken } }) },
  })
  await page.press('Novo Feriado')
  const form = await page.dialog('Novo Feriado')
  await form.fill(/^Data/, '25/12/2099')
  await form.fill(/^Nome/, 'Outro Natal')
  await form.press('Salvar')
  await form.says(taken)
  const failed = await open('/settings/calendar?year=2027', {
    as: helena,
    api: { ...filled, 'GET /api/calendar/holidays': refusal(500) },
  })
  await failed.says('Erro ao carregar feriados.')
})

it('a new item type is offered by the form of a protocol at once', async () => {
  const types = registers[2] as (typeof registers)[number]
  const lists = { 'GET /api/protocols': listOf([]), 'GET /api/protocols/summary': { pending_here: 0, overdue: 0 } }
  const api = { ...lookups, ...lists, ...kept(types, [types.row(1, 'Contrato')]) }
  const page = await open('/protocolos/novo', { as: helena, api })
  await keys.click(await page.findByRole('combobox', { name: 'Tipo de Item' }))
  await page.findByRole('option', { name: 'Contrato' })
  await keys.keyboard('{Escape}')
  await page.press('Configurações', 'link')
  await page.press(/^Tipos de Itens/, 'link')
  await page.press('Novo Tipo de Item')
  const form = await page.dialog()
  await form.fill(/^Nome/, 'Procuração')
  await form.press('Salvar')
  await page.noDialog()
  await page.press('Protocolos', 'link')
  await page.press('Novo Protocolo', 'link')
  await keys.click(await page.findByRole('combobox', { name: 'Tipo de Item' }))
  await page.findByRole('option', { name: 'Procuração' })
})
