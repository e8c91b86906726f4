import { helpSections } from '@malote/core/help/help-content.ts'
import { type Suggestion, suggestionsWire } from '@malote/core/help/suggestion.ts'
import { describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { ana, frameOf, helena } from '../../test/builders.ts'
import { type Call, refusal } from '../../test/fake-server.ts'
import { filled } from '../../test/filled.ts'
import { keys, open, toast, waitFor } from '../../test/page.ts'
import { findSections, helpSearch } from './help-search.ts'

const suggestions = (votesCount: number, userVote: 'up' | 'down' | null, status: Suggestion['status'] = 'pendente') =>
  z.encode(suggestionsWire, {
    suggestions: [
      {
        ...{ id: 3, title: 'Letras maiores', description: 'Nas listas', category: 'interface', priority: 'media' },
        ...{ expectedBenefit: null, status, votesCount, userVote, createdAt: '2026-11-02T12:00:00Z' },
      },
    ],
    total: 1,
  })

// proves 2.14.3, 18.83
it('a user reads the address and the phone of the support, and where there is none, whom to ask', async () => {
  const none = await open('/ajuda', { as: ana, api: filled })
  await none.says('E-mail: não informado')
  await none.says('Telefone: não informado')
  await none.says('Fale com o administrador do sistema.')
  await none.says('Segunda a sexta, 8h-18h')
  await none.says('Resposta em até 24 horas úteis')
  expect((await none.button('Privacidade', 'link')).getAttribute('href')).toBe('/privacidade')

  const config = {
    ...(frameOf(ana)['GET /api/config'] as object),
    support_email: 'ti@org.br',
    support_phone: '(11) 3333-4444',
  }
  const page = await open('/ajuda', { as: ana, api: { ...filled, 'GET /api/config': config } })
  expect((await page.button('ti@org.br', 'link')).getAttribute('href')).toBe('mailto:ti@org.br')
  expect((await page.button('(11) 3333-4444', 'link')).getAttribute('href')).toBe('tel:1133334444')
  await page.says('Telefone: (11) 3333-4444')
})

// proves 2.1.4, 2.14.1, 2.14.2, 2.14.4, 9.16
it('a user finds a section by a word, and their favourites come first from then on', async () => {
  const asked: Call['query'][] = []
  const popular = ({ query }: Call) => asked.push(query) && suggestions(0, null, 'aprovada')
  const page = await open('/ajuda', { as: ana, api: { ...filled, 'GET /suggestions/popular': popular } })
  const sections = () => page.getAllByRole('heading', { level: 2 }).slice(0, 6)
  expect(sections().at(-1)?.textContent).toContain('Relatórios')
  await keys.type(await page.field('Buscar na ajuda'), 'cnpj')
  await page.says('1 resultado encontrado')
  await waitFor(() => expect(page.address()).toBe('/ajuda?search=cnpj'))
  await page.fill('Buscar na ajuda', '')
  await page.press(/^Retorno de Itens/)
  await page.says('Lembretes')
  await page.press('Favorito: Relatórios')
  await page.press('Protocolos', 'link')
  await page.says('Protocolos', 'h1')
  await page.press('Ajuda', 'link')
  await keys.click(await page.findByRole('radio', { name: 'Cartões' }))
  await page.press('Ler: Relatórios')
  expect(sections()[0]?.textContent).toBe('Relatórios')
  expect((await page.button('Favorito: Relatórios')).getAttribute('aria-pressed')).toBe('true')
  expect(localStorage.getItem('malote:help:favourites')).toBe('["reports"]')
  expect(asked).toContainEqual({ limit: '5' })
  await page.says('Aprovada')

  await page.press('Ver na tela: Relatórios')
  await page.says('Relatórios', 'h1')
  await page.says('1 de 5')
  await keys.keyboard('{Escape}')
  await page.saysNo('1 de 5')
})

// proves 2.14.4
it('a user downloads the manual, or is told that it did not arrive', async () => {
  const page = await open('/ajuda', { as: ana, api: { ...filled, 'GET /api/help/manual': refusal(500) } })
  await page.press('Baixar manual (PDF)')
  await toast('Erro ao baixar o manual. Tente novamente.')
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
  page.api['GET /api/help/manual'] = () =>
    new Response('%PDF', { headers: { 'content-disposition': 'attachment; filename="manual.pdf"' } })
  await page.press('Baixar manual (PDF)')
  await waitFor(() => expect(click.mock.contexts).toMatchObject([{ download: 'manual.pdf' }]))
})

// proves 2.14.5, 8.15, 8.19
it('a user who sends a suggestion is told what is missing, what failed and that it arrived', async () => {
  const sent: object[] = []
  const page = await open('/ajuda', { as: ana, api: { ...filled, 'POST /suggestions': refusal(500) } })
  await page.press('Enviar sugestão')
  await page.says(/Por favor, preencha todos os campos obrigatórios\./)
  expect((await page.field(/^Título/)).getAttribute('aria-invalid')).toBe('true')
  expect((await page.field(/^Benefício esperado/)).getAttribute('aria-invalid')).not.toBe('true')
  await page.pick('Categoria', 'Interface')
  await page.pick('Prioridade', 'Alta')
  await page.fill(/^Título/, 'Letras maiores')
  await page.fill(/^Descrição/, 'Para ler de longe')
  await page.press('Enviar sugestão')
  await page.says('Erro ao enviar sugestão. Tente novamente.')
  await page.holds(/^Título/, 'Letras maiores')

  // What was not sent is not lost by a link.
  await page.press('Protocolos', 'link')
  const question = await page.question()
  await question.says('As alterações feitas nesta página ainda não foram salvas.')
  await question.press('Continuar editando')
  await page.noDialog()
  page.api['POST /suggestions'] = ({ body }: Call) => {
    sent.push(body)
    return { id: 4 }
  }
  await page.press('Enviar sugestão')
  await page.says('Sugestão enviada com sucesso!')
  expect(page.queryByRole('alert')).toBeNull()
  expect(sent).toMatchObject([{ category: 'interface', priority: 'alta', title: 'Letras maiores' }])
  await page.press('Enviar outra sugestão', 'link')
  await page.holds(/^Título/, '')
})

// proves 2.14.6, 4.28, 8.15
it('a user votes for, against and not at all, and is told when a vote does not arrive', async () => {
  const page = await open('/ajuda', {
    as: ana,
    api: {
      ...filled,
      'GET /suggestions/popular': suggestions(0, null),
      'POST /suggestions/3/vote': refusal(500),
      'DELETE /suggestions/3/vote': () => {
        page.api['GET /suggestions/popular'] = suggestions(0, null)
      },
    },
  })
  await page.press('Votar a favor: Letras maiores')
  await toast('Erro ao registrar voto. Tente novamente.')
  page.api['POST /suggestions/3/vote'] = ({ body: { vote_type: vote } }: Call) => {
    page.api['GET /suggestions/popular'] = suggestions(vote === 'up' ? 1 : -1, vote)
    return {}
  }
  await page.press('Votar a favor: Letras maiores')
  await page.says(/(^|\D)1 voto\b/)
  expect((await page.button('Votar a favor: Letras maiores')).getAttribute('aria-pressed')).toBe('true')
  await page.press('Votar contra: Letras maiores')
  await page.says(/-1 votos/)
  await page.press('Votar contra: Letras maiores')
  await page.says(/(^|\D)0 votos/)
})

// proves 4.29, 8.15
it('a user rates the help once, and an Admin is told what does not arrive', async () => {
  const sent: object[] = []
  const page = await open('/ajuda', { as: helena, api: { ...filled, 'POST /feedback/rating': refusal(500) } })
  await keys.click(await page.findByRole('radio', { name: 'Excelente' }))
  await page.fill('Comentário (opcional)', 'Muito claro')
  await page.press('Enviar avaliação')
  await toast('Erro ao enviar avaliação. Tente novamente.')
  page.api['POST /feedback/rating'] = ({ body }: Call) => {
    sent.push(body)
    return {}
  }
  await page.press('Enviar avaliação')
  await page.says('Obrigado pela sua avaliação: Excelente.')
  expect(sent).toMatchObject([{ rating: 'excelente', comments: 'Muito claro', helpSection: 'geral' }])

  const broken = { 'GET /suggestions/popular': refusal(400), 'GET /feedback/analytics': refusal(400) }
  const other = await open('/ajuda', { as: helena, api: { ...filled, ...broken } })
  await other.says('Erro ao carregar sugestões.')
  await other.press('Avaliar sugestões', 'link')
  await other.says('Erro ao carregar avaliações.')
})

// proves 2.14.6
it('an Admin decides on a suggestion, a Usuário only reads the list', async () => {
  const sent: object[] = []
  const page = await open('/ajuda/sugestoes', {
    as: helena,
    api: { ...filled, 'PUT /suggestions/3/status': ({ body }: Call) => sent.push(body) && {} },
  })
  await page.press('Alterar situação: Letras maiores')
  const dialog = await page.dialog()
  await dialog.pick('Situação', 'Aprovada')
  await dialog.fill(/^Notas de implementação/, 'Na próxima versão')
  await dialog.press('Salvar')
  await toast('Situação alterada com sucesso!')
  await waitFor(() => expect(sent).toMatchObject([{ status: 'aprovada' }]))

  const reader = await open('/ajuda/sugestoes', { as: ana, api: filled })
  await reader.says(/Apenas administradores avaliam sugestões/)
})

describe('the search', () => {
  const found = (words: string) => findSections(helpSections, words).map(({ key }) => key)

  // proves 2.14.1
  it.each([
    ['', 6],
    ['CNPJ', 1],
    ['devolucao', 1],
    ['RELATORIOS', 1],
    ['não existe', 0],
  ])('%j is found in %d sections', (words, count) => {
    expect(found(words)).toHaveLength(count)
  })

  // proves 2.14.2
  it('reads only what the address may say', () => {
    expect(helpSearch({ search: ' prazo ', view: 'cards', section: 'returns' })).toEqual({
      search: 'prazo',
      view: 'cards',
      section: 'returns',
    })
    expect(helpSearch({ view: 'lista', section: 'outra' })).toEqual({})
  })
})
