import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

/** A real SMTP server on a free port, which keeps what it receives. */
export async function openMailbox() {
  const received: { to: string[]; content: string }[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, { envelope }, done) {
      void text(stream).then((raw) => {
        received.push({ to: envelope.rcptTo.map(({ address }) => address), content: decoded(raw) })
        done()
      }, done)
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    /** What arrived for this address, with all its parts decoded. */
    mailsTo: (address: string) => received.filter(({ to }) => to.includes(address)).map(({ content }) => content),
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

/** Quoted-printable lines joined and base64 parts decoded, which is enough to find a link. */
const decoded = (raw: string) =>
  raw
    .replace(/(Content-Transfer-Encoding: base64(?:\r\n\S.*)*\r\n\r\n)([\w+/=\r\n]+)/gi, (_, head, body) => {
      return head + Buffer.from(body, 'base64').toString()
    })
    .replaceAll('=\r\n', '')
