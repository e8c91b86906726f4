// `npm run drill -- glewlwyd`: somebody signs in at a real Glewlwyd, which does not decode the client's secret in the Basic
// header (RFC 6749, 2.3.1). The secret has the signs that are encoded there. Needs glewlwyd (Debian: `apt-get install
// --no-install-recommends glewlwyd`), whose database is a file in a temporary folder. Takes a minute.
import { spawn, spawnSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { gunzipSync } from 'node:zlib'
import { storePerson } from '../e2e/support/organisation.ts'
import { untilAnswers } from '../scripts/lib/run.ts'
import { freePort } from '../server/src/test/free-port.ts'
import { openInstallation } from './lib/servers.ts'
import { expectThat, withUndo } from './lib/steps.ts'

const tables = '/usr/share/doc/glewlwyd/database/init.sqlite3.sql.gz'
const secret = 'segredo-do_provedor.de~teste'
const person = { username: 'debora', password: 'senha-de-debora', email: 'debora@malote.test', name: 'Débora Lima' }

export async function run(): Promise<void> {
  if (spawnSync('which', ['glewlwyd']).status !== 0 || !existsSync(tables)) throw new Error('this drill needs glewlwyd')
  await withUndo(async (undo) => {
    const folder = mkdtempSync(join(tmpdir(), 'malote-glewlwyd-'))
    undo(() => rmSync(folder, { recursive: true, force: true }))
    const provider = await startGlewlwyd(folder, undo)
    const appUrl = `http://127.0.0.1:${await freePort()}`
    await provider.register(appUrl)

    const settings = {
      ...{ APP_URL: appUrl, OIDC_ISSUER: provider.issuer, OIDC_CLIENT_ID: 'malote', OIDC_CLIENT_SECRET: secret },
      LOG_LEVEL: 'warn',
    }
    const installation = await openInstallation(1, settings)
    undo(installation.close)
    const [server] = installation.instances
    if (server === undefined) throw new Error('no server')
    const departmentId = await createDepartment(installation.databaseUrl)
    await storePerson(installation.databaseUrl, { ...person, departmentId, role: 'Usuário' })

    for (const time of ['first', 'second']) {
      const { url, flow } = await post(server.url, 'start', {})
      const answer = await provider.signIn(url)
      const { user } = await post(server.url, 'finish', { flow, ...answer })
      expectThat(user.name === person.name, `a person of Glewlwyd signs in, the ${time} time`)
    }
    expectThat(!installation.output().includes('sign-in at the provider failed'), 'nothing was refused on the way')
  })
}

async function createDepartment(databaseUrl: string): Promise<number> {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query(`insert into departments (name) values ('Jurídico') returning id`)
  await client.end()
  return rows[0].id
}

async function post(server: string, step: string, body: object) {
  const reply = await fetch(`${server}/api/auth/oidc/${step}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const text = await reply.text()
  if (!reply.ok) throw new Error(`${step}: ${reply.status} ${text}`)
  return JSON.parse(text)
}

/** A Glewlwyd with one person and the scopes of OpenID Connect. */
async function startGlewlwyd(folder: string, undo: (step: () => unknown) => void) {
  const database = join(folder, 'glewlwyd.db')
  fill(database)
  const port = await freePort()
  const base = `http://127.0.0.1:${port}`
  const config = join(folder, 'glewlwyd.conf')
  writeFileSync(
    config,
    readFileSync('/etc/glewlwyd/glewlwyd.conf', 'utf8')
      .replace(/^port=.*$/m, `port=${port}`)
      .replace(/^external_url=.*$/m, `external_url="${base}/"`)
      .replace(/^log_mode=.*$/m, 'log_mode="console"')
      .replace(/^@include.*$/m, `database = { type = "sqlite3" path = "${database}" };`),
  )
  chmodSync(config, 0o600)
  const child = spawn('glewlwyd', [`--config-file=${config}`], { stdio: ['ignore', 'pipe', 'pipe'] })
  undo(() => child.kill('SIGTERM'))
  await untilAnswers(child, `${base}/config`)

  const call = async (cookie: string, method: string, path: string, body?: object) => {
    const reply = await fetch(`${base}/api/${path}`, {
      method,
      headers: { cookie, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`)
    return reply
  }
  const session = async (username: string, password: string) =>
    (await call('', 'POST', 'auth', { username, password })).headers.getSetCookie()[0]?.split(';')[0] ?? ''

  const admin = await session('admin', 'password')
  for (const scope of ['email', 'profile']) await call(admin, 'POST', 'scope', scopeOf(scope))
  await call(admin, 'POST', 'user', {
    ...{ ...person, enabled: true, email_verified: '1' },
    scope: ['g_profile', 'openid', 'email', 'profile'],
  })
  await call(admin, 'POST', 'mod/plugin', {
    ...{ module: 'oidc', name: 'oidc', display_name: 'OpenID Connect', parameters: pluginOf(`${base}/api/oidc`) },
  })
  const debora = await session(person.username, person.password)
  return {
    issuer: `${base}/api/oidc`,

    /** Tells it where Malote runs; debora agrees to all that Malote asks for. */
    async register(appUrl: string) {
      await call(admin, 'POST', 'client', {
        ...{ client_id: 'malote', name: 'Malote', confidential: true, password: secret, enabled: true },
        ...{ redirect_uri: [`${appUrl}/entrar/oidc`], authorization_type: ['code'] },
        ...{ token_endpoint_auth_method: ['client_secret_basic'], scope: ['openid', 'email', 'profile'] },
      })
      await call(debora, 'PUT', 'auth/grant/malote', { scope: 'openid email profile' })
    },

    /** @returns the parameters with which debora's browser is sent back to Malote */
    async signIn(url: string): Promise<Record<string, string>> {
      const { headers } = await fetch(`${url}&g_continue`, { headers: { cookie: debora }, redirect: 'manual' })
      const { searchParams } = new URL(headers.get('location') ?? '')
      return Object.fromEntries(searchParams)
    },
  }
}

/** The tables of the package; people there also have a verified address. */
function fill(path: string) {
  const database = new DatabaseSync(path)
  database.exec(gunzipSync(readFileSync(tables)).toString())
  const property = JSON.stringify({ multiple: false, read: true, write: true, 'profile-read': true })
  database.exec(
    `update g_user_module_instance set gumi_parameters = json_set(gumi_parameters, '$."data-format".email_verified', json('${property}'))`,
  )
  database.close()
}

const scopeOf = (name: string) => ({
  name,
  display_name: name,
  password_required: true,
  password_max_age: 0,
  scheme: {},
})

function pluginOf(issuer: string) {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  const isTrue = { 'boolean-value-true': '1', 'boolean-value-false': '0', type: 'boolean' }
  return {
    ...{ iss: issuer, 'jwt-type': 'rsa', 'jwt-key-size': '256', key: privateKey, cert: publicKey, 'jwks-show': true },
    ...{ 'access-token-duration': 600, 'refresh-token-duration': 600, 'code-duration': 600 },
    ...{ 'auth-type-code-enabled': true, 'pkce-allowed': true, 'pkce-required': true, 'allow-non-oidc': true },
    ...{ 'subject-type': 'public', 'name-claim': 'mandatory', 'email-claim': 'mandatory' },
    claims: [{ name: 'email_verified', 'user-property': 'email_verified', mandatory: true, ...isTrue }],
  }
}
