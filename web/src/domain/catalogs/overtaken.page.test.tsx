import { sessionUserWire } from '@malote/core/profile/session-user.ts'
import { errors } from '@malote/core/shared/errors.ts'
import { role } from '@malote/core/users/role.ts'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { category, department, helena, itemType, listOf, supplier, user } from '../../test/builders.ts'
import { type Api, type Call, refusal } from '../../test/fake-server.ts'
import { keys, open, type part, server, waitFor } from '../../test/page.ts'

/** Two Admins edit the same record: neither overwrites changes that they have not seen. */

const { message } = errors.CHANGED_MEANWHILE
const overtaken = new RegExp(message)

/**
 * A record that somebody else changes after it was loaded: an edit that began before the last of `changes` is refused.
 *
 * @param seen the field that tells which version an edit began from
 */
function changed<Row extends object>(call: `/api/${string}`, row: Row, list: (rows: Row[]) => object = (rows) => rows) {
  const changes: object[] = []
  const sent: Record<string, unknown>[] = []
  let saved = row
  const api: Api = {
    [`GET ${call.slice(0, call.lastIndexOf('/'))}`]: () => list([saved]),
    [`PUT ${call}`]: ({ body }: Call) => {
      sent.push(body)
      const current = changes.shift()
      if (current) return refusal(409, { message, code: 'CHANGED_MEANWHILE', current: { ...saved, ...current } })
      const { current: seen, ...fields } = body
      saved = { ...saved, ...fields }
      return saved
    },
  }
  return { api, changes, sent }
}

async function edit(path: string, name: string, api: Api) {
  const page = await open(`/settings/${path}`, { as: helena, api })
  await page.press(`Editar ${name}`)
  return { page, dialog: await page.dialog() }
}

type Dialog = ReturnType<typeof part>

async function saveTooLate(dialog: Dialog) {
  await dialog.press('Salvar')
  await dialog.says(overtaken)
}

const valueIn = async (dialog: Dialog, name: RegExp) => (await dialog.field(name)).value

// proves 12.26
it('an Admin whose edit of a department was overtaken keeps what they typed beside what is saved, and may save it', async () => {
  const { api, changes, sent } = changed('/api/departments/7', department(7, 'Arquivo', { description: 'Térreo' }))
  const { page, dialog } = await edit('departments', 'Arquivo', api)
  await dialog.fill(/Descrição/, 'Subsolo')
  changes.push({ dpname: 'Arquivo Geral', dpdescription: 'Primeiro andar' })
  await saveTooLate(dialog)
  await waitFor(async () => expect(await valueIn(dialog, /Nome/)).toBe('Arquivo Geral'))
  expect(await valueIn(dialog, /Descrição/)).toBe('Subsolo')
  await dialog.says('Salvo agora: Primeiro andar')

  await dialog.press('Salvar mesmo assim')
  await page.noDialog()
  expect((await page.row('Arquivo Geral')).text()).toContain('Subsolo')
  expect(sent).toMatchObject([
    { current: { dpname: 'Arquivo', dpdescription: 'Térreo' } },
    { current: { dpname: 'Arquivo Geral', dpdescription: 'Primeiro andar' } },
  ])
})

// proves 12.26
it('an Admin whose edit of an item type was overtaken may give up what they typed', async () => {
  const { api, changes } = changed('/api/item-types/7', itemType(7, 'Laudo', { description: 'Técnico' }))
  const { page, dialog } = await edit('item-types', 'Laudo', api)
  await dialog.fill(/Nome/, 'Laudo médico')
  changes.push({ type_name: 'Laudo pericial' })
  await saveTooLate(dialog)
  await dialog.press('Descartar o que digitei')
  await dialog.saysNo(overtaken)
  await dialog.saysNo(/Salvo agora/)
  await dialog.holds(/Nome/, 'Laudo pericial')
  await dialog.press('Salvar')
  await page.noDialog()
})

it('an Admin whose edit of a category was overtaken twice sees the colour and the days that are saved', async () => {
  const fields = { returnDays: 10, color: '#0e7c86' }
  const { api, changes } = changed('/api/categories/7', category(7, 'Licitações', fields))
  const { page, dialog } = await edit('categories', 'Licitações', {
    ...api,
    'GET /api/deadlines/typical': refusal(404),
  })
  await keys.click(await dialog.findByRole('radio', { name: 'Azul' }))
  await dialog.fill(/Dias de retorno/, '15')
  changes.push({ return_days: null, color: '#b33a32' }, { return_days: 20, color: '#b33a32' })
  await saveTooLate(dialog)
  await dialog.says('Salvo agora: Vermelho')
  await dialog.says('Salvo agora: em branco')
  await dialog.press('Salvar mesmo assim')
  await dialog.says('Salvo agora: 20')
  await dialog.press('Salvar mesmo assim')
  await page.noDialog()
  expect((await page.row('Licitações')).text()).toContain('15 dias')
})

it('an Admin keeps the open edit of a supplier that leaves the list meanwhile', async () => {
  const { api, changes, sent } = changed('/api/suppliers/7', supplier(7, 'Gráfica Sol', { city: 'Santos' }), (rows) =>
    listOf(rows),
  )
  const { page, dialog } = await edit('suppliers', 'Gráfica Sol', api)
  await dialog.fill(/Cidade/, 'Guarujá')
  page.api['GET /api/suppliers'] = listOf([])
  await page.tell('registers', {})
  await waitFor(() => expect(page.calls.filter((call) => call === 'GET /api/suppliers')).toHaveLength(2))
  changes.push({ city: 'Cubatão', is_active: false })
  await saveTooLate(dialog)
  expect(await valueIn(dialog, /Cidade/)).toBe('Guarujá')
  await dialog.says('Salvo agora: Cubatão')
  expect((await dialog.findByLabelText<HTMLInputElement>('Ativo')).checked).toBe(false)
  await dialog.press('Salvar mesmo assim')
  await page.noDialog()
  expect(sent.at(-1)).toMatchObject({ city: 'Guarujá', is_active: false })
})

it('an Admin whose edit of a person was overtaken sees the department and the role that are saved', async () => {
  const { api, changes } = changed('/api/users/7', user(7, 'Íris Dias'))
  const departments = ['Recursos Humanos', 'Jurídico', 'Almoxarifado'].map((name, at) => department(at + 1, name))
  const { page, dialog } = await edit('users', 'Íris Dias', {
    ...api,
    'GET /api/departments': departments,
    'GET /api/users/7/responsibilities': listOf([]),
  })
  await dialog.pick('Departamento', 'Jurídico')
  changes.push({ udpid: 3, role: role.manager })
  await saveTooLate(dialog)
  await dialog.says('Salvo agora: Almoxarifado')
  await dialog.holds(/^Perfil/, 'Gestor')
  await dialog.press('Salvar mesmo assim')
  await page.noDialog()
  expect((await page.row('Íris Dias')).text()).toContain('Gestor')
})

it('an Admin whose edit of a holiday was overtaken sees the name that is saved', async () => {
  const day = { date: '2031-03-04', name: 'Aniversário', kind: 'local' }
  const { api, changes } = changed('/api/calendar/holidays/2031-03-04', day)
  const { page, dialog } = await edit('calendar?year=2031', 'Aniversário', {
    ...api,
    'GET /api/calendar/effect': { later: 0, earlier: 0, sample: [] },
  })
  await dialog.fill(/Nome/, 'Aniversário da cidade')
  changes.push({ name: 'Fundação' })
  await saveTooLate(dialog)
  await dialog.says('Salvo agora: Fundação')
  await dialog.press('Salvar mesmo assim')
  await page.noDialog()
  await page.row('Aniversário da cidade')
})

it('an edit that the end of the session interrupted is still compared with what it began from', async () => {
  const { api, changes, sent } = changed('/api/departments/7', department(7, 'Protocolo Geral'))
  const { page, dialog } = await edit('departments', 'Protocolo Geral', {
    ...api,
    'POST /api/auth/login': { token: 'again', user: z.encode(sessionUserWire, helena) },
  })
  await dialog.fill(/Descrição/, 'Balcão')
  const save = server.api['PUT /api/departments/7'] as (call: Call) => unknown
  page.api['PUT /api/departments/7'] = refusal(401, { message: 'Sessão expirada', code: 'UNAUTHENTICATED' })
  await dialog.press('Salvar')
  await page.fill('E-mail', helena.email)
  page.api['PUT /api/departments/7'] = save
  changes.push({ dpdescription: 'Guichê 2' })
  await page.fill('Senha', 'senha-de-helena')
  await page.press('Entrar')
  const again = await page.dialog()
  await waitFor(async () => expect(await valueIn(again, /Descrição/)).toBe('Balcão'))
  await saveTooLate(again)
  await again.says('Salvo agora: Guichê 2')
  expect(sent).toMatchObject([{ current: { dpdescription: null } }])
})
