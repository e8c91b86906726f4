import { messageWithReason } from '@malote/core/notifications/notification.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { forgetOldNotifications } from '../../features/notifications/forget-old-notifications.ts'
import { remindOfDueDates } from '../../features/reminders/remind-people.ts'
import type { Db } from '../../platform/db/connect.ts'
import { type TestApp, testApp } from '../../test/app.ts'
import {
  buildAdmin,
  buildDepartment,
  buildManager,
  buildNotification,
  buildProtocol,
  buildUser,
} from '../../test/builders.ts'
import { testConfig } from '../../test/config.ts'
import { databaseProxy, faultProxy } from '../../test/fault-proxy.ts'
import {
  hurryMails,
  type MailServer,
  mailServer,
  queuedMails,
  type ReceivedMail,
  silentServer,
  startPost,
  untilPost,
} from '../../test/mail-server.ts'
import { events, happen, openOrganisation } from '../notices/recipients.test-setup.ts'
import { mailBacklog } from './mail.queries.ts'
import { noticeOrder, queueMail } from './mail-queue.ts'
import { renderMail } from './render-mail.ts'
import { openSmtp } from './smtp.ts'

const closers: (() => unknown)[] = []

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

/** The whole application, without its jobs, and nothing in the queue. */
async function withoutPost() {
  await stopUsual()
  const test = await openApp()
  await forgetMails(test)
  return test
}

/** One for all tests; its settings say that there is a mail server, its jobs which one. */
const openApp = () => testApp({ now: '2026-11-19T12:00:00Z', config: { SMTP_URL: 'smtp://127.0.0.1:1' } })

type Post = Awaited<ReturnType<typeof startPost>> & Pick<MailServer, 'received' | 'close'>

// To start the jobs takes longer than most of the tests that need nothing special of them.
let usual: Post | undefined
async function stopUsual() {
  await usual?.stop()
  await usual?.close()
  usual = undefined
}
afterAll(stopUsual)

/** The whole application with its jobs running, and nothing in the queue. Mail goes to a test server unless `smtpUrl` is given. */
async function organisation(smtpUrl?: string, pollSeconds?: number) {
  const isUsual = smtpUrl === undefined && pollSeconds === undefined
  if (!isUsual) await stopUsual()
  const test = await openApp()
  const post = (isUsual && usual) || (await openPost(test, smtpUrl, pollSeconds))
  if (isUsual) usual = post
  else closers.push(post.close, post.stop)
  await forgetMails(test)
  post.received.length = 0
  post.log.error.mockClear()
  return { ...test, ...post, waiting: () => queuedMails(test.db) }
}

async function openPost(test: TestApp, smtpUrl?: string, pollSeconds?: number): Promise<Post> {
  const smtp = await mailServer()
  return { ...smtp, ...(await startPost(test, smtpUrl ?? smtp.url, pollSeconds)) }
}

/** Empties the queue and its ledger; what is being sent is waited for. */
async function forgetMails({ db }: TestApp) {
  await vi.waitFor(async () => {
    await sql`delete from pgboss.job where name = 'mail' and state <> 'active'`.execute(db)
    expect(await queuedMails(db)).toEqual([])
  }, untilPost)
  await db.deleteFrom('noticeMails').execute()
}

const arrived = (received: readonly ReceivedMail[], count = 1) =>
  vi.waitFor(() => expect(received).toHaveLength(count), untilPost)

/** The id of a protocol that these people see. */
async function protocolOf(db: Db, one: { departmentId: number | null }, other = one): Promise<number> {
  const origin = one.departmentId === other.departmentId ? undefined : one.departmentId
  const ends = { destinationDepartmentId: other.departmentId ?? 0, ...(origin && { originDepartmentId: origin }) }
  return (await buildProtocol(db, ends)).id
}

/** A notification in the app, as the queue names it. */
async function noticeOf(db: Db, userId: number, fields: { title?: string; message?: string; protocolId: number }) {
  const { id } = await buildNotification(db, { userId, ...fields })
  return noticeOrder(userId, id, [fields.protocolId])
}

const linkIn = ({ text }: ReceivedMail) => /https:\/\/\S+token=([\w-]{43})/.exec(text)?.[1]

describe('an invitation', () => {
  // proves 10.17
  it('arrives with a link that works, and the queue never knew the token', async () => {
    const { app, db, anonymous, received, waiting } = await organisation()
    const { id: udpid } = await buildDepartment(db)
    const sent = { uname: 'Ana <b>', uemail: 'ana@malote.test', udpid }
    const { body: user } = await app.as(await buildAdmin(db)).post('/api/users', sent)

    await arrived(received)

    const mail = received[0] as ReceivedMail
    expect(mail.raw).toContain('To: ana@malote.test')
    expect(mail.raw).toContain('From: Malote <malote@malote.test>')
    expect(mail).toMatchObject({ to: ['ana@malote.test'], subject: 'Seu acesso ao Malote' })
    expect(mail.text).toContain('Olá, Ana <b>!')
    expect(mail.html).toContain('Olá, Ana &lt;b&gt;!') // her name is escaped in the HTML
    // It cannot be switched off.
    expect(mail.text).not.toContain('Escolha o que quer receber')
    expect(mail.raw).not.toContain('List-Unsubscribe')
    expect((await waiting()).map(({ data }) => data)).toEqual([{ kind: 'invitation', userId: user.uid }])

    const password = { token: linkIn(mail), newPassword: 'senha-da-ana' }
    expect((await anonymous.post('/api/auth/password', password)).status).toBe(204)
    // One of the two links was used, so that the other is no longer valid.
    const shown = user.invitation.url.split('#token=')[1]
    expect((await anonymous.post('/api/auth/password', { token: shown, newPassword: 'outra-senha' })).status).toBe(400)
  })
})

describe('a forgotten password', () => {
  // proves 10.19
  it('is answered to people alone, with a link for two hours', async () => {
    const { db, anonymous, received, clock } = await organisation()
    const user = await buildUser(db)
    const leaver = await buildUser(db, { isActive: false })
    for (const email of ['ninguem@malote.test', leaver.email, user.email.toUpperCase()]) {
      expect((await anonymous.post('/api/auth/forgot-password', { email })).status).toBe(204)
    }

    await arrived(received)

    const mail = received[0] as ReceivedMail
    expect(mail).toMatchObject({ to: [user.email], subject: 'Redefinição de senha do Malote' })
    expect(mail.text).toContain('O link vale por 2 horas')
    clock.advance(2 * 3_600_000)
    const late = await anonymous.post('/api/auth/password', { token: linkIn(mail), newPassword: 'nova-senha' })
    expect(late.status).toBe(400)
  })
})

describe('a person whose address an Admin changes', () => {
  // proves 18.28
  it('is told at both addresses, is signed out, and gets a link for a new password only a day later', async () => {
    const { as, db, anonymous, received, clock } = await organisation()
    const admin = await buildAdmin(db)
    const { id, name, email, departmentId } = await buildUser(db)
    const session = as({ id })
    expect((await session.get('/api/auth/me')).status).toBe(200)
    const edit = { uname: name, uemail: 'nova@malote.test', udpid: departmentId }
    expect((await as(admin).put(`/api/users/${id}`, edit)).status).toBe(200)

    await arrived(received, 2)
    expect(received.map(({ to }) => to[0]).sort()).toEqual(['nova@malote.test', email])
    for (const { subject, text } of received) {
      expect(subject).toBe('O seu e-mail no Malote mudou')
      expect(text).toContain(`${admin.name} mudou o seu e-mail de ${email} para nova@malote.test.`)
    }
    const notices = db.selectFrom('notifications').select(['title', 'type']).where('userId', '=', id)
    expect(await notices.execute()).toEqual([{ title: 'O seu e-mail no Malote mudou', type: 'account' }])
    expect((await session.get('/api/auth/me')).status).toBe(401)

    expect((await as(admin).post(`/api/users/${id}/invite`)).body.code).toBe('ADDRESS_JUST_CHANGED')
    const forget = () => anonymous.post('/api/auth/forgot-password', { email: 'nova@malote.test' })
    await forget()
    clock.advance(24 * 3_600_000)
    await forget()
    await arrived(received, 3)
    expect(received[2]).toMatchObject({ to: ['nova@malote.test'], subject: 'Redefinição de senha do Malote' })
  })

  // proves 18.103
  it('ends the wait by the link that went to the address before, once, and not by one of an address in between', async () => {
    const { as, db, anonymous, received, clock } = await organisation()
    const admin = await buildAdmin(db)
    const { id, name, email, departmentId } = await buildUser(db)
    const move = (uemail: string) => as(admin).put(`/api/users/${id}`, { uname: name, uemail, udpid: departmentId })
    const confirm = (token: unknown) => anonymous.post('/api/auth/address', { token })
    const linksTo = (address: string) =>
      received.filter(({ to }) => to[0] === address).flatMap(({ text }) => /#token=([\w.-]+)/.exec(text)?.[1] ?? [])
    await move('recente@malote.test')
    await arrived(received, 2)
    const [link] = linksTo(email)
    expect(linksTo('recente@malote.test')).toEqual([])
    expect((await confirm(`${link?.slice(0, -1)}_`)).body.code).toBe('TOKEN_INVALID')

    clock.advance(1_000)
    await move('terceira@malote.test')
    await arrived(received, 4)
    expect(linksTo('recente@malote.test')).toEqual([])
    expect((await confirm(link)).body.code).toBe('TOKEN_INVALID')

    clock.advance(24 * 3_600_000)
    await move(email)
    await arrived(received, 6)
    const [right] = linksTo('terceira@malote.test')
    expect((await confirm(right)).status).toBe(204)
    expect((await confirm(right)).body.code).toBe('TOKEN_INVALID')
    await anonymous.post('/api/auth/forgot-password', { email })
    await arrived(received, 7)
    expect(received[6]).toMatchObject({ to: [email], subject: 'Redefinição de senha do Malote' })
    const audited = db.selectFrom('auditEvents').select('subjectId').where('action', '=', 'user.address-confirmed')
    expect(await audited.execute()).toEqual([{ subjectId: String(id) }])
  })
})

describe('a notification', () => {
  it('goes out when its transaction commits, and not when it does not', async () => {
    const { db, received, waiting } = await organisation()
    const user = await buildUser(db)
    const protocolId = await protocolOf(db, user)
    const message = messageWithReason('Ana criou.', 'é do departamento de destino')
    const order = async (title: string) => [await noticeOf(db, user.id, { title, message, protocolId })]
    const [never, later] = [await order('Nunca'), await order('Novo protocolo #7')]

    const failed = db.transaction().execute(async (trx) => {
      await queueMail(trx, never)
      throw new Error('rolled back')
    })
    await expect(failed).rejects.toThrow('rolled back')
    await db.transaction().execute((trx) => queueMail(trx, later))

    await arrived(received)
    expect(received[0]).toMatchObject({ subject: 'Novo protocolo #7: Documentos para conferência', to: [user.email] })
    expect(received[0]?.text.trimEnd()).toBe(
      `Olá, ${user.name}!

Ana criou.

Abrir o protocolo #${protocolId}: https://malote.test/protocolos/${protocolId}

--${' '}
Malote · Prefeitura de Teste
Você recebeu este e-mail porque é do departamento de destino.
Esta é uma mensagem automática; não é preciso responder.
Escolha o que quer receber: https://malote.test/perfil`,
    )
    expect(received[0]?.raw).toContain(`\r\nReferences: <protocol-${protocolId}@malote.test>\r\n`)
    const headers = received[0]?.raw.replace(/\r\n[ \t]+/g, ' ')
    expect(headers).toMatch(/^List-Unsubscribe: <https:\/\/malote\.test\/api\/unsubscribe\/\S+>\r$/m)
    expect(headers).toContain('\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n')
    expect(await waiting()).toHaveLength(1)
  })

  it('quotes a comment that exists when it is sent, and the queue does not hold the text', async () => {
    const { db, as, received, waiting } = await organisation()
    const protocol = await buildProtocol(db)
    const author = await buildUser(db, { departmentId: protocol.destinationDepartmentId })
    await as(author).post(`/api/protocols/${protocol.id}/comments`, { text: 'Falta a página 3' })
    await arrived(received)
    expect(received[0]?.text).toContain('“Falta a página 3”')
    expect(JSON.stringify(await waiting())).not.toContain('página 3')
  })

  it('that a server of 1.0.0 has queued is sent in the words that its notification has now', async () => {
    const { db, received } = await organisation()
    const user = await buildUser(db)
    const protocolId = await protocolOf(db, user)
    const order = (message: string) =>
      ({ kind: 'notification', userId: user.id, title: 'Aviso', message, because: 'é curiosa', protocolId }) as const
    const orders = [order('O texto foi removido'), order('Fica')]
    for (const message of ['[conteúdo removido]', messageWithReason('Fica', 'é curiosa')]) {
      await buildNotification(db, { userId: user.id, title: 'Aviso', message, protocolId })
    }
    await db.transaction().execute((trx) => queueMail(trx, orders))
    await arrived(received)
    expect(received[0]?.text).toContain('\n\nFica\n\n')
    expect(received[0]?.text).toContain('Você recebeu este e-mail porque é curiosa.')
  })

  // proves 17.25
  it('is one mail to each person for a bulk action', async () => {
    const { db, as, received } = await organisation()
    const ends = {
      originDepartmentId: (await buildDepartment(db)).id,
      destinationDepartmentId: (await buildDepartment(db)).id,
    }
    const [sender, responsible] = [
      await buildUser(db, { departmentId: ends.originDepartmentId }),
      await buildUser(db, { departmentId: ends.destinationDepartmentId }),
    ]
    const items = [{ responsibleId: responsible.id }, { responsibleId: responsible.id }]
    const protocols = [await buildProtocol(db, { ...ends, items }), await buildProtocol(db, { ...ends, items })]
    const item_ids = protocols.flatMap((protocol) => protocol.items.map(({ id }) => id))
    await as(sender).post('/api/returns/remind', { item_ids, message: 'Obrigada!' })
    await as(sender).post('/api/returns/remind', { item_ids })

    await arrived(received)
    expect(received[0]).toMatchObject({ to: [responsible.email], subject: 'Devolução de 4 itens cobrada' })
    expect(received[0]?.text).toContain('Mensagem: “Obrigada!”')
    expect(received[0]?.text).toContain('Abrir o retorno de itens: https://malote.test/retornos?status=Pendente')
  })

  // proves 18.92
  it('is one of twenty an hour from one person to another; what follows is one mail an hour later, of what is still there', async () => {
    const { db, as, received, clock, app } = await organisation()
    const origin = await buildDepartment(db)
    const ends = { originDepartmentId: origin.id, destinationDepartmentId: (await buildDepartment(db)).id }
    const creator = await buildUser(db, { departmentId: origin.id })
    const [busy, other] = [
      await buildUser(db, { departmentId: origin.id }),
      await buildUser(db, { departmentId: origin.id }),
    ]
    const protocols: { id: number }[] = []
    for (let count = 0; count < 25; count += 1)
      protocols.push(await buildProtocol(db, { ...ends, createdBy: creator.id }))
    const commentOn = (index: number, text: string, by = busy) =>
      as(by).post(`/api/protocols/${protocols[index]?.id}/comments`, { text })
    for (let index = 0; index < 25; index += 1)
      expect((await commentOn(index, `Recado ${index + 1}.`)).status).toBe(201)
    await arrived(received, 20)
    const { body } = await as(creator).get(`/api/protocols/${protocols[22]?.id}`)
    await as(busy).delete(`/api/protocols/${protocols[22]?.id}/comments/${body.responses[0].id}`)
    await db
      .deleteFrom('notifications')
      .where('protocolId', '=', protocols[23]?.id ?? 0)
      .execute()
    // To both who know the protocol.
    await commentOn(0, 'De outra pessoa.', other)
    await arrived(received, 22)
    // What waits on purpose is not late.
    await vi.waitFor(
      async () => expect(await mailBacklog(db)).toMatchObject({ waiting: 1, oldestSeconds: 0 }),
      untilPost,
    )

    // As the job of the night does while a mail server is away for two days.
    await forgetOldNotifications(db, app.settings, new Date(clock.now().getTime() + 49 * 3_600_000))
    await hurryMails(db)
    await arrived(received, 23)
    const bundle = received[22]
    expect(bundle).toMatchObject({ to: [creator.email], subject: `4 avisos sobre atos de ${busy.name}` })
    const url = `https://malote.test/protocolos/${protocols[20]?.id}`
    expect(bundle?.text).toContain(
      `- Novo comentário no protocolo #${protocols[20]?.id}: 09:00\n  ${busy.name} adicionou um comentário.\n“Recado 21.”\n  ${url}`,
    )
    expect(bundle?.text).toContain(
      `protocolo #${protocols[22]?.id}: 09:00\n  ${busy.name} adicionou um comentário.\n  https`,
    )
    expect(bundle?.text).not.toContain('Recado 24.')
    expect(bundle?.text).toContain(`porque ${busy.name} fez mais de 20 coisas que dizem respeito a você em uma hora.`)
    expect(bundle?.raw).toContain('List-Unsubscribe:')

    clock.advance(3_600_000)
    await commentOn(1, 'Uma hora depois.')
    await arrived(received, 24)
    await forgetOldNotifications(db, app.settings, new Date(clock.now().getTime() + 97 * 3_600_000))
    expect(await db.selectFrom('noticeMails').select('id').execute()).toEqual([])
  })

  // proves 11.15
  it('arrives for every event of the table, in text and HTML, with a link to it', async () => {
    const test = await organisation()
    const addressOf = async (id: number) =>
      (await test.db.selectFrom('users').select('email').where('id', '=', id).executeTakeFirstOrThrow()).email
    const expected: string[] = []
    for (const event of events) {
      const people = await openOrganisation(test)
      const protocolId = await happen(test, people, event)
      const rows = await test.db.selectFrom('notifications').selectAll().where('protocolId', '=', protocolId).execute()
      expect(rows.map(({ type }) => type)).toContain(event.flag)
      for (const { userId, title } of rows)
        expected.push(`${await addressOf(userId)} ${title} /protocolos/${protocolId}`)
    }

    await vi.waitFor(() => expect(test.received).toHaveLength(expected.length), untilPost)
    const found = test.received.map((mail) => {
      const link = /https:\/\/malote\.test(\/protocolos\/\d+)/.exec(mail.text)?.[1]
      expect(mail.raw).toContain('Auto-Submitted: auto-generated')
      expect(mail.text).toMatch(/Você recebeu este e-mail porque .+\./)
      expect(mail.html).toContain('<html lang="pt-BR">')
      expect(mail.html).toContain(`href="https://malote.test${link}"`)
      const elsewhere = [...mail.html.matchAll(/(?:href|src)="([^"]*)"/g)].filter(
        ([, url]) => !url?.startsWith('https://malote.test/'),
      )
      expect(elsewhere).toEqual([])
      const [title, subject] = mail.subject.split(': ')
      expect(subject).toBeTruthy() // what the protocol is about
      return `${mail.to[0]} ${title} ${link}`
    })
    expect(found.sort()).toEqual(expected.sort())
  })

  it('lists what is due, each item with its own link, and says how many of which kind it leaves out', async () => {
    const test = await organisation()
    const { id: departmentId } = await buildDepartment(test.db, { name: 'Jurídico & <Contratos>' })
    const person = await buildUser(test.db, { departmentId })
    const items = [{ responsibleId: person.id, returnDate: '2026-11-17', documentNumber: '<b>1/26' }]
    const sent = { destinationDepartmentId: departmentId, createdAt: '2026-11-01T12:00:00Z' }
    const late = await buildProtocol(test.db, { ...sent, items })
    const soon = await buildProtocol(test.db, { ...sent, items: [{ ...items[0], returnDate: '2026-11-20' }] })
    const manager = await buildManager(test.db)
    const toThem = { ...sent, destinationDepartmentId: manager.departmentId ?? 0 }
    for (let n = 0; n < 22; n += 1) await buildProtocol(test.db, toThem)
    await remindOfDueDates(test.db, { APP_TIMEZONE: 'America/Sao_Paulo' }, test.clock.now())

    const to = (one: { email: string }) => test.received.find((mail) => mail.to[0] === one.email)
    await vi.waitFor(() => expect([to(person), to(manager)]).not.toContain(undefined), untilPost)
    const mine = to(person)
    expect(mine?.subject).toBe('1 item atrasado e 1 vence amanhã')
    expect(mine?.text).toContain(`: vence amanhã, ainda não recebido`)
    for (const { id } of [late, soon]) expect(mine?.text).toContain(`\n  https://malote.test/protocolos/${id}`)
    expect(mine?.text).toContain('Abrir o retorno de itens: https://malote.test/retornos?status=Pendente')
    expect(mine?.html).toContain('Item &lt;b&gt;1/26')
    expect(mine?.html).toContain('Jurídico &amp; &lt;Contratos&gt;')
    expect(mine?.html).not.toContain('<b>')
    expect(to(manager)?.text).toContain('\n\ne mais 2 protocolos\n\n')
  })
})

describe('what people type', () => {
  // proves V1.1.2, V1.2.1, V1.3.11
  it('adds no header, no recipient and no HTML', async () => {
    const { db, received } = await organisation()
    const name = 'Ana\r\nBcc: x@y.zz\r\n\r\n<img src=x onerror=alert(1)>'
    const user = await buildUser(db, { name })
    const protocolId = await protocolOf(db, user)
    const message = messageWithReason(`${name}\n.\n`, '<i>é curiosa</i>')
    const title = `Novo\r\nBcc: x@y.zz\u2028${name}`
    await db.updateTable('protocols').set({ remarks: 'Um\r\nBcc: x@y.zz' }).where('id', '=', protocolId).execute()
    const order = await noticeOf(db, user.id, { title, message, protocolId })
    await db.transaction().execute((trx) => queueMail(trx, [order]))

    await arrived(received)
    const [mail] = received
    expect(mail?.to).toEqual([user.email])
    const head = mail?.raw.slice(0, mail.raw.indexOf('\r\n\r\n')) ?? ''
    expect(head).not.toMatch(/^Bcc/im)
    expect(mail?.subject).toBe('Novo Bcc: x@y.zz Ana Bcc: x@y.zz <img src=x onerror=alert(1)>: Um Bcc: x@y.zz')
    expect(mail?.html).not.toMatch(/<img|<i>/)
    expect(mail?.html).toContain('&lt;img src=x onerror=alert(1)&gt;')
  })
})

// proves 19.47
it('many mails go out without a pause', async () => {
  const test = await organisation(undefined, 10)
  const user = await buildUser(test.db)
  const order = await noticeOf(test.db, user.id, { protocolId: await protocolOf(test.db, user) })
  await test.db.transaction().execute((trx) =>
    queueMail(
      trx,
      Array.from({ length: 24 }, () => order),
    ),
  )
  // After each two there could be a pause of ten seconds. A busy machine may make one or the other.
  let pauses = 0
  let [seen, since] = [0, performance.now()]
  await vi.waitFor(
    () => {
      const { length } = test.received
      if (length > seen) {
        if (seen > 0 && performance.now() - since > 9_500) pauses += 1
        ;[seen, since] = [length, performance.now()]
      }
      expect(length).toBe(24)
    },
    { timeout: 200_000, interval: 20 },
  )
  expect(pauses).toBeLessThan(6)
})

describe('a mail server that is not there', () => {
  /** Creates a person, which queues a mail. Returns how long the request took, in milliseconds. */
  async function invite({ app, db }: Awaited<ReturnType<typeof organisation>>, name: string) {
    const { id: udpid } = await buildDepartment(db)
    const admin = app.as(await buildAdmin(db))
    await admin.get('/api/auth/me')
    const start = performance.now()
    const { status } = await admin.post('/api/users', { uname: name, uemail: `${name}@malote.test`, udpid })
    expect(status).toBe(201)
    return performance.now() - start
  }
  const states = async (test: Awaited<ReturnType<typeof organisation>>) =>
    (await test.waiting()).map(({ state }) => state)

  // proves 11.29, V16.5.2
  it('neither fails nor slows a request, and gets its mail when it is back', async () => {
    const { url, close } = await mailServer()
    await close()
    const test = await organisation(url)
    expect(Math.min(await invite(test, 'alice'), await invite(test, 'bia'))).toBeLessThan(60_000)

    await vi.waitFor(async () => expect(await states(test)).toEqual(['retry', 'retry']), untilPost)
    const details = JSON.stringify(test.log.error.mock.calls)
    expect(details).toContain('invitation')
    expect(details).not.toMatch(/token|alice@malote/)

    const back = await mailServer(Number(new URL(url).port))
    closers.push(back.close)
    await hurryMails(test.db)
    await arrived(back.received, 2)
    await vi.waitFor(async () => expect(await states(test)).toEqual(['completed', 'completed']), untilPost)
  })

  // proves 18.69
  it('sends the mail of a bulk act to those who still see it, and not to those who have left meanwhile', async () => {
    const { url, close } = await mailServer()
    await close()
    const test = await organisation(url)
    const { db, as, clock } = test
    const [{ id: origin }, { id: destination }] = [await buildDepartment(db), await buildDepartment(db)]
    const sender = await buildUser(db, { departmentId: origin })
    const [stays, moves] = [
      await buildManager(db, { departmentId: destination }),
      await buildManager(db, { departmentId: destination }),
    ]
    const ends = { originDepartmentId: origin, destinationDepartmentId: destination, items: [{}] }
    const protocols = [await buildProtocol(db, ends), await buildProtocol(db, ends)]
    const item_ids = protocols.flatMap(({ items }) => items.map(({ id }) => id))
    await as(sender).post('/api/returns/remind', { item_ids, message: 'Só para o Jurídico' })
    await vi.waitFor(async () => expect(await states(test)).toEqual(['retry', 'retry']), untilPost)

    clock.advance(3 * 3_600_000)
    const admin = as(await buildAdmin(db))
    const { name: uname, email: uemail } = moves
    const change = { uname, uemail, udpid: (await buildDepartment(db)).id }
    expect((await admin.put(`/api/users/${moves.id}`, change)).status).toBe(200)
    const back = await mailServer(Number(new URL(url).port))
    closers.push(back.close)
    await vi.waitFor(async () => {
      await hurryMails(db)
      expect(await states(test)).toEqual(['completed', 'completed'])
    }, untilPost)
    expect(back.received).toMatchObject([{ to: [stays.email], subject: 'Devolução de 2 itens cobrada' }])
    expect(JSON.stringify(await test.waiting())).not.toContain('Jurídico')
  })

  it('may also take the connection and never answer, and gets its mails when it is back', async () => {
    const silent = await silentServer()
    closers.push(silent.close)
    const test = await organisation(`smtp://127.0.0.1:${silent.port}?greetingTimeout=15000`)
    const user = await buildUser(test.db)
    const order = await noticeOf(test.db, user.id, { protocolId: await protocolOf(test.db, user) })
    await test.db.transaction().execute((trx) =>
      queueMail(
        trx,
        Array.from({ length: 3 }, () => order),
      ),
    )
    await vi.waitFor(() => expect(silent.connections()).toBe(1), untilPost)
    // The others are not begun before it is their turn: one that is begun counts as lost after a while.
    expect((await states(test)).sort()).toEqual(['active', 'active', 'created'])
    // While the mails wait, requests are not slower: one of them may be by chance.
    expect(Math.min(await invite(test, 'caio'), await invite(test, 'cida'))).toBeLessThan(60_000)
    await vi.waitFor(async () => expect((await states(test)).filter((state) => state === 'retry')).toHaveLength(5), {
      ...untilPost,
      timeout: 180_000,
    })

    await silent.close()
    const back = await mailServer(silent.port)
    closers.push(back.close)
    // One that was tried again meanwhile fails a second time.
    await vi.waitFor(async () => {
      await hurryMails(test.db)
      expect(back.received).toHaveLength(5)
    }, untilPost)
  })

  it('that answers without an end does not keep a mail for ever', async () => {
    const endless = await silentServer((socket) => {
      socket.write('220 malote.test\r\n')
      const talk = setInterval(() => socket.write('250-malote.test\r\n'), 20)
      socket.once('close', () => clearInterval(talk))
    })
    closers.push(endless.close)
    const smtp = openSmtp(testConfig({ SMTP_URL: `smtp://127.0.0.1:${endless.port}` }), 200)
    const mail = { to: 'ana@malote.test', subject: 'Olá', text: 'Olá', html: '<p>Olá</p>' }
    await expect(smtp?.send(mail, '1')).rejects.toThrow()
  })

  it('that breaks off in the middle of a mail gets it once', async () => {
    const smtp = await mailServer()
    closers.push(smtp.close)
    const proxy = await faultProxy({ host: '127.0.0.1', port: Number(new URL(smtp.url).port) })
    closers.push(proxy.close)
    const test = await organisation(`smtp://127.0.0.1:${proxy.port}`)
    const faults = [/^RCPT/m, /^Subject/m].map((line) => ({
      at: (sent: string) => line.test(sent),
      how: 'before' as const,
    }))
    for (const [index, fault] of faults.entries()) {
      proxy.breakOnce(fault)
      if (index === 0) await invite(test, 'duda')
      else await hurryMails(test.db)
      await vi.waitFor(() => expect(proxy.broken()).toBeDefined(), untilPost)
      await vi.waitFor(async () => expect(await states(test)).toEqual(['retry']), untilPost)
    }
    expect(smtp.received).toEqual([])

    await hurryMails(test.db)
    await vi.waitFor(async () => expect(await states(test)).toEqual(['completed']), untilPost)
    expect(smtp.received).toMatchObject([{ to: ['duda@malote.test'] }])
  })

  // proves 19.41
  it('that refuses for two days gets its mails afterwards, also those of a queue from before', async () => {
    const test = await withoutPost()
    await (await startPost(test, 'smtp://127.0.0.1:1')).stop()
    await sql`update pgboss.queue set retry_limit = 12, retry_delay_max = 14400 where name = 'mail'`.execute(test.db)
    closers.push((await startPost(test, 'smtp://127.0.0.1:1')).stop)
    const { rows } = await sql<{ limit: number; delay: number; longest: number }>`
      select retry_limit as limit, retry_delay as delay, retry_delay_max as longest from pgboss.queue
      where name = 'mail'`.execute(test.db.withoutPlugins())
    const [{ limit, delay, longest } = { limit: 0, delay: 0, longest: 0 }] = rows
    // pg-boss waits between half and all of twice the time before, up to the longest.
    const waits = Array.from({ length: limit }, (_, attempt) => Math.min(longest, delay * 2 ** attempt))
    expect(waits.reduce((sum, seconds) => sum + seconds, 0)).toBeGreaterThan(48 * 3600)
  })

  it('that has no such mailbox is not asked again, and the other mails arrive', async () => {
    const test = await organisation()
    await invite(test, 'ninguem')
    await vi.waitFor(async () => expect(await states(test)).toEqual(['failed']), untilPost)
    expect(JSON.stringify(test.log.error.mock.calls)).toContain('the address is refused for good')
    await invite(test, 'fabio')
    await arrived(test.received)
    expect(test.received[0]?.to).toEqual(['fabio@malote.test'])
  })

  // proves 19.41
  it('gets a mail once although the database breaks off before that is noted', async () => {
    const smtp = await mailServer()
    closers.push(smtp.close)
    const test = await withoutPost()
    const proxy = await databaseProxy(test.serverConnectionString)
    closers.push(proxy.close)
    const { stop } = await startPost({ ...test, serverConnectionString: proxy.connectionString }, smtp.url)
    closers.push(stop)
    proxy.breakOnce({ at: (sent) => /set completed_on/i.test(sent) && smtp.received.length > 0, how: 'before' })
    await invite({ ...test } as Awaited<ReturnType<typeof organisation>>, 'eva')
    await vi.waitFor(() => expect(proxy.broken()).toBeDefined(), untilPost)
    await vi.waitFor(async () => {
      await hurryMails(test.db)
      expect((await queuedMails(test.db)).map(({ state }) => state)).toEqual(['completed'])
    }, untilPost)
    expect(smtp.received).toHaveLength(1)
  })

  it('that refuses one mail still gets the others', async () => {
    const test = await organisation()
    const [one, other] = [await buildUser(test.db, { email: 'invalida@' }), await buildUser(test.db)]
    const protocolId = await protocolOf(test.db, one, other)
    const orders = [await noticeOf(test.db, one.id, { protocolId }), await noticeOf(test.db, other.id, { protocolId })]
    await test.db.transaction().execute((trx) => queueMail(trx, orders))
    await arrived(test.received)
    expect(test.received[0]?.to).toEqual([other.email])
  })
})

it('lets a long word of a person break, so that the card is not wider than a phone', () => {
  const address = `https://exemplo.test/${'a'.repeat(300)}`
  const { html } = renderMail(
    { ORG_NAME: undefined, APP_URL: 'https://malote.test' },
    {
      ...{ to: 'ana@malote.test', subject: 'Comentário', greeting: 'Olá!', paragraphs: [address] },
      action: { label: 'Abrir', url: 'https://malote.test' },
    },
  )
  const [, card = ''] = /<td style="([^"]+)">\s*<h1/.exec(html) ?? []
  expect(card.split(';')).toEqual(expect.arrayContaining(['word-break:break-word', 'overflow-wrap:anywhere']))
})
