import { describe, expect, it } from 'vitest'
import { helena, listOf, supplier } from '../../test/builders.ts'
import { type Call, refusal } from '../../test/fake-server.ts'
import { isOff, keys, open, part, toast, waitFor } from '../../test/page.ts'
import { positionAfter } from './supplier-dialogs.tsx'

const ipe = supplier(1, 'Papelaria Ipê Ltda.', { city: 'São Paulo' })
const buzios = supplier(2, 'Óleos Búzios', {
  ...{ cnpj: '12ABC34501DE35', code: 'F-77', store: '02', state: 'PE', city: 'Recife', isActive: false },
})

/** 63 suppliers on seven pages; a search or the inactive ones find one. */
function found({ query: { page = '1', search, status } }: Call) {
  if (search === 'nada parecido') return listOf([])
  if (search) return listOf([ipe])
  if (status === 'inactive') return listOf([buzios])
  const last = Math.min(Number(page), 7)
  const rows = Array.from({ length: last === 7 ? 3 : 10 }, (_, at) => supplier(last * 100 + at, `Zinco ${last}-${at}`))
  return listOf(last === 1 ? [buzios, ...rows.slice(1)] : rows, status === 'active' ? 62 : 63, last)
}

const names = (page: ReturnType<typeof part>) => page.queryAllByRole('rowheader').map(({ textContent }) => textContent)

// proves 2.12.6, 2.12.7, 9.15
it('an Admin pages, searches and filters suppliers, and the address says what is shown', async () => {
  const page = await open('/settings/suppliers', { as: helena, api: { 'GET /api/suppliers': found } })
  await page.says('Mostrando 1 a 10 de 63 resultados')
  const headers = page.getAllByRole('columnheader').map(({ textContent }) => textContent)
  expect(headers).toEqual(['CNPJ', 'Código/Loja', 'Razão social', 'Localização', 'Status', 'Protocolos', 'Ações'])
  expect((await page.row('Óleos Búzios')).text()).toBe('12.ABC.345/01DE-35F-77/02Óleos BúziosRecife, PEInativo0')
  const pages = part(page.getByRole('navigation', { name: 'Paginação' }))
  expect(pages.text()).toBe('Anterior1234…7Próxima')
  expect(isOff(await pages.button('Anterior'))).toBe(true)
  await pages.press('4')
  await page.says('Mostrando 31 a 40 de 63 resultados')
  expect(pages.text()).toBe('Anterior1…345…7Próxima')

  // The rows stay until the next ones are here.
  const answer = Promise.withResolvers<void>()
  page.api['GET /api/suppliers'] = (call: Call) => answer.promise.then(() => found(call))
  await pages.press('7')
  await waitFor(() => expect(page.address()).toBe('/settings/suppliers?page=7'))
  expect(names(page)).toHaveLength(10)
  answer.resolve()
  await page.says('Mostrando 61 a 63 de 63 resultados')
  expect(isOff(await pages.button('Próxima'))).toBe(true)

  await page.fill('Buscar fornecedores', 'ipê')
  await page.press('Buscar')
  await waitFor(() => expect(names(page)).toEqual(['Papelaria Ipê Ltda.']))
  expect(page.address()).toBe('/settings/suppliers?search=ip%C3%AA')
  expect(page.queryByRole('navigation', { name: 'Paginação' })).toBeNull()
  await page.fill('Buscar fornecedores', 'nada parecido')
  await keys.keyboard('{Enter}')
  await page.says('Nenhum fornecedor encontrado.')
  await page.press('Limpar')
  await page.says('Mostrando 1 a 10 de 63 resultados')
  await page.pick('Status', 'Inativos')
  await waitFor(() => expect(names(page)).toEqual(['Óleos Búzios']))
  expect(page.address()).toBe('/settings/suppliers?status=inactive')
  await page.pick('Status', 'Ativos')
  await page.says('Mostrando 1 a 10 de 62 resultados')
  // Another filter begins at its first page.
  await part(page.getByRole('navigation', { name: 'Paginação' })).press('4')
  await waitFor(() => expect(page.address()).toBe('/settings/suppliers?page=4&status=active'))
  await page.pick('Status', 'Todos')
  await page.says('Mostrando 1 a 10 de 63 resultados')
  expect(page.address()).toBe('/settings/suppliers')
})

// proves 2.12.7, 8.13
it('an outdated link shows the last page of suppliers, and a failed load and a gap are said', async () => {
  const page = await open('/settings/suppliers?page=99', { as: helena, api: { 'GET /api/suppliers': found } })
  await page.says('Mostrando 61 a 63 de 63 resultados')

  const other = await open('/settings/suppliers', { as: helena, api: { 'GET /api/suppliers': refusal(500) } })
  await other.says('Erro ao carregar fornecedores. Tente novamente.')
  other.api['GET /api/suppliers'] = { data: [{ id: 7 }] }
  await other.press('Tentar novamente')
  await waitFor(() => expect(names(other)).toEqual(['—']))
})

// proves 2.12.8, 2.12.12, 5.5.4, 5.5.7, 8.14
it('an Admin who adds a supplier learns at each field what is wrong with it', async () => {
  const sent: object[] = []
  const page = await open('/settings/suppliers', { as: helena, api: { 'GET /api/suppliers': listOf([ipe]) } })
  await page.press('Novo Fornecedor')
  const form = await page.dialog('Novo Fornecedor')
  const cnpj = await form.field(/^CNPJ/)
  const state = await form.field(/^Estado/)
  expect([cnpj.maxLength, state.maxLength]).toEqual([18, 2])
  expect((await form.findByLabelText<HTMLInputElement>('Ativo')).checked).toBe(true)
  await form.press('Salvar')
  await form.says('CNPJ é obrigatório')
  await form.says('Razão social é obrigatória')
  await form.says('Estado é obrigatório')
  await form.says('Cidade é obrigatória')

  // Each error disappears at the first key in its field; nothing is checked again before the next attempt.
  await keys.type(cnpj, '1122')
  await form.saysNo('CNPJ é obrigatório')
  await form.says('Razão social é obrigatória')
  expect(cnpj.value).toBe('11.22')
  await form.fill(/^Estado/, 'S')
  await form.press('Salvar')
  await form.says('CNPJ deve ter 14 dígitos')
  await form.says('Estado deve ter 2 caracteres (ex: SP)')
  await form.fill(/^CNPJ/, '11222333000182')
  expect(cnpj.value).toBe('11.222.333/0001-82')
  await form.says('Dígitos verificadores não conferem')

  // The warning does not keep anybody from saving.
  await form.fill(/^CNPJ/, '98abc76500de99')
  expect(cnpj.value).toBe('98.ABC.765/00DE-99')
  await form.says('Dígitos verificadores não conferem')
  await form.fill('Código', 'N-1')
  await form.fill('Loja', '01')
  await form.fill(/^Razão social/, 'Alfa Arquivos')
  await form.fill(/^Estado/, 'sp')
  await form.fill(/^Cidade/, 'Itu')
  page.api['POST /api/suppliers'] = refusal(500)
  await form.press('Salvar')
  await toast('Erro ao adicionar fornecedor. Tente novamente.')
  const answer = Promise.withResolvers<void>()
  page.api['POST /api/suppliers'] = ({ body }: Call) => {
    sent.push(body)
    page.api['GET /api/suppliers'] = listOf([supplier(9, 'Alfa Arquivos')])
    return answer.promise.then(() => supplier(9, 'Alfa Arquivos'))
  }
  await form.press('Salvar')
  expect(isOff(await form.button('Salvando...'))).toBe(true)
  expect(isOff(await form.button('Cancelar'))).toBe(true)
  answer.resolve()
  await page.noDialog()
  await page.row('Alfa Arquivos')
  expect(sent).toEqual([
    {
      ...{ cnpj: '98ABC76500DE99', code: 'N-1', store: '01', company_name: 'Alfa Arquivos', state: 'SP', city: 'Itu' },
      is_active: true,
    },
  ])
})

// proves 2.12.8, 8.13, 8.14
it('an Admin edits and deletes a supplier, and the server has the last word', async () => {
  const taken = 'Já existe um fornecedor com este CNPJ e loja'
  const page = await open('/settings/suppliers?search=ipê', {
    as: helena,
    api: {
      'GET /api/suppliers': listOf([ipe]),
      'PUT /api/suppliers/1': refusal(409, { message: taken, errors: { cnpj: taken } }),
    },
  })
  await page.press('Editar Papelaria Ipê Ltda.')
  const form = await page.dialog('Editar Fornecedor')
  await form.holds(/^CNPJ/, '11.222.333/0001-81')
  await form.press('Salvar')
  await form.says(taken)
  page.api['PUT /api/suppliers/1'] = refusal(500)
  await form.fill(/^CNPJ/, '44.555.666/0001-81')
  await form.press('Salvar')
  await toast('Erro ao editar fornecedor. Tente novamente.')
  const edited = supplier(1, 'Papelaria Ipê e Filhos', { isActive: false })
  page.api['PUT /api/suppliers/1'] = edited
  page.api['GET /api/suppliers'] = listOf([edited])
  await form.press('Salvar')
  await page.noDialog()
  expect((await page.row('Papelaria Ipê e Filhos')).text()).toContain('Inativo')

  const remove = async (answer: object | undefined, sentence: string) => {
    page.api['DELETE /api/suppliers/1'] = answer ?? (() => undefined)
    await page.press('Excluir Papelaria Ipê e Filhos')
    const question = await page.question()
    await question.says(/^Tem certeza que deseja excluir o fornecedor "Papelaria Ipê e Filhos"\?/)
    await question.press('Sim, excluir')
    await toast(sentence)
    await page.noDialog()
  }
  await remove(refusal(500), 'Erro ao excluir fornecedor. Tente novamente.')
  const inUse = 'Não é possível excluir fornecedores com protocolos associados'
  await remove(refusal(409, { message: inUse, code: 'SUPPLIER_IN_USE' }), inUse)
  page.api['GET /api/suppliers'] = listOf([])
  await remove(undefined, 'Fornecedor excluído com sucesso!')
  await page.says('Nenhum fornecedor encontrado.')
})

describe('the mask of the CNPJ', () => {
  it.each([
    ['', '11.222', 0],
    ['11', '11.222', 2],
    ['11.2', '11.222', 4],
    ['11.222', '11.222.3', 6],
    ['11.222.333/0001-81', '11.222.333/0001-81', 18],
    ['11.222.333/0001-81', '11', 2],
  ])('what stood behind %j in the text stands in %j at %d', (before, masked, position) =>
    expect(positionAfter(before, masked)).toBe(position),
  )
})
