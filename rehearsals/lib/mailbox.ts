import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

/** An SMTP server that counts what it accepts. */
export interface Mailbox {
  url: string
  /** How often each message was accepted, by Message-ID. */
  accepted: ReadonlyMap<string, number>
  /** Refuses every message with a 451 from now on, or accepts them again. */
  setRefusing: (isRefusing: boolean) => void
  /** How many it has refused. */
  refused: () => number
  close: () => Promise<void>
}

export async function openMailbox(): Promise<Mailbox> {
  const accepted = new Map<string, number>()
  let isRefusing = false
  let refused = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onMailFrom(_address, _session, done) {
      if (!isRefusing) return done()
      refused += 1
      done(Object.assign(new Error('try again later'), { responseCode: 451 }))
    },
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
  return {
    accepted,
    url,
    setRefusing: (value) => {
      isRefusing = value
    },
    refused: () => refused,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
