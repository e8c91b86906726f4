import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

/** An SMTP server that counts what it accepts. */
export interface Mailbox {
  url: string
  /** How often each message was accepted, by Message-ID. */
  accepted: ReadonlyMap<string, number>
  close: () => Promise<void>
}

export async function openMailbox(): Promise<Mailbox> {
  const accepted = new Map<string, number>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      void text(stream).then((message) => {
        const id = /^Message-ID: (\S+)/im.exec(message)?.[1] ?? ''
        accepted.set(id, (accepted.get(id) ?? 0) + 1)
        done()
      }, done)
    },
  })
  // A client that is killed breaks its connection.
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`
  return { accepted, url, close: () => new Promise<void>((resolve) => server.close(() => resolve())) }
}
