import { role } from '@malote/core/users/role.ts'
import { createdUserWire, invitationWire } from '@malote/core/users/user.wire.ts'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { carlos, debora, helena, listOf, lookups, returnRow, user } from '../../test/builders.ts'
import { type Api, type Call, refusal } from '../../test/fake-server.ts'
import { isOff, keys, open, type part, toast, waitFor } from '../../test/page.ts'

const law = { departmentId: 2, departmentName: 'Jurídico' }
const people = [
  user(5, 'Bruno Siqueira', { protocolsCreated: 3 }),
  user(6, 'Eduarda Pires', { ...law, role: role.manager }),
  user(7, 'Fábio Conceição', law),
  user(1, 'Helena Prado', { role: role.admin, email: helena.email }),
  user(8, 'Otávio Reis', { role: role.admin }),
]
const api: Api = { ...lookups, 'GET /api/users': people, 'GET /api/users/7/responsibilities': listOf([]) }

const names = (page: ReturnType<typeof part>) => page.queryAllByRole('rowheader').map(({ textContent }) => textContent)

// proves 2.12.10, 2.12.11, 2.12.12, 8.14
it('an Admin adds, edits and deletes a person, and each failure is said in its words', async () => {
  const page = await open('/settings/users', { as: helena, api })
  await page.press('Novo Usuário')
  const form = await page.dialog('Novo Usuário')
  await form.holds(/^Perfil/, 'Usuário')
  expect((await form.findByLabelText<HTMLInputElement>('Usuário ativo')).checked).toBe(true)
  await form.press('Salvar')
  for (const sentence of ['Nome é obrigatório', 'E-mail é obrigatório', 'Departamento é obrigatório'])
    await form.says(sentence)
  await form.fill(/^E-mail/, 'iris')
  await form.says('E-mail inválido')
  await form.fill(/^Nome/, 'Íris Dias')
  await form.fill(/^E-mail/, 'pessoa5@malote.test')
  await keys.type(await form.field(/^Telefone/), '11912345678')
  await form.holds(/^Telefone/, '(11) 91234-5678')
  // Enter takes the department that fits, and sends nothing.
  await keys.type(await form.findByRole('combobox', { name: 'Departamento' }), 'jur')
  await waitFor(() => expect(page.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Jurídico']))
  await keys.keyboard('{Enter}')
  await form.holds(/^Departamento/, 'Jurídico')
  const taken = 'Já existe um usuário com este e-mail'
  page.api['POST /api/users'] = refusal(409, { message: taken, errors: { uemail: taken } })
  await form.press('Salvar')
  await form.says(taken)
  page.api['POST /api/users'] = refusal(500)
  await form.press('Salvar')
  await toast('Erro ao adicionar usuário. Tente novamente.')
  const iris = {
    id: 9,
    name: 'Íris Dias',
    email: 'iris@malote.test',
    phone: '(11) 91234-5678',
    ...law,
    role: role.user,
  }
  const added = { ...iris, isActive: true, firstAccess: true, protocolsCreated: 0 }
  const answer = Promise.withResolvers<object>()
  page.api['POST /api/users'] = () => answer.promise
  await form.press('Salvar')
  expect(isOff(await form.button('Salvando...'))).toBe(true)
  expect(isOff(await form.button('Cancelar'))).toBe(true)
  page.api['GET /api/users'] = [...people, user(9, 'Íris Dias', added)]
  const url = 'https://malote.test/primeiro-acesso#token=abc'
  answer.resolve(z.encode(createdUserWire, { ...added, invitation: { url, expiresAt: '2026-12-02T12:00:00Z' } }))
  const invitation = await page.dialog('Convite de Íris Dias')
  await invitation.says(/Ele vale até 02\/12\/2026 às 09:00/)
  await invitation.says(/Nenhum e-mail foi enviado/)
  await invitation.holds('Link do convite', url)
  await keys.keyboard('{Escape}')
  await page.noDialog()
  const row = await page.row('Primeiro acesso')
  expect(row.text()).toMatch(/iris@malote\.test.*\(11\) 91234-5678.*Jurídico.*Usuário.*Ativo.*0/)

  const newer = { url: `${url}d`, expiresAt: '2026-12-03T12:00:00Z' }
  page.api['POST /api/users/9/invite'] = { invitation: z.encode(invitationWire, newer) }
  await page.press('Mais ações para Íris Dias')
  await page.press('Novo convite', 'menuitem')
  await (await page.question('Novo convite')).press('Gerar convite')
  await (await page.dialog('Convite de Íris Dias')).holds('Link do convite', newer.url)
  await keys.keyboard('{Escape}')
  await page.noDialog()

  await page.press('Excluir Íris Dias')
  page.api['DELETE /api/users/9'] = refusal(500)
  const question = await page.question('Excluir Usuário')
  await question.says('Tem certeza que deseja excluir o usuário "Íris Dias"? Esta ação não pode ser desfeita.')
  await question.press('Sim, excluir')
  await toast('Erro ao excluir usuário. Tente novamente.')
  await page.noDialog()
  page.api['DELETE /api/users/9'] = () => undefined
  page.api['GET /api/users'] = people
  await page.press('Excluir Íris Dias')
  await page.question().then(({ press }) => press('Sim, excluir'))
  await toast('Usuário excluído com sucesso!')
  await page.noRow('Íris Dias')
})

// proves 2.12.10
it('an Admin learns who cannot be deleted, deactivated or invited, and why', async () => {
  const page = await open('/settings/users', { as: helena, api })
  const remove = await page.button('Excluir Bruno Siqueira')
  expect(isOff(remove)).toBe(true)
  expect(remove.getAttribute('aria-description')).toBe('Não é possível excluir usuários com protocolos associados')
  await keys.click(remove)
  expect(page.queryByRole('alertdialog')).toBeNull()
  const own = await page.button('Excluir Helena Prado')
  expect(own.getAttribute('aria-description')).toBe('Você não pode excluir o seu próprio usuário')
  await page.press('Editar Helena Prado')
  const form = await page.dialog()
  expect(isOff(await form.findByLabelText('Usuário ativo'))).toBe(true)
  await form.says('Você não pode desativar o seu próprio usuário')
  await form.press('Cancelar')
  await page.noDialog()

  page.api['PUT /api/users/7'] = refusal(500)
  await page.press('Mais ações para Bruno Siqueira')
  await page.button('Baixar dados pessoais', 'menuitem')
  expect(page.queryByRole('menuitem', { name: 'Remover dados pessoais' })).toBeNull()
  await keys.keyboard('{Escape}')
  await page.press('Editar Fábio Conceição')
  const edit = await page.dialog('Editar Usuário')
  await keys.click(await edit.findByLabelText('Usuário ativo'))
  await edit.press('Salvar')
  await toast('Erro ao editar usuário. Tente novamente.')
  page.api['PUT /api/users/7'] = people[2] as object
  page.api['GET /api/users'] = [user(7, 'Fábio Conceição', { isActive: false })]
  await edit.press('Salvar')
  await toast('Usuário atualizado com sucesso!')
  await page.says('Inativo', 'tr')
  await page.press('Mais ações para Fábio Conceição')
  await page.says('Este usuário está inativo')
  await page.button('Remover dados pessoais', 'menuitem')
})

// proves 2.12.9, 17.72
it('an Admin narrows the list of people while typing, and the filters are in the address', async () => {
  const page = await open('/settings/users', { as: helena, api })
  await page.row('Helena Prado')
  expect(page.queryByRole('button', { name: 'Limpar filtros' })).toBeNull()
  await page.fill('Buscar', 'conceicao')
  await waitFor(() => expect(names(page)).toEqual(['Fábio Conceição']))
  await waitFor(() => expect(page.address()).toBe('/settings/users?search=conceicao'))
  await page.fill('Buscar', 'ninguém')
  await page.says('Nenhum usuário encontrado com os filtros aplicados.')
  await page.press('Limpar filtros')
  await waitFor(() => expect(page.queryByRole('button', { name: 'Limpar filtros' })).toBeNull())
  await page.holds('Buscar', '')
  await page.pick('Departamento', 'Jurídico')
  await waitFor(() => expect(names(page)).toEqual(['Eduarda Pires', 'Fábio Conceição']))
  await page.pick('Perfil', 'Gestor')
  await waitFor(() => expect(names(page)).toEqual(['Eduarda Pires']))
  await waitFor(() => expect(page.address()).toBe('/settings/users?department=2&role=Gestor'))

  const again = await open('/settings/users?department=2&status=inactive', { as: helena, api })
  await again.says('Nenhum usuário encontrado com os filtros aplicados.')
  await again.press('Limpar filtros')
  await again.row('Fábio Conceição')
  expect((await again.findByRole('link', { name: 'Fábio Conceição' })).getAttribute('href')).toBe(
    '/retornos?responsible=7',
  )
})

// proves 8.13
it('a Gestor reads the people, a Usuário has no access, and a failed load can be tried again', async () => {
  const reader = await open('/settings/users', { as: carlos, api: { ...api, 'GET /api/users': refusal(500) } })
  await reader.says('Erro ao carregar usuários. Tente novamente.')
  reader.api['GET /api/users'] = people
  await reader.press('Tentar novamente')
  await reader.row('Helena Prado')
  await reader.says(/Somente leitura/)
  expect(reader.queryByRole('columnheader', { name: 'Ações' })).toBeNull()
  expect(reader.queryByRole('button', { name: /Novo Usuário|Editar|Excluir/ })).toBeNull()

  const outsider = await open('/settings/users', { as: debora, api })
  await outsider.says('Você não tem acesso a esta tela')
})

// proves 2.12.9, 11.26
it('an Admin pages through many people, and gaps in an answer break nothing', async () => {
  const many = Array.from({ length: 120 }, (_, at) => user(at + 1, `Pessoa ${String(at + 1).padStart(3, '0')}`))
  const { udpid, department_name, protocols_created, uphone, ...bare } = many[0] as Record<string, unknown>
  const page = await open('/settings/users', {
    as: helena,
    api: { ...api, 'GET /api/users': [bare, ...many.slice(1)] },
  })
  await page.says('120 usuários')
  await page.says('Mostrando 1 a 50 de 120 resultados')
  expect(names(page)).toHaveLength(50)
  expect((await page.row('Pessoa 001')).text()).toContain('—')
  await page.fill('Buscar', 'pessoa 0')
  await page.says(/^99 usuários encontrados/)
  await page.press('Próxima')
  await page.says('Mostrando 51 a 99 de 99 resultados')

  const none = await open('/settings/users', { as: helena, api: { ...api, 'GET /api/users': [] } })
  await none.says('Nenhum usuário encontrado.')
})

it('an Admin who changes a name sees it everywhere at once, also their own', async () => {
  let name = 'Fábio Conceição'
  const page = await open('/retornos', {
    as: helena,
    api: {
      ...api,
      'GET /api/extension-requests': listOf([]),
      'GET /api/returns': () => listOf([returnRow(51, '777/2026', { responsible: name, responsibleId: 7 })]),
      'PUT /api/users/*': ({ body, last }: Call) => {
        if (last === '7') name = body.uname
        return user(Number(last), body.uname)
      },
    },
  })
  expect((await page.row('777/2026')).text()).toContain('Fábio Conceição')
  await page.press('Configurações', 'link')
  await page.press(/^Usuários/, 'link')
  await page.press('Editar Fábio Conceição')
  const form = await page.dialog()
  await form.fill(/^Nome/, 'Fábio Lobo')
  await form.press('Salvar')
  await toast('Usuário atualizado com sucesso!')
  await page.noDialog()
  await page.press('Retorno de Itens', 'link')
  await waitFor(async () => expect((await page.row('777/2026')).text()).toContain('Fábio Lobo'))
})

// proves 18.27
it('an Admin ends the sessions of one person, and of everybody, after a question', async () => {
  const page = await open('/settings/users', {
    as: helena,
    api: { ...api, 'DELETE /api/users/7/sessions': () => undefined, 'DELETE /api/sessions': () => undefined },
  })
  await page.press('Mais ações para Fábio Conceição')
  await page.press('Encerrar sessões', 'menuitem')
  const question = await page.question('Encerrar sessões')
  await question.says(/^Encerrar todas as sessões de Fábio Conceição\?/)
  await question.press('Encerrar sessões')
  await toast('Sessões de Fábio Conceição encerradas.')
  await page.noDialog()
  await page.press('Mais ações')
  await page.press('Encerrar todas as sessões', 'menuitem')
  await page.question('Encerrar as sessões de todos').then(({ press }) => press('Cancelar'))
  await page.noDialog()
  expect(page.calls).not.toContain('DELETE /api/sessions')
  await page.press('Mais ações')
  await page.press('Encerrar todas as sessões', 'menuitem')
  await page.question('Encerrar as sessões de todos').then(({ press }) => press('Encerrar todas'))
  await toast('As sessões de todos foram encerradas.')
})
