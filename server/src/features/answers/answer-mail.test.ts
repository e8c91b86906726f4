import { sql } from 'kysely'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { tokenHash } from '../../platform/http/auth.ts'
import { loggedApp } from '../../test/app.ts'
import { buildOccurrence, buildProtocol } from '../../test/builders.ts'
import { clientOf } from '../../test/client.ts'
import { hurryMails, mailServer, queuedMails, type ReceivedMail, startPost, untilPost } from '../../test/mail-server.ts'
import { remindOfDueDates } from '../reminders/remind-people.ts'
import { answerOrganisation } from './answers.test-setup.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

/** The organisation with its jobs running and a mail server. */
async function organisation() {
  const smtp = await mailServer()
  closers.push(smtp.close)
  const test = await answerOrganisation({ ownDatabase: true })
  const { stop, log } = await startPost(test, smtp.url)
  closers.push(stop)
  const remind = () => remindOfDueDates(test.db, test.app.settings, test.clock.now())
  const mailsTo = async ({ email }: { email: string }, count = 1) => {
    const mine = () => smtp.received.filter(({ to }) => to[0] === email)
    await vi.waitFor(() => expect(mine()).toHaveLength(count), untilPost)
    return mine()
  }
  const mailTo = async (person: { email: string }) => (await mailsTo(person))[0] as ReceivedMail
  return { ...test, smtp, log, remind, mailTo, mailsTo }
}

/** The links of a mail's text, by their words, line by line. */
const linksIn = ({ text }: ReceivedMail) =>
  [...text.matchAll(/^ {2}([^:\n]+): https:\/\/malote\.test\/responder#([\w-]{44})$/gm)].map(
    ([, words = '', token = '']) => ({ words, token }),
  )

describe('the mail of a reminder', () => {
  // proves 21.22
  it('has three links for each line, in the text and in the HTML, that work', async () => {
    const test = await organisation()
    const { itemId } = await test.send()
    await test.send({ documentNumber: '8/26', returnDate: '2026-11-16' })
    await test.remind()
    const mail = await test.mailTo(test.holder)
    const links = linksIn(mail)
    const words = ['Já devolvi', 'Preciso de mais prazo', 'Não está comigo']
    expect(links.map((link) => link.words)).toEqual([...words, ...words])
    for (const link of links)
      expect(mail.html).toMatch(
        new RegExp(`<a href="https://malote\\.test/responder#${link.token}"[^>]*>${link.words}</a>`),
      )
    expect(links.map(({ token }) => token.at(-1)).join('')).toBe('renren')

    const [late, , , soon, moreTime] = links
    expect((await test.open(late?.token)).body.document_number).toBe('8/26')
    expect((await test.open(soon?.token)).body).toMatchObject({ document_number: '7/26', return_date: '2026-11-20' })
    const asked = { return_date: '2026-12-04', note: 'Falta a assinatura' }
    expect((await test.answer(moreTime?.token, 'extension', asked)).status).toBe(200)
    expect(await test.requestsOf(itemId)).toHaveLength(1)
    expect((await test.open(soon?.token)).body.message).toBe('Você já respondeu em 19/11/2026.')
    expect((await test.answer(late?.token, 'returned')).status).toBe(200)
  })

  // proves 21.22
  it('goes with links to the people of the destination, and without to those of the origin', async () => {
    const test = await organisation()
    await test.send({ documentNumber: 'sem responsável', responsibleId: null, returnDate: '2026-11-19' })
    await test.send({ documentNumber: 'atrasado', returnDate: '2026-11-02' })
    const { itemId } = await test.send({ documentNumber: 'extraviado' })
    await buildOccurrence(test.db, { itemId, openedBy: test.holder.id, kind: 'lost' })
    const inbound = { originDepartmentId: test.origin.id, destinationDepartmentId: test.destination.id }
    await buildProtocol(test.db, {
      ...inbound,
      status: 'Pendente',
      createdAt: '2026-11-09T12:00:00Z',
      items: [{ returnDate: '2026-12-24' }],
    })
    await test.remind()
    const linked = async (person: { email: string }) => {
      const { text } = await test.mailTo(person)
      // A line of the mail begins with a dash.
      const lines = text.split(/\n(?=- )/).slice(1)
      return lines.map((line) => `${line.split(/[(:]/)[0]?.slice(2).trim()} ${line.split('#').length > 2}`)
    }
    expect(await linked(test.manager)).toEqual([
      'Item atrasado true',
      'Item sem responsável true',
      'Protocolo ainda não recebido false',
    ])
    expect(await linked(test.holder)).toEqual(['Item atrasado true'])
    expect(await linked(test.sender)).toEqual(['Item atrasado false', 'Item extraviado false'])
  })

  // proves 21.22
  it('that is sent again has new links, the old ones stay valid, and all say what is so now', async () => {
    const test = await organisation()
    const { itemId } = await test.send()
    test.smtp.refuseNext(1)
    await test.remind()
    await test.mailTo(test.holder)
    await vi.waitFor(async () => {
      await hurryMails(test.db)
      expect((await queuedMails(test.db)).map(({ state }) => state)).toEqual(['completed'])
    }, untilPost)
    const [first, second] = (await test.mailsTo(test.holder, 2)).map((mail) => linksIn(mail)[0]?.token)
    expect(first).not.toBe(second)
    for (const token of [first, second]) expect((await test.open(token)).status).toBe(200)
    expect(test.log.error.mock.calls).toHaveLength(1)

    const settled = await test.as(test.holder).post(`/api/protocols/items/${itemId}/return`)
    expect(settled.status, JSON.stringify(settled.body)).toBe(200)
    for (const token of [first, second])
      expect((await test.open(token)).body.message).toBe('Este item já foi devolvido.')
  })

  it('with fifty lines stays below what mail programs cut off', async () => {
    const test = await organisation()
    const items = Array.from({ length: 51 }, (_, n) => ({
      ...{ documentNumber: `Contrato de prestação de serviços ${n}/2026`, responsibleId: test.holder.id },
      returnDate: '2026-11-20',
    }))
    await buildProtocol(test.db, {
      ...{ originDepartmentId: test.origin.id, destinationDepartmentId: test.destination.id },
      ...{ status: 'Em andamento', createdAt: '2026-11-02T12:00:00Z', createdBy: test.sender.id, items },
    })
    await test.remind()
    const mail = await test.mailTo(test.holder)
    expect(new Set(linksIn(mail).map(({ token }) => token)).size).toBe(150)
    // Gmail shows the first 102 kB.
    expect(Buffer.byteLength(mail.html)).toBeLessThan(100_000)
    const { count } = await test.db
      .selectFrom('answerLinks')
      .select((count) => count.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    expect(Number(count)).toBe(50)
  })
})

describe('the secret of a link', () => {
  // proves 21.22
  it('is in the mail alone: the database has its hash, the queue ids, and the log nothing', async () => {
    const test = await organisation()
    await test.send()
    await test.remind()
    const [link] = linksIn(await test.mailTo(test.holder))
    const token = link?.token ?? ''
    const secret = token.slice(0, -1)
    const { app, lines } = await loggedApp({ db: test.db, now: test.clock.now }, 'trace')
    const post = (path: string, body: object) => clientOf(app).post(path, body)
    await post('/api/answers/open', { token })
    await post('/api/answers', { token, answer: 'extension' })
    await post('/api/answers', { token, answer: 'not_with_me', note: 'Está com o João' })
    await post('/api/answers', { token, answer: 'returned' })
    for (let call = 0; call < 30; call += 1) await post('/api/answers/open', { token })
    expect(lines.length).toBeGreaterThan(60)
    expect(lines.join('\n')).toContain('/api/answers/open')
    expect(lines.join('\n')).not.toContain(secret)

    const [stored] = await test.db.selectFrom('answerLinks').selectAll().execute()
    expect(stored?.secretHash).toEqual(tokenHash(secret))
    const { rows } = await sql<{ table: string; text: string }>`
      select c.oid::regclass::text as table,
        query_to_xml(format('select * from %s', c.oid::regclass), false, false, '')::text as text
      from pg_class c join pg_namespace s on s.oid = c.relnamespace
      where s.nspname in ('public', 'pgboss', 'folded') and c.relkind = 'r'`.execute(test.db)
    expect(rows.map(({ table }) => table)).toContain('answer_links')
    for (const { table, text } of rows) expect(text, table).not.toContain(secret)
    const [order] = await queuedMails(test.db)
    expect(order?.data).toMatchObject({
      lines: [{ answers: { itemId: stored?.itemId, dueDate: '2026-11-20' } }],
    })
  })
})
