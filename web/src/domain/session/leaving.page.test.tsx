import { sessionUserWire } from '@malote/core/profile/session-user.ts'
import { role } from '@malote/core/users/role.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { ana, debora, frameOf, helena, listOf, protocol, sent, user } from '../../test/builders.ts'
import { noted, refusal } from '../../test/fake-server.ts'
import { filled } from '../../test/filled.ts'
import { keys, open, part, toast, waitFor } from '../../test/page.ts'
import { useTheme } from '../../ui/use-theme.ts'
import { useSession } from './session.tsx'

type Page = Awaited<ReturnType<typeof open>>

async function signOut(page: Page, name: string) {
  await page.press(new RegExp(`^Menu de ${name} `))
  await page.press('Sair', 'menuitem')
}
const answerTo = async (page: Page, button: string) => {
  await (await page.question('Sair sem salvar?')).press(button)
  await page.noDialog()
}
const drafts = () => Object.keys(sessionStorage).filter((key) => key.includes('draft'))
const api = {
  ...filled,
  'POST /api/auth/logout': {},
  // Asked when somebody types slowly.
  'GET /api/search': { protocols: [], documents: [], suppliers: [], supplies: [] },
} as const

it('a form that is left while it is sent is sent no further, and leads nobody back', async () => {
  const answer = Promise.withResolvers<object>()
  const page = await open('/protocolos/novo', {
    as: ana,
    api: {
      ...api,
      'GET /api/protocols/5': protocol(5, sent),
      'POST /api/protocols': () => answer.promise,
      'PUT /api/protocols/5': () => answer.promise,
    },
  })
  const leave = async (call: string) => {
    const file = document.querySelector('input[type=file]') as HTMLInputElement
    await keys.upload(file, new File(['Contrato'], 'contrato.txt', { type: 'text/plain' }))
    await page.press('Salvar')
    await page.button('Salvando...')
    await page.press('Retorno de Itens', 'link')
    await answerTo(page, 'Sair sem salvar')
    await page.findByRole('heading', { name: 'Retorno de Itens', level: 1 })
    await waitFor(() => expect([...noted.failures]).toContain(`${call}: 0`))
  }
  await page.pick('Departamento de Destino', 'Jurídico')
  await page.pick('Tipo de Item', 'Contrato')
  await page.fill(/^Observações/, 'Contratos para assinatura')
  await leave('POST /api/protocols')
  await page.press('Protocolos', 'link')
  await page.press('#5', 'link')
  await page.press('Editar')
  await page.fill(/^Observações/, 'Outras observações')
  await leave('PUT /api/protocols/5')
  answer.resolve({ protocol_id: 5 })
  await page.press('Protocolos', 'link')
  await page.row('#5')
  expect(page.address()).toBe('/protocolos')
  expect(page.queryByRole('alert')).toBeNull()
})

it('whoever leaves the sign-in while it is answered is not led away', async () => {
  const answer = Promise.withResolvers<object>()
  const page = await open('/protocolos', { as: ana, api: { ...api, 'POST /api/auth/login': () => answer.promise } })
  await signOut(page, ana.name)
  await page.fill('E-mail', ana.email)
  await page.fill('Senha', 'senha-de-teste')
  await page.press('Entrar')
  await page.button('Entrando...')
  await page.press('Esqueci minha senha', 'link')
  await page.findByRole('heading', { name: 'Esqueci minha senha' })
  answer.resolve({ token: 'session-later', user: frameOf(ana)['GET /api/auth/me'] as object })
  await waitFor(() => expect(localStorage.getItem('malote:token')).not.toBeNull())
  await page.findByRole('heading', { name: 'Esqueci minha senha' })
  await page.press('Voltar para o login', 'link')
  await page.button(new RegExp(`^Menu de ${ana.name} `))
})

it('an Admin is asked before what was typed in a dialog is lost', async () => {
  const page = await open('/settings', { as: helena, api })
  await keys.click(await part(await page.findByRole('main')).findByRole('link', { name: /^Departamentos/ }))
  const begin = async () => {
    await page.press('Novo Departamento')
    const dialog = await page.dialog('Novo Departamento')
    await dialog.fill(/^Nome/, 'Arquivo morto')
    return dialog
  }
  const dialog = await begin()
  const stay = async () => {
    await (await page.question('Sair sem salvar?')).press('Continuar editando')
    await waitFor(() => expect(page.queryByRole('alertdialog')).toBeNull())
    await dialog.holds(/^Nome/, 'Arquivo morto')
    expect(page.address()).toBe('/settings/departments?open=new')
  }
  history.back()
  await stay()
  ;(await dialog.field(/^Nome/)).focus()
  await keys.keyboard('{Escape}')
  await stay()
  await dialog.press('Fechar')
  await page.question('Sair sem salvar?')
  await keys.keyboard('{Escape}') // the question is on top, so Esc closes it
  await waitFor(() => expect(page.queryByRole('alertdialog')).toBeNull())
  await keys.keyboard('{Control>}k{/Control}')
  await keys.type(await (await page.dialog('Busca rápida')).findByRole('combobox'), 'Relatórios')
  await keys.click(await page.findByRole('option', { name: 'Relatórios' }))
  await stay()
  await dialog.press('Fechar')
  await answerTo(page, 'Sair sem salvar')
  expect(page.address()).toBe('/settings/departments')

  // A discarded form is gone, also with Back, which then does not show the list twice; Cancelar does not ask.
  await begin()
  history.back()
  await answerTo(page, 'Sair sem salvar')
  expect(page.address()).toBe('/settings/departments')
  await (await begin()).press('Cancelar')
  await page.noDialog()
  await page.press('Novo Departamento')
  await (await page.dialog('Novo Departamento')).holds(/^Nome/, '')
  history.back()
  await page.noDialog()
  history.back()
  await page.findByRole('heading', { name: 'Configurações do Sistema', level: 1 })
})

// proves 11.32
it('a sender who signs out is asked about what is not saved, and leaves no draft behind', async () => {
  const page = await open('/protocolos/novo', { as: ana, api })
  await page.fill(/^Observações/, 'Ainda não enviado')
  await signOut(page, ana.name)
  await answerTo(page, 'Continuar editando')
  await page.holds(/^Observações/, 'Ainda não enviado')
  await keys.keyboard('{Control>}k{/Control}')
  const search = await page.dialog('Busca rápida')
  await keys.type(await search.findByRole('combobox'), 'Sair')
  await keys.click(await page.findByRole('option', { name: 'Sair' }))
  await (await page.question('Sair sem salvar?')).press('Sair sem salvar')
  await page.field('E-mail')
  expect(drafts()).toEqual([])
})

it('a sender who signs out is asked about a comment that waits on another page, and about nothing else', async () => {
  const page = await open('/protocolos/5?tab=comentarios', {
    as: ana,
    api: { ...api, 'GET /api/protocols/5': protocol(5) },
  })
  await page.fill('Novo comentário', 'Falta a última folha')
  await page.press('Retorno de Itens', 'link')
  await page.findByRole('heading', { name: 'Retorno de Itens', level: 1 })
  await signOut(page, ana.name)
  await answerTo(page, 'Continuar editando')
  history.back()
  await page.press(/^Comentários/, 'tab')
  await page.holds('Novo comentário', 'Falta a última folha')
  await page.fill('Novo comentário', '')
  await signOut(page, ana.name)
  await page.field('E-mail')
})

// proves 18.25
it('a search that was open when the session ended is not open after the next sign-in', async () => {
  const page = await open('/protocolos', { as: helena, api })
  await page.press(/^Busca rápida/)
  await page.dialog('Busca rápida')
  const next = await open('/protocolos', { as: ana, api })
  await next.says('Protocolos')
  await next.noDialog()
})

it('a browser keeps the secret of each person who has signed in in it, and sends it at their next sign-in', async () => {
  const sent: unknown[] = []
  const secrets = ['a'.repeat(43), 'b'.repeat(43)]
  const page = await open('/protocolos', {
    as: helena,
    api: {
      ...frameOf(ana),
      ...frameOf(helena),
      ...api,
      'POST /api/auth/login': ({ body }) => {
        sent.push((body as { device?: string }).device)
        return {
          token: `session-${sent.length}`,
          user: frameOf(sent.length === 2 ? ana : helena)['GET /api/auth/me'] as object,
          device: secrets[sent.length - 1],
        }
      },
    },
  })
  let here = helena
  for (const person of [helena, ana, helena]) {
    await signOut(page, here.name)
    await page.fill('E-mail', ` ${person.email.toUpperCase()}`)
    await page.fill('Senha', 'senha-de-teste')
    await page.press('Entrar')
    await page.findByRole('button', { name: new RegExp(`^Menu de ${person.name} `) })
    here = person
  }
  expect(sent).toEqual([undefined, undefined, secrets[0]])
})

it('a session that ends gives back what an Admin typed about a person', async () => {
  const invitation = { url: 'https://malote.test/convite#token=x', expires_at: '2099-01-01T12:00:00Z', mailed: false }
  const page = await open('/settings/users', {
    as: helena,
    api: {
      ...api,
      'POST /api/users': refusal(401),
      'POST /api/auth/login': { token: 'session-later', user: frameOf(helena)['GET /api/auth/me'] as object },
    },
  })
  const begin = async () => {
    await page.press('Novo Usuário')
    return page.dialog('Novo Usuário')
  }
  const first = await begin()
  await first.fill(/^Nome/, 'Rita Moraes')
  await first.fill(/^E-mail/, 'rita@malote.test')
  await first.pick('Departamento', 'Jurídico')
  await first.press('Salvar')
  await waitFor(() => expect(page.address()).toBe('/login'))
  await page.fill('E-mail', helena.email)
  await page.fill('Senha', 'senha-de-teste')
  await page.press('Entrar')
  const again = await page.dialog('Novo Usuário')
  await again.says(/^Recuperamos o que você estava digitando/)
  await again.holds(/^Nome/, 'Rita Moraes')
  await again.holds(/^E-mail/, 'rita@malote.test')
  await again.holds(/^Departamento/, 'Jurídico')
  page.api['POST /api/users'] = { ...user(9, 'Rita Moraes'), invitation }
  await again.press('Salvar')
  const invited = await page.dialog('Convite de Rita Moraes')
  await keys.click(invited.getAllByRole('button', { name: 'Fechar' }).at(-1) as HTMLElement)
  await page.noDialog()
  const empty = await begin()
  await empty.holds(/^Nome/, '')
  await empty.saysNo(/Recuperamos/)
  // It is in the address, so Back closes it.
  history.back()
  await page.noDialog()
  page.api['PUT /api/users/2'] = user(2, 'Ana')
  await page.press('Editar Ana Beatriz Nogueira')
  await (await page.dialog()).fill(/^Nome/, 'Ana')
  await page.press('Salvar')
  await toast('Usuário atualizado com sucesso!')
  await waitFor(() => expect(page.address()).toBe('/settings/users'))
})

const WithoutSession = () => useSession().user?.name
const WithoutTheme = () => useTheme().theme

// proves 8.16
it.each([
  ['session', WithoutSession],
  ['theme', WithoutTheme],
])('the %s outside of its provider is a mistake of the developer', (_, Lost) => {
  expect(() => renderToStaticMarkup(<Lost />)).toThrow(/Provider/)
})

it('a new role, a new department and the end of an account are felt without signing in again', async () => {
  const stream = Promise.withResolvers<ReadableStreamDefaultController<Uint8Array>>()
  const page = await open('/protocolos', {
    as: debora,
    api: {
      ...{ ...filled, 'GET /api/protocols': listOf([]) },
      'GET /api/events': () => new Response(new ReadableStream({ start: stream.resolve })),
    },
  })
  const events = await stream.promise
  await page.press(new RegExp(`^Menu de ${debora.name} `))
  await page.says(/Usuário · Jurídico$/)
  const promoted = { ...debora, role: role.manager, departmentId: 1, departmentName: 'Recursos Humanos' }
  page.api['GET /api/auth/me'] = z.encode(sessionUserWire, promoted)
  page.api['GET /api/protocols'] = filled['GET /api/protocols'] as object
  events.enqueue(new TextEncoder().encode('event: me\ndata: {}\n\n'))
  await page.says(/Gestor · Recursos Humanos$/)
  await keys.keyboard('{Escape}')
  await page.row('#5')

  // The server cuts off who has no account any more.
  page.api['GET /api/events'] = refusal(401)
  events.close()
  await waitFor(() => expect(page.address()).toMatch(/^\/login/))
})
