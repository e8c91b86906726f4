import { createServer, type Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { vi } from 'vitest'
import { type JobParts, startJobs } from '../app/jobs.ts'
import type { Db } from '../platform/db/connect.ts'
import type { TestApp } from './app.ts'
import { testConfig } from './config.ts'
import { freePort } from './free-port.ts'

/** A received message. */
export interface ReceivedMail {
  raw: string
  /** Recipients in the envelope. */
  to: string[]
  subject: string
  text: string
  html: string
}

export interface MailServer {
  url: string
  received: ReceivedMail[]
  /** Takes the next mails, and says that it has not: they are sent again later. */
  refuseNext: (count: number) => void
  close: () => Promise<void>
}

/**
 * A real SMTP server. It has no mailbox whose name begins with `ninguem`.
 *
 * @param on its port; by default one that is still free when somebody listens there again
 */
export async function mailServer(on?: number): Promise<MailServer> {
  const port = on ?? (await freePort())
  const received: ReceivedMail[] = []
  let refusals = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address }, _session, done) {
      done(address.startsWith('ninguem') ? Object.assign(new Error('no such mailbox'), { responseCode: 550 }) : null)
    },
    onData(stream, { envelope }, done) {
      void readMail(stream).then((mail) => {
        received.push({ ...mail, to: envelope.rcptTo.map(({ address }) => address) })
        refusals -= 1
        done(refusals >= 0 ? new Error('try again') : undefined)
      }, done)
    },
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve)
  })
  server.on('error', () => {}) // a client that breaks off
  const url = `smtp://127.0.0.1:${port}`
  const refuseNext = (count: number) => {
    refusals = count
  }
  return { received, url, refuseNext, close: () => new Promise<void>((resolve) => server.close(resolve)) }
}

/** Accepts connections and never responds, unless `onConnection` does. */
export async function silentServer(onConnection: (socket: Socket) => void = () => {}) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}))
    onConnection(socket)
  })
  const port = await freePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const close = async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  }
  return { port, connections: () => sockets.size, close }
}

/** Starts the application's jobs, with mail going to `smtpUrl`. */
export async function startPost(
  { db, serverConnectionString: connectionString, clock }: TestApp,
  smtpUrl: string,
  mailPollSeconds = 0.5,
) {
  const log = { error: vi.fn<JobParts['log']['error']>() }
  const config = testConfig({ SMTP_URL: smtpUrl, MAIL_FROM: 'Malote <malote@malote.test>' })
  const stop = await startJobs({ db, connectionString, config, now: clock.now, log, mailPollSeconds })
  return { log, stop }
}

interface WaitingMail {
  state: string
  data: Record<string, unknown>
}

/** All mails in the queue, including sent ones. */
export async function queuedMails(db: Db): Promise<WaitingMail[]> {
  const jobs =
    await sql<WaitingMail>`select state, data from pgboss.job where name = 'mail' order by created_on`.execute(
      db.withoutPlugins(),
    )
  return jobs.rows
}

/** Makes what waits on purpose due now: the next attempt, and bundles. */
export const hurryMails = (db: Db) =>
  sql`update pgboss.job set start_after = now() where name = 'mail' and state in ('created', 'retry')`.execute(db)

/** How to wait for mails in a test, in milliseconds: the queue is polled twice a second. */
export const untilPost = { timeout: 60_000, interval: 50 }

/** A message as a mail program reads it. */
export async function readMail(stream: Readable): Promise<Omit<ReceivedMail, 'to'>> {
  const raw = await text(stream)
  const { subject = '', text: plain = '', html = '' } = await PostalMime.parse(raw)
  return { raw, subject, text: plain, html }
}
