import { sql } from 'kysely'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { testApp } from '../../test/app.ts'
import {
  buildAdmin,
  buildDepartment,
  buildManager,
  buildProtocol,
  buildUser,
  testPassword,
} from '../../test/builders.ts'
import { queuedMails, startPost } from '../../test/mail-server.ts'

const { app, db } = await testApp({ ownDatabase: true })
const legal = await buildDepartment(db, { name: 'Jurídico' })
const people = await buildDepartment(db, { name: 'Recursos Humanos' })
const admin = await buildAdmin(db, { name: 'Helena Prado', email: 'helena@malote.test', departmentId: legal.id })
const as = app.as(admin)

const titles = 'Nome;E-mail;Telefone;Departamento;Papel;Ativo'
const file = (...lines: string[]) => Buffer.from([titles, ...lines].join('\n'))
const preview = (content: Buffer, confirmed = '') =>
  as.post(`/api/import/users/preview?confirmed=${confirmed}`, content)
const run = async (content: Buffer, token: string, confirmed = '') => {
  const reply = await as.post(`/api/import/users?token=${token}&confirmed=${confirmed}`, content)
  return JSON.parse(String(reply.body).trim().split('\n').at(-1) ?? '')
}
const bringIn = async (content: Buffer, confirmed = '') =>
  run(content, (await preview(content, confirmed)).body.token, confirmed)
const person = (email: string) =>
  db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirstOrThrow()

afterEach(async () => {
  await db.deleteFrom('sessions').where('userId', '<>', admin.id).execute()
  await db.deleteFrom('users').where('id', '<>', admin.id).execute()
})

describe('new people', () => {
  it('come in without a password, as active Usuários unless the file says otherwise', async () => {
    const content = file(
      'Ana Nogueira;ana@malote.test;(11) 91234-5678;Jurídico;gestor;',
      'Bruno Siqueira;bruno@malote.test;; Recursos Humanos ;;Não',
    )
    expect((await preview(content)).body.lines.created).toEqual([
      { line: 2, name: 'Ana Nogueira (ana@malote.test)', notes: ['Gestor · Jurídico'] },
      { line: 3, name: 'Bruno Siqueira (bruno@malote.test)', notes: ['Usuário · Recursos Humanos'] },
    ])
    expect(await bringIn(content)).toMatchObject({ done: { created: 2 } })
    expect(await person('ana@malote.test')).toMatchObject({
      role: 'Gestor',
      departmentId: legal.id,
      phone: '(11) 91234-5678',
      isActive: true,
      firstAccess: true,
      passwordHash: null,
    })
    expect(await person('bruno@malote.test')).toMatchObject({ role: 'Usuário', isActive: false, phone: null })
  })

  it('keep a telephone that begins with + through the file of refused lines', async () => {
    const content = file('Ana;ana@malote.test;+55 11 91234-5678;Financeiro;;')
    const refused = String((await as.post('/api/import/users/refused', content)).body)
    expect(refused).toContain("'+55 11")
    expect(await bringIn(Buffer.from(refused.replace(';"Financeiro";', ';"Jurídico";')))).toMatchObject({
      done: { created: 1 },
    })
    expect(await person('ana@malote.test')).toMatchObject({ phone: '+55 11 91234-5678' })
  })

  it('are refused with the sentences of the form', async () => {
    const content = file(
      ';x;;Jurídico;;',
      'Ana;ana@malote.test;;Financeiro;;',
      'Ana;ana@malote.test;;;Chefe;talvez',
      'Bia;bia@malote.test;;Jurídico;;',
      'Bia;BIA@malote.test;;Jurídico;;',
    )
    expect((await preview(content)).body.lines.refused).toEqual([
      { line: 2, name: 'x', notes: ['Nome: Nome é obrigatório', 'E-mail: E-mail inválido'] },
      { line: 3, name: 'Ana', notes: ['Departamento: Departamento não encontrado (Financeiro)'] },
      {
        line: 4,
        name: 'Ana',
        notes: [
          'Perfil: Informe Admin, Gestor ou Usuário',
          'Ativo: Informe sim ou não',
          'Departamento: Departamento é obrigatório',
        ],
      },
      { line: 6, name: 'Bia (BIA@malote.test)', notes: ['Repete a linha 5'] },
    ])
  })
})

it('is not asked about what nobody sees, and notes a phone that the spreadsheet took for a number', async () => {
  const { body } = await preview(
    file(
      'Ana;ana@malote.test;1,19123E+10;Recursos\u00a0Humanos;;',
      'Bia;bia@malote.test\u200b;11912345678.0;Recursos  Humanos;;',
      'Caio;caio@malote.test;;Juri\u0301dico;;',
    ),
  )
  expect(body).toMatchObject({ created: 3, refused: 0, questions: [] })
  expect(body.lines.created.map(({ notes }: { notes: string[] }) => notes)).toEqual([
    [
      'Usuário · Recursos Humanos',
      'Telefone: "1,19123E+10" foi arredondado pela planilha e não é importado. Formate a coluna como texto',
    ],
    ['Usuário · Recursos Humanos', 'Telefone: "11912345678.0" é lido como 11912345678'],
    ['Usuário · Jurídico'],
  ])
})

describe('a department that is written otherwise than it is called', () => {
  const content = file(
    'Ana;ana@malote.test;;JURIDICO;;',
    'Bia;bia@malote.test;;recursos\u00a0 humanos;;',
    'Caio;caio@malote.test;;JURIDICO;;',
    'Davi;davi@malote.test;;Jurídico;;',
  )
  const questions = [
    { line: 2, written: 'JURIDICO', meant: 'Jurídico', lines: 2, isConfirmed: false },
    { line: 3, written: 'recursos humanos', meant: 'Recursos Humanos', lines: 1, isConfirmed: false },
  ]
  const unsure = 'Departamento: "JURIDICO" é "Jurídico"? Confirme na conferência ou escreva como no cadastro'

  // proves 11.27, 11.30
  it('is asked about, and never guessed', async () => {
    const { body } = await preview(content)
    expect(body).toMatchObject({ created: 1, refused: 3, questions })
    expect(body.lines.refused[0]).toEqual({ line: 2, name: 'Ana', notes: [unsure] })
    expect(await run(content, body.token)).toMatchObject({ done: { created: 1, refused: 3 } })
    expect(await person('davi@malote.test')).toMatchObject({ departmentId: legal.id })
  })

  // proves 11.27, 11.30
  it('is the one that the Admin confirms, by the line of the question', async () => {
    const { body } = await preview(content, '2')
    expect(body).toMatchObject({
      created: 3,
      refused: 1,
      questions: [{ ...questions[0], isConfirmed: true }, questions[1]],
    })
    const refused = await as.post('/api/import/users/refused?confirmed=2', content)
    expect(String(refused.body)).not.toContain('JURIDICO')
    expect(String(refused.body)).toContain('bia@malote.test')

    expect(await run(content, body.token)).toMatchObject({ code: 'IMPORT_CHANGED_MEANWHILE' })
    expect(await run(content, body.token, '2,3')).toMatchObject({ code: 'IMPORT_CHANGED_MEANWHILE' })
    expect(await run(content, body.token, '2')).toMatchObject({ done: { created: 3, refused: 1 } })
    expect(await person('caio@malote.test')).toMatchObject({ departmentId: legal.id })
    expect((await preview(content, '2,3')).body).toMatchObject({ created: 1, unchanged: 3, refused: 0 })
  })

  it.each(['x', '1,', '-1', Array.from({ length: 201 }, (_, n) => n + 2).join()])(
    'is not confirmed by %j',
    async (one) => {
      expect(await preview(content, one)).toMatchObject({
        status: 400,
        body: { errors: { confirmed: expect.any(String) } },
      })
    },
  )

  it('is none of two that have the same name from before, unless it is written exactly so', async () => {
    await sql`alter table departments disable trigger user`.execute(db)
    const old = await buildDepartment(db, { name: 'Juridico' })
    await sql`alter table departments enable trigger user`.execute(db)
    const lines = file(
      'Ana;ana@malote.test;;JURIDICO;;',
      'Bia;bia@malote.test;;Juridico;;',
      'Caio;caio@malote.test;;Jurídico;;',
    )
    const { body } = await preview(lines, '2')
    expect(body).toMatchObject({ created: 2, refused: 1, questions: [] })
    expect(body.lines.refused[0].notes).toEqual([
      'Departamento: Há mais de um departamento com este nome: "Juridico" e "Jurídico". Escreva como no cadastro',
    ])
    await bringIn(lines)
    expect(await person('bia@malote.test')).toMatchObject({ departmentId: old.id })
    expect(await person('caio@malote.test')).toMatchObject({ departmentId: legal.id })
    await db.deleteFrom('users').where('departmentId', '=', old.id).execute()
    await db.deleteFrom('departments').where('id', '=', old.id).execute()
  })
})

it('invites the new ones by e-mail, and asks nobody else to come', async () => {
  const test = await testApp({ ownDatabase: true })
  const { db, as } = test
  onTestFinished((await startPost(test, 'smtp://127.0.0.1:1')).stop)
  const { id: departmentId } = await buildDepartment(db, { name: 'Jurídico' })
  await buildUser(db, { name: 'Caio', email: 'caio@malote.test', departmentId })
  const asAdmin = as(await buildAdmin(db))
  const content = file(
    'Ana Nogueira;ana@malote.test;;Jurídico;;',
    'Bruno Siqueira;bruno@malote.test;;Jurídico;;Não',
    'Caio Prado;caio@malote.test;;Jurídico;;',
    'Davi Reis;davi@malote.test;;Jurídico;;',
    'Eva;;;Jurídico;;',
  )
  const { body } = await asAdmin.post('/api/import/users/preview', content)
  await asAdmin.post('/api/import/users?token=of-another-preview', content)
  expect(await queuedMails(db)).toEqual([])
  await asAdmin.post(`/api/import/users?token=${body.token}`, content)

  const invited = db.selectFrom('users').select('id').where('email', 'in', ['ana@malote.test', 'davi@malote.test'])
  const orders = (await invited.orderBy('id').execute()).map(({ id: userId }) => ({ kind: 'invitation', userId }))
  const queued = (await queuedMails(db)).map(({ data }) => data)
  expect(queued).toHaveLength(2)
  expect(queued).toEqual(expect.arrayContaining(orders))
})

describe('lines that are left out', () => {
  const content = file(
    'Ana;ana@malote.test;;Jurídico;;',
    'Bia;bia@malote.test;;Jurídico;;',
    'Bia;BIA@malote.test;;Recursos Humanos;;',
  )
  const ask = (call: string) => as.post(`/api/import/users${call}`, content)

  // proves 17.74
  it('are neither created nor changed, and repeat nothing', async () => {
    const { body } = await ask('/preview?left_out=2,3')
    expect(body).toMatchObject({ total: 3, created: 1, leftOut: 2, refused: 0 })
    expect(body.lines.created).toMatchObject([
      { line: 2, name: 'Ana (ana@malote.test)', isLeftOut: true },
      { line: 3, isLeftOut: true },
      { line: 4, name: 'Bia (BIA@malote.test)', notes: ['Usuário · Recursos Humanos'] },
    ])
    expect(body.lines.created[2]).not.toHaveProperty('isLeftOut')
    const reply = await ask(`?token=${body.token}&left_out=2,3`)
    expect(String(reply.body)).toContain('"created":1,"changed":0,"unchanged":0,"refused":0,"leftOut":2')
    expect(await person('BIA@malote.test')).toMatchObject({ departmentId: people.id })
    const names = await db.selectFrom('users').select('name').orderBy('name').execute()
    expect(names.map(({ name }) => name)).toEqual(['Bia', 'Helena Prado'])
  })

  // proves 17.74
  it('belong to what the token stands for', async () => {
    const { body } = await ask('/preview?left_out=2')
    for (const others of ['', '3', '2,3']) {
      const reply = await ask(`?token=${body.token}&left_out=${others}`)
      expect(String(reply.body)).toContain('IMPORT_CHANGED_MEANWHILE')
    }
  })

  it('do not count for the Admins who remain', async () => {
    await buildAdmin(db, { name: 'Davi', email: 'davi@malote.test', departmentId: legal.id })
    const admins = file('Davi;davi@malote.test;;Jurídico;Usuário;', 'Helena Prado;helena@malote.test;;Jurídico;Gestor;')
    const { body } = await as.post('/api/import/users/preview?left_out=2', admins)
    expect(body).toMatchObject({ changed: 1, leftOut: 1, refused: 0 })
  })

  it.each(['x', '1,', Array.from({ length: 401 }, (_, n) => n + 2).join()])('are not %j', async (lines) => {
    expect(await ask(`/preview?left_out=${lines}`)).toMatchObject({
      status: 400,
      body: { errors: { left_out: 'Linhas inválidas' } },
    })
  })
})

describe('known people', () => {
  // proves 17.75
  it('keep what an empty cell says nothing about', async () => {
    await buildManager(db, { name: 'Ana', email: 'ana@malote.test', departmentId: people.id, phone: '123' })
    expect((await preview(file(';ana@malote.test;;;;'))).body).toMatchObject({ unchanged: 1, refused: 0 })
    expect((await preview(file('Ana Reis;ana@malote.test;;;;'))).body.lines.changed).toEqual([
      { line: 2, name: 'Ana Reis (ana@malote.test)', notes: ['Nome: Ana → Ana Reis'] },
    ])
    await bringIn(file(';ana@malote.test;456;;;'))
    expect(await person('ana@malote.test')).toMatchObject({
      name: 'Ana',
      phone: '456',
      role: 'Gestor',
      departmentId: people.id,
    })
  })

  // proves 11.27
  it('change as the file says; their address stays as it was written', async () => {
    await buildManager(db, { name: 'Ana', email: 'Ana@malote.test', departmentId: people.id, phone: '123' })
    const content = file('Ana Nogueira;ana@MALOTE.test;123;Jurídico;;')
    expect((await preview(content)).body.lines.changed[0].notes).toEqual([
      'Nome: Ana → Ana Nogueira',
      'Departamento: Recursos Humanos → Jurídico',
    ])
    expect(await bringIn(content)).toMatchObject({ done: { changed: 1 } })
    expect(await person('Ana@malote.test')).toMatchObject({
      name: 'Ana Nogueira',
      role: 'Gestor',
      departmentId: legal.id,
    })
    expect((await preview(content)).body.unchanged).toBe(1)
  })

  it('who are deactivated are signed out', async () => {
    const gone = await buildUser(db, { name: 'Caio', email: 'caio@malote.test', departmentId: legal.id })
    const asGone = app.as(gone)
    expect((await asGone.get('/api/departments')).status).toBe(200)
    await bringIn(file('Caio;caio@malote.test;;Jurídico;;Não'))
    expect((await asGone.get('/api/departments')).status).toBe(401)
  })

  // proves 10.8
  it('always leave an active Admin and oneself: the last one is refused, line by line', async () => {
    await buildAdmin(db, { name: 'Davi', email: 'davi@malote.test', departmentId: legal.id })
    const farewell = await preview(file('Helena Prado;helena@malote.test;;Jurídico;;Não'))
    expect(farewell.body.lines.refused[0].notes).toEqual(['Você não pode desativar o seu próprio usuário'])
    const content = file(
      'Davi;davi@malote.test;;Jurídico;Usuário;',
      'Helena Prado;helena@malote.test;;Jurídico;Gestor;',
    )
    expect((await preview(content)).body.lines).toMatchObject({
      changed: [{ line: 2 }],
      refused: [{ line: 3, notes: ['Não é possível remover o último administrador ativo'] }],
    })
    expect(await bringIn(content)).toMatchObject({ done: { changed: 1, refused: 1 } })
    expect(await person('helena@malote.test')).toMatchObject({ role: 'Admin' })
  })

  // proves 10.8
  it.each([
    ['changes', 'Ana Nogueira;ana@malote.test;;Jurídico;;'],
    ['says nothing new of', 'Ana;ana@malote.test;;Jurídico;;'],
  ])('are no Admins who remain by a line that repeats one which %s them', async (_, line) => {
    await buildUser(db, { name: 'Ana', email: 'ana@malote.test', departmentId: legal.id })
    const content = file(line, 'Ana;ana@malote.test;;;Admin;', 'Helena Prado;helena@malote.test;;;Gestor;')
    expect((await preview(content)).body.lines.refused).toMatchObject([
      { line: 3, notes: ['Repete a linha 2'] },
      { line: 4, notes: ['Não é possível remover o último administrador ativo'] },
    ])
    await bringIn(content)
    expect(await person('helena@malote.test')).toMatchObject({ role: 'Admin' })
  })
})

describe('an import of people who leave', async () => {
  const { app, db } = await testApp({ ownDatabase: true })
  const legal = await buildDepartment(db, { name: 'Jurídico' })
  const people = await buildDepartment(db, { name: 'Recursos Humanos' })
  const admin = await buildAdmin(db, { departmentId: legal.id })
  const as = app.as(admin)

  it('many who leave are changed together, and the Gestores hear of what each leaves behind', async () => {
    const gestor = await buildManager(db, { email: 'gestor@malote.test', departmentId: people.id })
    const leavers: { id: number }[] = []
    for (let n = 0; n < 6; n += 1) {
      const email = `p${n}@malote.test`
      leavers.push(await buildUser(db, { name: `Pessoa ${n}`, email, phone: '55', departmentId: people.id }))
    }
    const sent = { originDepartmentId: legal.id, destinationDepartmentId: people.id, createdBy: admin.id }
    const responsibleOf = (indexes: number[]) => indexes.map((n) => ({ responsibleId: leavers[n]?.id ?? null }))
    const { id: protocolId } = await buildProtocol(db, { ...sent, items: responsibleOf([0, 0, 1, 2, 5]) })
    await app.as(leavers[3] ?? admin).get('/api/departments')

    const without = Buffer.from(
      [
        'Nome;E-mail;Departamento;Ativo',
        'Pessoa 0;p0@malote.test;Jurídico;',
        'Pessoa 1;p1@malote.test;Recursos Humanos;não',
        'Pessoa Dois;p2@malote.test;Recursos Humanos;',
        'Pessoa 3;p3@malote.test;Recursos Humanos;não',
        'Pessoa 4;p4@malote.test;Jurídico;',
        'Pessoa 5;p5@malote.test;Recursos Humanos;',
      ].join('\n'),
    )
    const { token } = (await as.post('/api/import/users/preview', without)).body
    const { body } = await as.post(`/api/import/users?token=${token}`, without)
    expect(String(body)).toContain('"changed":5,"unchanged":1,"refused":0')
    const now = await db
      .selectFrom('users')
      .select(['name', 'phone', 'departmentId', 'isActive', 'role'])
      .where('id', '=', sql<number>`any(${leavers.map(({ id }) => id)}::int[])`)
      .orderBy('id')
      .execute()
    const same = { phone: '55', role: 'Usuário' }
    expect(now).toEqual([
      { ...same, name: 'Pessoa 0', departmentId: legal.id, isActive: true },
      { ...same, name: 'Pessoa 1', departmentId: people.id, isActive: false },
      { ...same, name: 'Pessoa Dois', departmentId: people.id, isActive: true },
      { ...same, name: 'Pessoa 3', departmentId: people.id, isActive: false },
      { ...same, name: 'Pessoa 4', departmentId: legal.id, isActive: true },
      { ...same, name: 'Pessoa 5', departmentId: people.id, isActive: true },
    ])
    const sessions = db
      .selectFrom('sessions')
      .select('id')
      .where('userId', '=', leavers[3]?.id ?? 0)
    expect(await sessions.execute()).toEqual([])
    const told = await db
      .selectFrom('notifications')
      .select(['message', 'protocolId'])
      .where('userId', '=', gestor.id)
      .where('type', '=', 'item_assigned')
      .orderBy('id')
      .execute()
    expect(told).toMatchObject([
      { protocolId, message: expect.stringMatching(/^Pessoa 0 não está mais .* por 2 itens pendentes\./) },
      { protocolId, message: expect.stringMatching(/^Pessoa 1 não está mais .* por 1 item pendente\./) },
    ])
  })
})

describe('an import of people that waits', async () => {
  const { app, db, anonymous } = await testApp({ ownDatabase: true })
  const { id: departmentId } = await buildDepartment(db, { name: 'Jurídico' })
  const boss = await buildAdmin(db, { departmentId })
  const asBoss = app.as(boss)

  const waiting = async () => {
    const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    return rows.length
  }

  // proves 11.27
  it('an import that is under way keeps nobody from signing in whom it does not change', async () => {
    const other = await buildAdmin(db, { departmentId })
    const same = await buildUser(db, { name: 'Bia', email: 'bia@malote.test', departmentId })
    const last = await buildUser(db, { name: 'Caio', email: 'caio@malote.test', departmentId })
    const content = Buffer.from(
      'Nome;E-mail;Departamento\nAna;ana@malote.test;Jurídico\nBia;bia@malote.test;Jurídico\nCaio Lima;caio@malote.test;Jurídico',
    )
    const { token } = (await asBoss.post('/api/import/users/preview', content)).body
    const { running, answers } = await db.transaction().execute(async (trx) => {
      await trx.selectFrom('users').select('id').where('id', '=', last.id).forUpdate().execute()
      const running = asBoss.post(`/api/import/users?token=${token}`, content)
      await expect.poll(waiting).toBe(1)

      const signIn = ({ email }: { email: string }) =>
        anonymous.post('/api/auth/login', { email, password: testPassword })
      const answers = Promise.all([signIn(boss), signIn(other), signIn(same)])
      const tooLate = new Promise((resolve) => setTimeout(resolve, 60_000, 'still waiting'))
      return { running, answers: await Promise.race([answers, tooLate]) }
    })
    expect(answers).toMatchObject([{ status: 200 }, { status: 200 }, { status: 200 }])
    expect(String((await running).body)).toContain('"created":1,"changed":1,"unchanged":1')
  })

  it('an import that would not do what was previewed locks nobody and writes nothing', async () => {
    const first = await buildUser(db, { name: 'Davi', email: 'davi@malote.test', departmentId })
    const lines = Array.from({ length: 300 }, (_, n) => `Pessoa ${n};p${n}@malote.test;Jurídico`)
    const content = Buffer.from(
      ['Nome;E-mail;Departamento', 'Davi Reis;davi@malote.test;Jurídico', ...lines].join('\n'),
    )
    const reply = await asBoss.post('/api/import/users?token=of-another-preview', content)
    expect(String(reply.body).trim().split('\n')).toEqual([expect.stringContaining('IMPORT_CHANGED_MEANWHILE')])
    expect(await db.selectFrom('users').select('name').where('id', '=', first.id).executeTakeFirst()).toEqual({
      name: 'Davi',
    })
  })
})
