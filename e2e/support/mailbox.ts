import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { PgBoss } from 'pg-boss'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { openMailQueue } from '../../server/src/domain/mail/mail-queue.ts'
import { remindOfDueDates } from '../../server/src/features/reminders/remind-people.ts'
import { connect } from '../../server/src/platform/db/connect.ts'

/** A real SMTP server on a free port, which keeps what it receives. */
export async function openMailbox() {
  const received: { to: string[]; content: string }[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, { envelope }, done) {
      void text(stream).then(async (raw) => {
        const mail = await PostalMime.parse(raw)
        received.push({ to: envelope.rcptTo.map(({ address }) => address), content: mail.text ?? '' })
        done()
      }, done)
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    /** The texts of what arrived for this address. */
    mailsTo: (address: string) => received.filter(({ to }) => to.includes(address)).map(({ content }) => content),
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

/**
 * Reminds everybody of what is due, as the server does on the morning of a business day, which no test can wait for.
 * The server itself sends the mails.
 *
 * @param day `yyyy-MM-dd`
 */
export async function morningOf(day: string, { ownerConnectionString }: { ownerConnectionString: string }) {
  const queue = new PgBoss({
    connectionString: ownerConnectionString,
    ...{ createSchema: false, supervise: false, schedule: false },
  })
  await queue.start()
  openMailQueue(queue)
  const db = connect(ownerConnectionString)
  await remindOfDueDates(db, { APP_TIMEZONE: 'America/Sao_Paulo' }, new Date(`${day}T11:00:00Z`))
  openMailQueue(undefined)
  await queue.stop()
  await db.destroy()
}
