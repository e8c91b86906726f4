import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

/** The test file that every virus scanner reports, in two parts so that no scanner reports this source. */
export const eicar = `X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-${'STANDARD-ANTIVIRUS-TEST-FILE'}!$H+H*`

/** A fake clamd that knows the EICAR file. */
export interface ClamdServer {
  /** For CLAMAV_HOST. */
  host: string
  /** The contents that it was sent. */
  scanned: Buffer[]
  /** What it responds instead of a verdict; null: nothing, for ever. */
  answerWith: (answer: string | null | undefined) => void
  close: () => Promise<void>
}

/** Implements PING, and INSTREAM: chunks with their length in four bytes, up to an empty one. */
export async function clamdServer(): Promise<ClamdServer> {
  const scanned: Buffer[] = []
  const sockets = new Set<Socket>()
  let answer: string | null | undefined
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}).on('close', () => sockets.delete(socket)))
    let received = Buffer.of()
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk])
      if (answer !== undefined) return void (answer === null || socket.end(answer))
      if (received.equals(Buffer.from('zPING\0'))) return void socket.end('PONG\0')
      const content = contentOf(received)
      if (content === undefined) return
      scanned.push(content)
      socket.end(content.includes(eicar) ? 'stream: Eicar-Signature FOUND\0' : 'stream: OK\0')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    scanned,
    answerWith: (other) => {
      answer = other
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** undefined until the empty chunk has arrived */
function contentOf(received: Buffer): Buffer | undefined {
  const command = 'zINSTREAM\0'
  if (received.length < command.length) return undefined
  if (!received.subarray(0, command.length).equals(Buffer.from(command))) throw new Error('unknown command')
  const chunks: Buffer[] = []
  for (let place = command.length; place + 4 <= received.length; ) {
    const length = received.readUInt32BE(place)
    if (length === 0) return Buffer.concat(chunks)
    chunks.push(received.subarray(place + 4, place + 4 + length))
    place += 4 + length
  }
  return undefined
}
