import { randomUUID } from 'node:crypto'
import { describe, expect, it, onTestFinished } from 'vitest'
import { chainWholeHistory } from '../../platform/db/chain/chain-history.ts'
import { newStorageKey } from '../../platform/files/storage-key.ts'
import { testApp } from '../../test/app.ts'
import {
  buildAdmin,
  buildCategory,
  buildDepartment,
  buildExtensionRequest,
  buildItemType,
  buildManager,
  buildProtocol,
  buildSupplier,
  buildUser,
} from '../../test/builders.ts'
import { newEvents } from './audit.test-setup.ts'

const { app, db, as } = await testApp({ ownDatabase: true, now: '2026-11-22T12:00:00Z' })
const legal = await buildDepartment(db, { name: 'Jurídico' })
const archives = await buildDepartment(db, { name: 'Arquivo' })
const admin = await buildAdmin(db, { name: 'Helena Prado', departmentId: legal.id })
const manager = await buildManager(db, { departmentId: legal.id })
const client = as(admin)
const events = newEvents(db)

/** One act of an Admin: the request, and the events that it leaves. */
interface Act {
  path?: string
  body?: unknown
  events: object[]
}

const secretProtocol = () => buildProtocol(db, { remarks: 'Segredo', items: [{ description: 'Segredo' }] })

/** A removal by these calls. */
const removal = (place: string, protocol?: { id: number }, body: object = {}): Act => ({
  path: `/api/protocols${protocol ? `/${protocol.id}` : ''}${place}/black-out`,
  body: { reason: 'Enviado por engano', ...body },
  events: [{ action: 'black-out', before: null, after: expect.objectContaining({ reason: 'Enviado por engano' }) }],
})

/** The acts with the entries of a register. The first field of the form is its name. */
function actsOn(
  path: string,
  register: { kind: string; build: () => Promise<{ id: number }>; form: Record<string, unknown>; edit: object } & {
    before: object
    after: object
  },
): Record<string, () => Promise<Act>> {
  const { kind, build, form, edit, before, after } = register
  const event = (verb: string, facts: object) => [{ action: `${kind}.${verb}`, subjectKind: kind, ...facts }]
  const built = async (verb: string, facts: object): Promise<Act> => {
    const { id } = await build()
    return { path: `${path}/${id}`, events: event(verb, { subjectId: String(id), ...facts }) }
  }
  return {
    [`POST ${path}`]: async () => ({
      body: form,
      events: event('created', { subjectName: Object.values(form)[0], before: null, after: form }),
    }),
    [`PUT ${path}/{id}`]: async () => {
      const act = await built('changed', { before, after })
      onTestFinished(async () => void (await client.delete(act.path ?? '')))
      return { ...act, body: edit }
    },
    [`DELETE ${path}/{id}`]: () => built('deleted', { before: expect.any(Object), after: null }),
  }
}

const nothing = 'reads, or answers with what was just sent: nothing changes'

/** Every call that only Admins may make, and that is not a GET. */
const acts: Record<string, (() => Promise<Act>) | typeof nothing> = {
  'POST /api/import/{importable}/preview': nothing,
  'POST /api/import/{importable}/refused': nothing,

  'POST /api/import/{importable}': async () => {
    const content = Buffer.from(
      ['Nome;E-mail;Departamento;Papel', 'Ana Nova;nova@malote.test;Jurídico;Gestor'].join('\n'),
    )
    const { body } = await client.post('/api/import/users/preview', content)
    await buildUser(db, { email: 'alheia@malote.test' })
    return {
      path: `/api/import/users?token=${body.token}`,
      body: content,
      events: [
        {
          action: 'user.created',
          subjectName: 'Ana Nova',
          before: null,
          after: { uname: 'Ana Nova', uemail: 'nova@malote.test', role: 'Gestor', department_name: 'Jurídico' },
        },
        {
          action: 'import',
          subjectKind: 'users',
          after: { total: 1, created: 1, changed: 0, unchanged: 0, refused: 0, leftOut: 0 },
        },
      ],
    }
  },

  ...actsOn('/api/departments', {
    ...{ kind: 'department', build: () => buildDepartment(db, { name: 'Financeiro', description: 'Contas' }) },
    ...{
      form: { dpname: 'Compras', dpdescription: 'Licitações' },
      edit: { dpname: 'Finanças', dpdescription: 'Contas' },
    },
    ...{ before: { dpname: 'Financeiro' }, after: { dpname: 'Finanças' } },
  }),
  ...actsOn('/api/categories', {
    ...{ kind: 'category', build: () => buildCategory(db, { name: 'Convênios', returnDays: 5 }) },
    form: { ctname: 'Contratos', return_days: 5, category_parameter: 'Dias úteis' },
    edit: { ctname: 'Convênios', return_days: 8, category_parameter: 'Dias úteis' },
    ...{ before: { return_days: 5 }, after: { return_days: 8 } },
  }),
  ...actsOn('/api/item-types', {
    ...{ kind: 'item-type', build: () => buildItemType(db, { name: 'Ofício' }), form: { type_name: 'Processo' } },
    edit: { type_name: 'Ofício circular', type_description: null },
    ...{ before: { type_name: 'Ofício' }, after: { type_name: 'Ofício circular' } },
  }),
  ...actsOn('/api/suppliers', {
    ...{ kind: 'supplier', build: () => buildSupplier(db, { cnpj: '33000167000101', city: 'Santos' }) },
    form: { company_name: 'Papelaria Ltda', cnpj: '11222333000181', state: 'SP', city: 'Santos' },
    edit: { cnpj: '33000167000101', company_name: 'Gráfica', state: 'SP', city: 'Campinas', is_active: false },
    ...{ before: { city: 'Santos', is_active: true }, after: { city: 'Campinas', is_active: false } },
  }),

  'POST /api/calendar/holidays': async () => ({
    body: { date: '2026-12-08', name: 'Padroeira' },
    events: [
      {
        ...{ action: 'calendar.changed', subjectKind: 'holiday', subjectId: '2026-12-08', before: null },
        after: { date: '2026-12-08', name: 'Padroeira' },
      },
    ],
  }),
  'PUT /api/calendar/holidays/{date}': async () => {
    await db.insertInto('holidays').values({ date: '2026-12-09', name: 'Festa', kind: 'local' }).execute()
    return {
      path: '/api/calendar/holidays/2026-12-09',
      body: { date: '2026-12-10', name: 'Festa' },
      events: [{ action: 'calendar.changed', before: { date: '2026-12-09' }, after: { date: '2026-12-10' } }],
    }
  },
  'DELETE /api/calendar/holidays/{date}': async () => {
    await db.insertInto('holidays').values({ date: '2026-12-11', name: 'Festa', kind: 'local' }).execute()
    return {
      path: '/api/calendar/holidays/2026-12-11',
      events: [{ action: 'calendar.changed', before: { date: '2026-12-11', name: 'Festa' }, after: null }],
    }
  },
  'POST /api/calendar/apply': async () => {
    const count = { countedFrom: '2026-11-20', countedDays: 5, countedInBusinessDays: true, countedUntil: '2026-11-27' }
    await buildProtocol(db, { createdAt: '2026-11-20T15:00:00Z', items: [{ ...count, returnDate: '2026-11-27' }] })
    await db.insertInto('holidays').values({ date: '2026-11-25', name: 'Aniversário', kind: 'local' }).execute()
    return {
      body: { added: '2026-11-25' },
      events: [{ action: 'calendar.changed', after: { added: '2026-11-25', shorten: false, moved: 1 } }],
    }
  },

  'PUT /suggestions/{id}/status': async () => {
    const { body } = await as(manager).post('/suggestions', {
      title: 'Etiquetas',
      description: 'Imprimir etiquetas para as pastas',
      category: 'interface',
      priority: 'alta',
    })
    return {
      path: `/suggestions/${body.id}/status`,
      body: { status: 'aprovada' },
      events: [{ action: 'suggestion.changed', subjectName: 'Etiquetas' }],
    }
  },

  'POST /api/users': async () => ({
    body: { uname: 'Bruno Siqueira', uemail: 'bruno@malote.test', udpid: legal.id },
    events: [
      {
        ...{ action: 'user.created', subjectKind: 'user', subjectName: 'Bruno Siqueira', before: null },
        after: {
          ...{ uname: 'Bruno Siqueira', uemail: 'bruno@malote.test', uphone: null, udpid: legal.id },
          ...{ department_name: 'Jurídico', role: 'Usuário', is_active: true },
        },
      },
    ],
  }),
  'PUT /api/users/{id}': async () => {
    const user = await buildUser(db, { name: 'Caio', departmentId: legal.id })
    return {
      path: `/api/users/${user.id}`,
      body: { uname: 'Caio Luz', uemail: user.email, udpid: archives.id, role: 'Admin', is_active: false },
      events: [
        { action: 'role.changed', subjectName: 'Caio Luz', before: { role: 'Usuário' }, after: { role: 'Admin' } },
        {
          action: 'user.changed',
          before: { uname: 'Caio', udpid: legal.id, department_name: 'Jurídico', is_active: true },
          after: { uname: 'Caio Luz', udpid: archives.id, department_name: 'Arquivo', is_active: false },
        },
      ],
    }
  },
  'DELETE /api/users/{id}': async () => {
    const user = await buildUser(db, { name: 'Engano', departmentId: legal.id })
    return {
      path: `/api/users/${user.id}`,
      events: [
        { action: 'user.deleted', subjectName: 'Engano', before: expect.objectContaining({ uemail: user.email }) },
      ],
    }
  },
  'DELETE /api/users/{id}/sessions': async () => {
    const user = await buildUser(db, { name: 'Duda', departmentId: legal.id })
    return {
      path: `/api/users/${user.id}/sessions`,
      events: [{ action: 'session.ended', subjectKind: 'user', subjectId: String(user.id), subjectName: 'Duda' }],
    }
  },
  'DELETE /api/sessions': async () => ({ events: [{ action: 'session.ended', subjectKind: 'sessions' }] }),
  'POST /api/users/{id}/invite': async () => {
    const user = await buildUser(db, { departmentId: legal.id })
    return {
      path: `/api/users/${user.id}/invite`,
      events: [{ action: 'password.link', subjectId: String(user.id), before: null, after: null }],
    }
  },
  'POST /api/users/{id}/anonymize': async () => {
    const { id } = await buildUser(db, { departmentId: legal.id, isActive: false })
    return {
      path: `/api/users/${id}/anonymize`,
      events: [{ action: 'user.anonymized', subjectId: String(id), subjectName: `Pessoa removida ${id}`, after: null }],
    }
  },
  'POST /api/occurrences/{id}/black-out': async () => {
    const protocol = await secretProtocol()
    const { status, body } = await client.post(`/api/protocols/items/${protocol.items[0]?.id}/occurrences`, {
      ...{ kind: 'damaged', description: 'Segredo' },
    })
    expect(status).toBe(201)
    return { ...removal('', undefined, { field: 'description' }), path: `/api/occurrences/${body.id}/black-out` }
  },
  'POST /api/extension-requests/{id}/black-out': async () => {
    const protocol = await secretProtocol()
    const asked = { itemId: protocol.items[0]?.id ?? 0, askedBy: manager.id, reason: 'Segredo' }
    const { id } = await buildExtensionRequest(db, asked)
    return { ...removal('', undefined, { field: 'reason' }), path: `/api/extension-requests/${id}/black-out` }
  },
  'POST /api/protocols/{id}/black-out': async () => removal('', await secretProtocol(), { field: 'remarks' }),
  'POST /api/protocols/{id}/comments/{commentId}/black-out': async () => {
    const protocol = await secretProtocol()
    const comment = { protocolId: protocol.id, text: 'Segredo', createdBy: manager.id }
    const { id } = await db.insertInto('comments').values(comment).returning('id').executeTakeFirstOrThrow()
    return removal(`/comments/${id}`, protocol)
  },
  'POST /api/protocols/{id}/history/{entryId}/black-out': async () => {
    const protocol = await secretProtocol()
    const entry = { protocolId: protocol.id, action: 'Protocolo editado', description: 'Segredo' }
    const { id } = await db.insertInto('history').values(entry).returning('id').executeTakeFirstOrThrow()
    // Waits for the open transactions of other tests.
    await chainWholeHistory(db)
    return removal(`/history/${id}`, protocol)
  },
  'POST /api/protocols/items/{itemId}/black-out': async () => {
    const { items } = await secretProtocol()
    return removal(`/items/${items[0]?.id}`, undefined, { field: 'description' })
  },
  'POST /api/protocols/attachments/{attachmentId}/black-out': async () => {
    const { items } = await secretProtocol()
    const file = {
      ...{ itemId: items[0]?.id ?? 0, fileName: 'Segredo.pdf', contentType: 'application/pdf', sizeBytes: 1 },
      ...{ storageKey: newStorageKey(randomUUID(), new Date()), sha256: Buffer.alloc(32), uploadedBy: manager.id },
    }
    const { id } = await db.insertInto('attachments').values(file).returning('id').executeTakeFirstOrThrow()
    return removal(`/attachments/${id}`)
  },

  'POST /api/users/{id}/second-step/reset': async () => {
    const { id } = await buildUser(db, { departmentId: legal.id })
    await db
      .insertInto('secondStepMethods')
      .values({ userId: id, kind: 'totp', name: 'Celular', secret: Buffer.alloc(20), lastStep: 0 })
      .execute()
    return {
      path: `/api/users/${id}/second-step/reset`,
      events: [{ action: 'second-step.reset', subjectId: String(id), after: null }],
    }
  },
}

/** The calls of the real route table that refuse a Gestor because they are for Admins. */
async function adminCalls(): Promise<string[]> {
  await app.ready()
  const { paths } = app.swagger() as { paths: Record<string, Record<string, unknown>> }
  const calls: string[] = []
  for (const [path, operations] of Object.entries(paths)) {
    for (const method of ['post', 'put', 'delete'] as const) {
      if (!(method in operations)) continue
      const url = path
        .replace('{date}', '2026-11-22')
        .replace('{importable}', 'users')
        .replaceAll(/\{\w+\}/g, '999999')
      // A session for each call, because some of them end it.
      const { body } = await as(manager)[method](url, path.startsWith('/api/import/') ? Buffer.from('') : {})
      if (body?.code === 'ONLY_ADMINS') calls.push(`${method.toUpperCase()} ${path}`)
    }
  }
  return calls
}

const calls = await adminCalls()

// proves 18.30
it('knows every call of the route table that only Admins may make', () => {
  expect(calls.length).toBeGreaterThanOrEqual(20)
  expect(calls.filter((call) => !(call in acts))).toEqual([])
  expect(Object.keys(acts).filter((call) => !calls.includes(call))).toEqual([])
})

describe.each(calls.filter((call) => acts[call] !== nothing))('%s', (call) => {
  // proves 18.30, 18.70, 18.77
  it('leaves its event, with who, from where, before and after', async () => {
    const prepare = acts[call]
    if (typeof prepare !== 'function') throw new Error(`no act for ${call}`)
    const [method = '', place = ''] = call.split(' ')
    const { path = place, body, events: expected } = await prepare()
    await events()

    const reply = await client[method.toLowerCase() as 'post' | 'put' | 'delete'](path, body)

    expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(300)
    const by = { actorId: admin.id, actorName: 'Helena Prado', address: '127.0.0.1' }
    // A minute after it, what the Gestor was refused above is recorded, too.
    const own = (await events()).filter(({ actorId }) => actorId === admin.id)
    expect(own).toMatchObject(expected.map((event) => ({ ...by, ...event })))
  })
})
