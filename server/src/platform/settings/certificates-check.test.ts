import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createServer } from 'node:tls'
import { afterEach, describe, expect, it } from 'vitest'
import { testConfig } from '../../test/config.ts'
import { testFolder } from '../../test/folder.ts'
import { certificatesCheck } from './certificates-check.ts'

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

const hasOpenssl = spawnSync('openssl', ['version']).status === 0
const day = 86_400_000

describe.skipIf(!hasOpenssl)('with openssl, which makes the certificate', () => {
  // proves 19.30
  it.each([
    [60, 'warning', /vale até .* \(\d+ dias\), mas não é confiável para este servidor: /],
    [-1, 'problem', /venceu em/],
  ] as const)('tells of one that has %i days left', async (days, state, summary) => {
    const port = await tlsServer()
    const now = new Date(Date.now() + (90 - days) * day)
    const check = await certificatesCheck(testConfig({ APP_URL: `https://localhost:${port}` }), now)
    expect(check).toMatchObject({ state, summary: expect.stringMatching(summary), advice: expect.any(String) })
  })
})

it('says that a server cannot be reached', async () => {
  const check = await certificatesCheck(testConfig({ APP_URL: 'https://127.0.0.1:1' }), new Date())
  expect(check).toMatchObject({ state: 'warning', summary: '127.0.0.1:1 não pôde ser verificado: ECONNREFUSED.' })
})

it('needs none where nothing uses TLS', async () => {
  expect(await certificatesCheck(testConfig({ APP_URL: 'http://localhost:5000' }), new Date())).toMatchObject({
    state: 'off',
  })
})

/** A server with a certificate of its own for 90 days. */
async function tlsServer(): Promise<number> {
  const folder = testFolder()
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const made = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', key, '-out', cert]
  spawnSync('openssl', ['req', '-x509', ...made, '-days', '90', '-subj', '/CN=localhost'])
  const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }).listen(0, '127.0.0.1')
  closers.push(() => server.close())
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}
