import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'

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
