import { once } from 'node:events'
import { createServer, get as getPlain, type IncomingHttpHeaders } from 'node:http'
import { get } from 'node:https'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { freePort } from '../../server/src/test/free-port.ts'
import { type FrontProxy, isInstalled, startHaproxy, startNginx } from './proxy.ts'

/** A server that answers with the headers that it got. */
async function echo(): Promise<number> {
  const server = createServer(({ headers }, response) => response.end(JSON.stringify(headers)))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close().closeAllConnections())
  return (server.address() as AddressInfo).port
}

async function ask({ url }: FrontProxy, path: string, headers: Record<string, string> = {}) {
  const request = get(url + path, { headers, rejectUnauthorized: false, agent: false })
  const [response] = await once(request, 'response')
  let text = ''
  for await (const part of response.setEncoding('utf8')) text += part
  return { status: response.statusCode as number, text }
}

/** Without TLS. */
async function askPlain({ plain }: FrontProxy, path: string, host: string) {
  const [response] = await once(getPlain(plain + path, { headers: { host }, agent: false }), 'response')
  response.resume()
  return { status: response.statusCode as number, location: response.headers.location as string | undefined }
}

async function opened(starting: Promise<FrontProxy>): Promise<FrontProxy> {
  const proxy = await starting
  onTestFinished(proxy.close)
  return proxy
}

/** Each proxy, and the texts that make its limits small: three calls at once, two connections. */
const proxies: [string, (port: number, server: number, isSmall?: boolean) => Promise<FrontProxy>][] = [
  [
    'nginx',
    (port, server, isSmall) =>
      startNginx(
        port,
        [server],
        isSmall
          ? [
              ['rate=200r/s', 'rate=1r/m'],
              ['burst=1000', 'burst=2'],
            ]
          : [],
      ),
  ],
  [
    'haproxy',
    (port, server, isSmall) =>
      startHaproxy(
        port,
        [server],
        'um-token',
        isSmall
          ? [
              ['http_req_rate(10s)', 'http_req_rate(10m)'],
              ['gt 3000', 'gt 3'],
            ]
          : [],
      ),
  ],
]

it.each(proxies.filter(([name]) => isInstalled(name)))(
  '%s leads a page without TLS to its own name, whatever was asked for, and no call',
  async (_, start) => {
    const proxy = await opened(start(await freePort(), await echo()))
    const page = await askPlain(proxy, '/protocols?page=2', 'outro.exemplo.com')
    expect(page).toEqual({ status: 301, location: 'https://malote.exemplo.com.br/protocols?page=2' })
    const call = await askPlain(proxy, '/api/auth/login', 'malote.exemplo.com.br')
    expect(call).toEqual({ status: 403, location: undefined })
  },
)

it.each(proxies.filter(([name]) => isInstalled(name)))(
  '%s refuses an address that asks without end with a sentence',
  async (_, start) => {
    const proxy = await opened(start(await freePort(), await echo(), true))
    const replies = []
    for (let n = 0; n < 5; n += 1) replies.push(await ask(proxy, '/api/auth/me'))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 429, 429])
    expect(JSON.parse(replies[4]?.text ?? '')).toEqual({
      message: 'Muitas requisições. Aguarde um momento e tente novamente.',
      code: 'TOO_MANY_REQUESTS',
    })
  },
)

it.each(proxies.filter(([name]) => isInstalled(name)))(
  '%s passes on nothing that a client says of itself and Malote would believe',
  async (_, start) => {
    const proxy = await opened(start(await freePort(), await echo()))
    const forged = {
      'x-forwarded-for': '203.0.113.9',
      'x-forwarded-proto': 'http',
      'x-request-id': '5f1d7e9a0b2c4d6e8f00112233445566',
      traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
      tracestate: 'forged=1',
    }
    const { status, text } = await ask(proxy, '/api/auth/me', { ...forged, 'x-other': 'kept' })
    expect(status).toBe(200)
    const got = JSON.parse(text) as IncomingHttpHeaders
    expect(got).toMatchObject({ 'x-other': 'kept', 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'https' })
    for (const value of Object.values(forged)) expect(Object.values(got)).not.toContain(value)
  },
)

it.skipIf(!isInstalled('nginx'))(
  'nginx writes no address of a calendar feed down, not even while the server is away',
  async () => {
    const proxy = await opened(startNginx(await freePort(), [await freePort()]))
    for (const path of ['/api/calendar/um-endereco-secreto.ics', '/api/departments']) {
      expect((await ask(proxy, path)).status).toBeGreaterThanOrEqual(502)
    }
    await expect.poll(proxy.errors).toContain('/api/departments')
    expect(proxy.errors()).not.toContain('um-endereco-secreto')
  },
)
