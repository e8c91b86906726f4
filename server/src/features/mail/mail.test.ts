import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { SMTPServer } from 'smtp-server'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type JobParts, startJobs } from '../../jobs.ts'
import { testApp } from '../../test/app.ts'
import { buildAdmin, buildDepartment, buildUser } from '../../test/builders.ts'
import { testConfig } from '../../test/config.ts'
import { queueMail } from './public.ts'

const closers: (() => unknown)[] = []

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

/** A real SMTP listener on a free port; `received` are the raw messages. */
async function mailServer() {
  const received: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        received.push(Buffer.concat(chunks).toString())
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => new Promise<void>((resolve) => server.close(resolve)))
  return { received, url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}` }
}

/** The whole product with its jobs running. */
async function office(smtpUrl: string) {
  const test = await testApp({ ownDatabase: true, config: { SMTP_URL: smtpUrl } })
  const log = { error: vi.fn<JobParts['log']['error']>() }
  const { db, connectionString, clock } = test
  const config = testConfig({ SMTP_URL: smtpUrl, MAIL_FROM: 'Malote <malote@malote.test>' })
  closers.push(await startJobs({ db, connectionString, config, now: clock.now, log }))
  const waiting = async () => {
    const { rows } = await sql<{
      data: unknown
    }>`select data from pgboss.job where name = 'mail' order by created_on`.execute(db)
    return rows.map(({ data }) => data)
  }
  return { ...test, log, waiting }
}

const arrived = (received: string[], count = 1) =>
  vi.waitFor(() => expect(received).toHaveLength(count), { timeout: 12_000, interval: 100 })

/** The text part, as it was before it was wrapped for its journey. */
const textOf = (message: string) => {
  const part = message.split(/\r\n--[^\r\n]+\r\n/).find((one) => one.startsWith('Content-Type: text/plain')) ?? ''
  const [head = '', ...body] = part.split('\r\n\r\n')
  const text = body.join('\r\n\r\n')
  if (/base64/i.test(head)) return Buffer.from(text, 'base64').toString()
  const bytes = text
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return /quoted-printable/i.test(head) ? Buffer.from(bytes, 'latin1').toString() : text
}

const linkIn = (message: string) => /https:\/\/\S+token=([\w-]{43})/.exec(textOf(message))?.[1]

describe('an invitation', () => {
  it('arrives with a link that works, and the queue never knew the token', async () => {
    const smtp = await mailServer()
    const { app, db, anonymous, waiting } = await office(smtp.url)
    const { id: udpid } = await buildDepartment(db)
    const sent = { uname: 'Ana <b>', uemail: 'ana@malote.test', udpid }
    const { body: user } = await app.as(await buildAdmin(db)).post('/api/users', sent)

    await arrived(smtp.received)

    const [message = ''] = smtp.received
    expect(message).toContain('To: ana@malote.test')
    expect(message).toContain('From: Malote <malote@malote.test>')
    expect(textOf(message)).toContain('Olá, Ana <b>!')
    expect(message).toContain('&lt;b&gt;!</strong>') // in the HTML her name is text
    expect(await waiting()).toEqual([{ kind: 'invitation', userId: user.uid }])

    const password = { token: linkIn(message), newPassword: 'senha-da-ana' }
    expect((await anonymous.post('/api/auth/password', password)).status).toBe(204)
    // One of the two links was used, so the other is worth nothing.
    const shown = new URL(user.invitation.url).searchParams.get('token')
    expect((await anonymous.post('/api/auth/password', { token: shown, newPassword: 'outra-senha' })).status).toBe(400)
  })
})

describe('a forgotten password', () => {
  it('is answered to people alone, with a link for two hours', async () => {
    const smtp = await mailServer()
    const { db, anonymous, clock } = await office(smtp.url)
    const user = await buildUser(db)
    const leaver = await buildUser(db, { isActive: false })
    for (const email of ['ninguem@malote.test', leaver.email, user.email.toUpperCase()]) {
      expect((await anonymous.post('/api/auth/forgot-password', { email })).status).toBe(204)
    }

    await arrived(smtp.received)

    const [message = ''] = smtp.received
    expect(message).toContain(`To: ${user.email}`)
    expect(textOf(message)).toContain('O link vale por 2 horas')
    clock.advance(2 * 3_600_000)
    const late = await anonymous.post('/api/auth/password', { token: linkIn(message), newPassword: 'nova-senha' })
    expect(late.status).toBe(400)
  })
})

describe('a notification', () => {
  it('goes out when its transaction commits, and not when it does not', async () => {
    const smtp = await mailServer()
    const { db, waiting } = await office(smtp.url)
    const user = await buildUser(db)
    const order = (title: string) =>
      [{ kind: 'notification', userId: user.id, title, message: 'Protocolo #7 foi criado.', protocolId: 7 }] as const

    const failed = db.transaction().execute(async (trx) => {
      await queueMail(trx, order('Nunca'))
      throw new Error('rolled back')
    })
    await expect(failed).rejects.toThrow('rolled back')
    await db.transaction().execute((trx) => queueMail(trx, order('Novo\r\nBcc: x@y.zz')))

    await arrived(smtp.received)
    expect(smtp.received[0]).toContain('Subject: Novo Bcc: x@y.zz')
    expect(textOf(smtp.received[0] ?? '')).toContain('Abrir o protocolo #7: https://malote.test/protocolos/7')
    expect(await waiting()).toHaveLength(1)
  })
})

describe('a dead mail server', () => {
  it('neither fails nor slows the request, and its mail is tried again', async () => {
    const { app, db, log } = await office('smtp://127.0.0.1:1')
    const { id: udpid } = await buildDepartment(db)
    const admin = app.as(await buildAdmin(db))
    const start = performance.now()
    const { status } = await admin.post('/api/users', { uname: 'Ana', uemail: 'ana@malote.test', udpid })
    expect(status).toBe(201)
    expect(performance.now() - start).toBeLessThan(1000)

    await vi.waitFor(() => expect(log.error).toHaveBeenCalled(), { timeout: 12_000, interval: 100 })
    const details = JSON.stringify(log.error.mock.calls)
    expect(details).toContain('invitation')
    expect(details).not.toMatch(/token|ana@malote/)
    await vi.waitFor(async () => {
      const { rows } = await sql<{ state: string }>`select state from pgboss.job where name = 'mail'`.execute(db)
      expect(rows).toEqual([{ state: 'retry' }])
    })
  })
})
