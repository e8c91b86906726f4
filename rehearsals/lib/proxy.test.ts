import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { get } from 'node:https'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { type FrontProxy, frontPort, isInstalled, startHaproxy, startNginx } from './proxy.ts'

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

async function opened(starting: Promise<FrontProxy>): Promise<FrontProxy> {
  const proxy = await starting
  onTestFinished(proxy.close)
  return proxy
}

const proxies: [string, (port: number, server: number) => Promise<FrontProxy>][] = [
  ['nginx', (port, server) => startNginx(port, [server])],
  ['haproxy', (port, server) => startHaproxy(port, [server], 'um-token')],
]

it.each(proxies.filter(([name]) => isInstalled(name)))(
  '%s passes on nothing that a client says of itself and Malote would believe',
  {
    timeout: 30_000,
  },
  async (_, start) => {
    const proxy = await opened(start(await frontPort(), await echo()))
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
  {
    timeout: 30_000,
  },
  async () => {
    const proxy = await opened(startNginx(await frontPort(), [await frontPort()]))
    for (const path of ['/api/calendar/um-endereco-secreto.ics', '/api/departments']) {
      expect((await ask(proxy, path)).status).toBeGreaterThanOrEqual(502)
    }
    await expect.poll(proxy.errors).toContain('/api/departments')
    expect(proxy.errors()).not.toContain('um-endereco-secreto')
  },
)
