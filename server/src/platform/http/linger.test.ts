import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { PassThrough } from 'node:stream'
import { setTimeout as pass, setTimeout as pause } from 'node:timers/promises'
import fastify from 'fastify'
import { describe, expect, it, onTestFinished } from 'vitest'
import { buildProtocol } from '../../test/builders.ts'
import { freePort } from '../../test/free-port.ts'
import { nginx, nginxIsInstalled } from '../../test/nginx.ts'
import { testOrganisation } from '../../test/organisation.ts'
import { samplePdf } from '../../test/sample-files.ts'
import { drainingPlugin, linger } from './linger.ts'

/** A server that answers the first bytes and lingers, and a client that keeps its side open. */
async function lingeringPair(patience: Parameters<typeof linger>[1]) {
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('error', () => {})
    socket.once('data', () => {
      socket.write('answer')
      linger(socket.resume(), patience)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const client = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', allowHalfOpen: true })
  onTestFinished(async () => {
    client.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
  const isCut = new Promise<void>((resolve) => {
    client.on('error', () => resolve()).once('close', resolve)
  })
  let received = ''
  client.setEncoding('utf8').on('data', (chunk) => {
    received += chunk
  })
  client.write('question')
  await once(client, 'end')
  return { client, isCut, received: () => received }
}

async function drip(client: Socket, text: string) {
  while (client.writable) {
    client.write(text)
    await pause(10)
  }
}

describe('a connection that is closing', () => {
  // proves 19.1
  it('ends with a client that sends nothing more', async () => {
    const { client, isCut, received } = await lingeringPair({ silence: 100 })
    expect(received()).toBe('answer')
    // The other side is gone: only a write shows it.
    void pause(700).then(() => drip(client, 'x'))
    await isCut
  })

  // proves 19.1
  it.each([
    ['never stops', { total: 300 }, 'x'],
    ['sends too much', { bytes: 1000 }, 'x'.repeat(500)],
  ])('ends with a client that %s', async (_what, patience, text) => {
    const { client, isCut, received } = await lingeringPair(patience)
    void drip(client, text)
    await isCut
    expect(received()).toBe('answer')
  })
})

const mebibyte = 1024 * 1024

/** More than 25 files, and more than the buffers of two sockets hold, so that a server has to read while it refuses. */
const large = 31 * mebibyte

let organisation: ReturnType<typeof listeningOrganisation> | undefined

/** One for all tests of this file, which write nothing. */
const openOrganisation = () => {
  organisation ??= listeningOrganisation()
  return organisation
}

async function listeningOrganisation() {
  const { app, db, origin, destination, sender, tokenOf } = await testOrganisation({
    // Nothing listens on this port.
    config: { UPLOAD_MAX_MB: 1, CLAMAV_HOST: '127.0.0.1:1' },
  })
  const { id, items } = await buildProtocol(db, {
    ...{ originDepartmentId: origin.id, destinationDepartmentId: destination.id, createdBy: sender.id },
  })
  const forms = {
    creation: 'POST /api/protocols',
    edit: `PUT /api/protocols/${id}`,
    occurrence: `POST /api/protocols/items/${items[0]?.id}/occurrences`,
  }
  return { url: await app.listen({ port: 0, host: '127.0.0.1' }), token: await tokenOf(sender), forms }
}

const [json, multipart] = ['application/json', 'multipart/form-data; boundary=b']
/** What is refused before it is read, with the status that the client must see. */
const refused = [
  { what: 'JSON that is too large', status: 413, path: '/api/protocols', type: json, signedIn: true },
  { what: 'a sign-in that is too large', status: 413, path: '/api/auth/login', type: json, signedIn: false },
  { what: 'a stranger', status: 401, path: '/api/protocols', type: json, signedIn: false },
  { what: 'an unknown address', status: 404, path: '/api/nothing', type: json, signedIn: true },
  { what: 'another format', status: 415, path: '/api/auth/login', type: 'text/html', signedIn: false },
  { what: 'a form that is too large', status: 413, path: '/api/protocols', type: multipart, signedIn: true },
  { what: 'what operators may see', status: 403, path: '/metrics', type: json, signedIn: false },
] as const

type Refused = (typeof refused)[number]

const versions = ['1.0', '1.1'] as const

const head = ({ path, type, signedIn }: Refused, token: string, version: string, length: number) => {
  const lines = [
    `${path === '/metrics' ? 'GET' : 'POST'} ${path} HTTP/${version}`,
    'Host: malote',
    // As a proxy adds it, which makes the request one from another machine.
    ...(path === '/metrics' ? ['X-Forwarded-For: 192.0.2.1'] : []),
    `Content-Type: ${type}`,
    `Content-Length: ${length}`,
    ...(signedIn ? [`Authorization: Bearer ${token}`] : []),
  ]
  return `${lines.join('\r\n')}\r\n\r\n`
}

/** Sends everything before it reads anything, as proxies and browsers do. @throws when the connection is reset */
async function sendThenRead(url: string, text: string): Promise<string> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once('error', reject)
      socket.pause().write(text, (error) => (error ? reject(error) : resolve()))
    })
    let received = ''
    socket
      .resume()
      .setEncoding('utf8')
      .on('data', (chunk) => {
        received += chunk
        // On a connection that stays open, the body's last character tells that the response is complete.
        if (received.endsWith('}')) socket.end()
      })
    await once(socket, 'close')
    return received
  } finally {
    socket.destroy()
  }
}

describe('a client that sends everything before it reads', () => {
  const cases = refused.flatMap((one) => versions.map((version) => [one.what, version, one] as const))

  // proves 19.1, 18.44
  it.each(cases)('hears the refusal of %s (HTTP/%s)', async (_what, version, one) => {
    const { url, token } = await openOrganisation()
    const answer = await sendThenRead(url, head(one, token, version, large) + 'x'.repeat(large))
    expect(answer).toContain(`HTTP/1.1 ${one.status} `)
    expect(answer).toMatch(/"code":"[A-Z_]+"\}$/)
  })

  // proves 19.1
  it('hears the refusal of headers that are too large', async () => {
    const { url } = await openOrganisation()
    const answer = await sendThenRead(url, `GET /api/protocols HTTP/1.1\r\nHost: malote\r\nX: ${'x'.repeat(large)}`)
    expect(answer).toContain('HTTP/1.1 431 ')
    expect(answer).toMatch(/"code":"BODY_TOO_LARGE"\}$/)
  })

  // proves 19.1
  it('goes on over the same connection after a refusal that leaves it open', async () => {
    const { url, token } = await openOrganisation()
    const [, , stranger] = refused
    const first = head(stranger, token, '1.1', large) + 'x'.repeat(large)
    const second = 'GET /healthz HTTP/1.1\r\nHost: malote\r\nConnection: close\r\n\r\n'
    const answer = await sendThenRead(url, first + second)
    expect(answer).toContain('HTTP/1.1 401 ')
    expect(answer).toMatch(/HTTP\/1\.1 200 [\s\S]*\{"status":"ok"\}$/)
  })
})

describe('a client that sends a whole form before it reads', () => {
  const part = (header: string, content: string) =>
    `--b\r\nContent-Disposition: form-data; ${header}\r\n\r\n${content}\r\n`
  const field = (name: string, value = 'x') => part(`name="${name}"`, value)
  const fileOf = (name: string, content: string) => part(`name="attachment_0"; filename="${name}"`, content)

  const ruledOut = fileOf('a.pdf', 'x'.repeat(0.9 * mebibyte))
  const pdf = samplePdf.toString('latin1')
  /** Follows what is refused: less than 25 files, and more than the buffers of two sockets hold. */
  const rest = ruledOut.repeat(22)

  it.each([
    ['a creation whose file is not what its name says', 'creation', 400, ruledOut],
    ['an edit whose file is not what its name says', 'edit', 400, ruledOut],
    ['an occurrence whose file is not what its name says', 'occurrence', 400, ruledOut],
    ['a file of another format', 'creation', 400, fileOf('a.exe', 'x'.repeat(mebibyte))],
    ['a file of no item', 'creation', 400, part('name="other"; filename="a.pdf"', 'x'.repeat(mebibyte))],
    ['a file that is too large', 'creation', 413, fileOf('a.pdf', pdf + 'x'.repeat(mebibyte))],
    ['a file that could not be scanned', 'creation', 503, fileOf('a.pdf', pdf)],
    ['too many fields', 'creation', 413, Array.from({ length: 20 }, (_, index) => field(`field_${index}`)).join('')],
    ['a field that is too long', 'creation', 413, field('remarks', 'x'.repeat(3 * mebibyte))],
    ['a field with the name of a method', 'creation', 400, field('toString')],
    ['a part without a name', 'creation', 400, part('x', 'x')],
  ] as const)('hears the refusal of %s', async (_what, form, status, refused) => {
    const organisation = await openOrganisation()
    const body = `${field('remarks')}${refused}${rest}--b--\r\n`
    const lines = [
      `${organisation.forms[form]} HTTP/1.1`,
      'Host: malote',
      'Content-Type: multipart/form-data; boundary=b',
      `Content-Length: ${body.length}`,
      `Authorization: Bearer ${organisation.token}`,
    ]
    const answer = await sendThenRead(organisation.url, `${lines.join('\r\n')}\r\n\r\n${body}`)
    expect(answer).toContain(`HTTP/1.1 ${status} `)
    expect(answer).toMatch(/"code":"[A-Z_]+"/)
  })
})

describe.skipIf(!nginxIsInstalled())('nginx in front of the server', () => {
  // proves 19.1
  it.each([
    ['over one connection for each request', ''],
    ['over connections that stay open', 'proxy_http_version 1.1; proxy_set_header Connection "";'],
    ['without buffering requests', 'proxy_http_version 1.1; proxy_request_buffering off;'],
  ])('passes each refusal on, %s', async (_how, settings) => {
    const { url, token } = await openOrganisation()
    const port = await freePort()
    // With one failure nginx would take the server for dead and answer everything with 502 for ten seconds.
    const proxy = await nginx(
      `upstream malote { server ${url.replace('http://', '')} max_fails=1; keepalive 8; }
      server {
        listen 127.0.0.1:${port};
        client_max_body_size 0;
        location / { proxy_pass http://malote; proxy_set_header X-Forwarded-For $remote_addr; ${settings} }
      }`,
      port,
    )
    onTestFinished(proxy.close)
    const front = `http://127.0.0.1:${port}`
    for (const one of refused) {
      const answer = await sendThenRead(front, head(one, token, '1.1', large) + 'x'.repeat(large))
      expect(answer, one.what).toContain(`HTTP/1.1 ${one.status} `)
      expect((await fetch(`${front}/healthz`)).status, `after ${one.what}`).toBe(200)
    }
    expect(proxy.errors()).not.toMatch(/upstream|reset|broken pipe/i)
  })
})

async function listening(graceMs: number, farewellMs = 0) {
  const app = fastify({ return503OnClosing: false })
  onTestFinished(() => app.close())
  await app.register(drainingPlugin, { graceMs, farewellMs })
  return app
}

it('finishes the answer that is under way, and says that the connection ends', async () => {
  const app = await listening(10_000)
  let goOn = () => {}
  const held = new Promise<void>((resolve) => {
    goOn = resolve
  })
  let isAsked = () => {}
  const asked = new Promise<void>((resolve) => {
    isAsked = resolve
  })
  app.get('/', async () => {
    isAsked()
    await held
    return 'pronto'
  })
  app.addHook('preClose', async () => goOn())
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const reply = fetch(address)
  await asked

  const closed = app.close()
  expect(await (await reply).text()).toBe('pronto')
  expect((await reply).headers.get('connection')).toBe('close')
  await closed
})

it('cuts a stream that never ends, after its patience', async () => {
  const app = await listening(200)
  app.get('/', (_request, reply) => {
    const endless = new PassThrough()
    endless.write('data: 1\n\n')
    return reply.type('text/event-stream').send(endless)
  })
  const reply = await fetch(await app.listen({ port: 0, host: '127.0.0.1' }))
  const [, text] = await Promise.allSettled([app.close(), reply.text()])
  expect(text.status).toBe('rejected')
})

// proves 19.43
it('answers over connections that a proxy has kept, and says that they end', async () => {
  const app = await listening(10_000, 8_000)
  app.post('/', async () => 'pronto')
  await app.listen({ port: 0, host: '127.0.0.1' })
  const proxy = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  proxy.on('error', () => {})
  const ask = async () => {
    const answer = once(proxy, 'data')
    proxy.write('POST / HTTP/1.1\r\nHost: malote\r\nContent-Length: 0\r\n\r\n')
    return String(await Promise.race([answer, once(proxy, 'close').then(() => ['closed'])]))
  }
  expect(await ask()).toContain('HTTP/1.1 200')
  const closed = app.close()
  await pass(100)
  const last = await ask()
  expect(last).toContain('HTTP/1.1 200')
  expect(last.toLowerCase()).toContain('connection: close')
  await closed
})
