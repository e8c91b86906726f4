import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createServer } from 'node:tls'
import { afterEach, describe, expect, it } from 'vitest'
import { testConfig } from '../../test/config.ts'
import { testFolder } from '../../test/sample-files.ts'
import { certificatesCheck } from './certificates-check.ts'
import { blankSettings, readConfig, readDemoConfig } from './config.ts'
import { doubtfulSettings } from './doubtful-settings.ts'

describe('configuration', () => {
  // proves 13.8
  it('needs nothing: every variable has a default or may be absent', () => {
    expect(readConfig({})).toMatchObject({ PORT: 5000, HOST: '127.0.0.1', APP_URL: 'http://localhost:5000' })
  })

  it('takes an empty variable for an absent one', () => {
    expect(readConfig({ SMTP_URL: '', PORT: ' ' })).toMatchObject({ PORT: 5000 })
  })

  // proves 13.8, 18.81
  it.each([
    ['PORT', 'abc'],
    ['PORT', '70000'],
    ['APP_URL', 'malote'],
    ['DATABASE_URL', 'mysql://servidor/banco'],
    ['APP_TIMEZONE', 'America/Pasargada'],
    ['ADMIN_EMAIL', 'ana'],
    ['UPLOAD_MAX_MB', '0'],
    ['LOG_LEVEL', 'alto'],
    ['PORT', '0x10'],
    ['SMTP_URL', 'smtp://'],
    ['SMTP_URL', 'smtp:servidor'],
    ['DATABASE_URL', 'postgresql:banco'],
    ['DATABASE_REPLICA_URL', 'postgres://'],
    ['DATABASE_POOL_SIZE', '1'],
    ['DATABASE_POOL_SIZE', '501'],
    ['DATABASE_POOL_SIZE', '10.5'],
    ['DATABASE_POOL_SIZE', 'muitas'],
    ['APP_URL', 'https://malote.exemplo.com.br/?a=1'],
    ['APP_URL', 'https://malote.exemplo.com.br/#inicio'],
    ['APP_TIMEZONE', '+03:00'],
    ['MAIL_FROM', 'Malote'],
    ['OIDC_ISSUER', 'login.exemplo.com.br'],
    ['OIDC_ROLES', 'malote-admins'],
    ['OIDC_ROLES', 'groups=malote-admins:Chefe'],
    ['PASSWORD_LOGIN', 'nunca'],
    ['TRUST_PROXY', '1'],
    ['TRUST_PROXY', 'sim'],
    ['TRUST_PROXY', 'proxy.local'],
    ['TRUST_PROXY', '10.0.0.1,'],
    ['TRUST_PROXY', '10.0.0.1, proxy.local'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '010.0.0.1'],
    ['ARCHIVE_KEY', 'curta-demais'],
    ['INSTALLATION_ID', 'producao'],
    ['CLAMAV_HOST', 'clamd'],
    ['CLAMAV_HOST', 'http://127.0.0.1:3310'],
    ['CLAMAV_ON_FAILURE', 'talvez'],
    ['RETENTION_AUDIT_DAYS', '179'],
    ['RETENTION_AUDIT_DAYS', 'sempre'],
    ['RETENTION_PEOPLE_DAYS', '0'],
    ['RETENTION_NOTIFICATIONS_DAYS', '1.5'],
  ])('names the bad variable %s=%s in a Portuguese sentence', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(
      new RegExp(`^A variável ${name} está incorreta: informe .+\\.$`),
    )
  })

  // proves 18.60
  it('forgets every setting of production in a demo, known or to come, and listens on the loopback alone', () => {
    const production = Object.fromEntries(Object.keys(blankSettings).map((name) => [name, `not of a demo: ${name}`]))
    const kept = {
      ...{ PORT: '5001', APP_URL: 'http://demo.test', DATA_DIR: './somewhere', APP_TIMEZONE: 'America/Manaus' },
      ...{ LOG_LEVEL: 'info', TRUST_PROXY: 'false', UPLOAD_MAX_MB: '5' },
      ...{ ORG_NAME: 'Prefeitura', ORG_LOGO: './logo.png', SUPPORT_EMAIL: 'ajuda@demo.test', SUPPORT_PHONE: '4000' },
      DPO_CONTACT: 'dpo@demo.test',
    }
    expect(readDemoConfig({ ...production, ...kept })).toEqual(readConfig({ ...kept, HOST: '127.0.0.1' }))
    expect(readDemoConfig({}).DATA_DIR).toBe('./data-demo')
  })

  it('counts every setting as absent in an environment of blank ones', () => {
    expect(Object.keys(blankSettings)).toContain('S3_BUCKET')
    expect(readConfig(blankSettings)).toEqual(readConfig({}))
  })

  it('chooses the number of connections from the machine, unless it is told', () => {
    const { DATABASE_POOL_SIZE: usual } = readConfig({})
    expect([usual >= 10, usual <= 20]).toEqual([true, true])
    expect(readConfig({ DATABASE_POOL_SIZE: '4' }).DATABASE_POOL_SIZE).toBe(4)
  })

  const provider = { OIDC_ISSUER: 'https://id.test', OIDC_CLIENT_ID: 'malote', OIDC_CLIENT_SECRET: 'segredo' }

  it('reads which claims of the provider give which role', () => {
    expect(readConfig({ ...provider, OIDC_ROLES: 'groups=chefia:Admin' }).OIDC_ROLES).toEqual([
      { claim: 'groups', value: 'chefia', role: 'Admin' },
    ])
  })

  // proves 18.3, V10.5.3, V12.3.3
  it.each(['http://id.test', 'http://localhost.id.test', 'http://127.0.0.1.id.test', 'http://localhost@id.test'])(
    'accepts no provider without TLS on another computer (%s)',
    (OIDC_ISSUER) => {
      expect(() => readConfig({ ...provider, OIDC_ISSUER })).toThrow(
        'A variável OIDC_ISSUER está incorreta: o provedor precisa de https, a não ser neste mesmo computador.',
      )
      expect(readConfig({ ...provider, OIDC_ISSUER: 'http://127.0.0.1:8080/' }).OIDC_ISSUER).toBeDefined()
    },
  )

  it.each(['off', 'admins'])('shuts nobody out with PASSWORD_LOGIN=%s where there is no other way in', (policy) => {
    expect(() => readConfig({ PASSWORD_LOGIN: policy })).toThrow(
      `A variável OIDC_ISSUER está incorreta: é obrigatória quando PASSWORD_LOGIN é ${policy}.`,
    )
    expect(readConfig({ ...provider, PASSWORD_LOGIN: policy }).PASSWORD_LOGIN).toBe(policy)
  })

  // proves V13.2.3
  it('asks for the keys of a bucket', () => {
    expect(() => readConfig({ S3_BUCKET: 'anexos' })).toThrow('A variável S3_ACCESS_KEY_ID está incorreta')
  })

  it('asks for the bucket of an address', () => {
    expect(() => readConfig({ S3_ENDPOINT: 'https://s3.exemplo.com.br' })).toThrow(
      'A variável S3_BUCKET está incorreta: é obrigatória quando S3_ENDPOINT é informada.',
    )
  })

  it.each([
    ['MAIL_FROM', 'malote@exemplo.com.br'],
    ['MAIL_FROM', 'Malote <malote@localhost>'],
    ['SMTP_URL', 'smtps://usuario:senha@servidor:465?greetingTimeout=5000'],
    ['DATABASE_URL', 'postgresql://usuario:senha@servidor/banco?sslmode=require'],
    ['DATABASE_URL', 'postgresql://usuario@%2Fvar%2Frun%2Fpostgresql/banco'],
    ['DATABASE_URL', 'postgresql:///banco?host=/var/run/postgresql'],
    ['APP_TIMEZONE', 'UTC'],
    ['CLAMAV_HOST', '127.0.0.1:3310'],
    ['CLAMAV_HOST', '[::1]:3310'],
    ['CLAMAV_HOST', 'clamd.local:3310'],
    ['CLAMAV_HOST', '/run/clamav/clamd.ctl'],
  ])('takes %s=%s', (name, value) => {
    expect(readConfig({ [name]: value })).toMatchObject({ [name]: value })
  })

  // proves V4.1.3
  it.each([
    ['true', true],
    ['false', false],
    ['10.0.0.1,10.0.0.2', '10.0.0.1,10.0.0.2'],
    ['10.0.0.0/8, ::1', '10.0.0.0/8, ::1'],
    ['172.16.0.0/255.240.0.0', '172.16.0.0/255.240.0.0'],
    ['loopback,fd00::/8', 'loopback,fd00::/8'],
  ])('reads TRUST_PROXY=%s', (value, expected) => {
    expect(readConfig({ TRUST_PROXY: value }).TRUST_PROXY).toBe(expected)
  })
})

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
    const check = () => certificatesCheck(testConfig({ APP_URL: `https://localhost:${port}` }), now)
    await expect
      .poll(check)
      .toMatchObject({ state, summary: expect.stringMatching(summary), advice: expect.any(String) })
  })
})

it('says that a server cannot be reached', async () => {
  const check = () => certificatesCheck(testConfig({ APP_URL: 'https://127.0.0.1:1' }), new Date())
  const summary = '127.0.0.1:1 não pôde ser verificado: ECONNREFUSED.'
  await expect.poll(check).toMatchObject({ state: 'warning', summary })
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

// proves 18.29, V12.1.1, V12.1.2, V12.2.1, V12.2.2
it.each([
  ['https://malote.exemplo.com.br', false, 1],
  ['https://malote.exemplo.com.br', '10.0.0.1', 0],
  ['https://malote.exemplo.com.br', true, 0],
  ['http://localhost:5000', false, 0],
])('of %s behind the proxy %s the start says %i sentences', (APP_URL, TRUST_PROXY, count) => {
  const sentences = doubtfulSettings({ APP_URL, TRUST_PROXY, BACKUP_BUCKET: undefined, BACKUP_KEY: undefined })
  expect(sentences).toHaveLength(count)
  for (const sentence of sentences) expect(sentence).toContain('TRUST_PROXY')
})

it('of backups that leave the house unencrypted the start says a sentence', () => {
  const settings = { APP_URL: 'http://localhost:5000', TRUST_PROXY: false, BACKUP_BUCKET: 'copias' } as const
  expect(doubtfulSettings({ ...settings, BACKUP_KEY: undefined })[0]).toContain('BACKUP_KEY')
  expect(doubtfulSettings({ ...settings, BACKUP_KEY: 'x'.repeat(32) })).toEqual([])
})
