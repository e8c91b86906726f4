// `npm run drill -- instances [proxies | pooler | servers]`: several servers on one database. `proxies`: two of them behind nginx
// and HAProxy, each where it is installed. `servers`: two, then four of them behind nginx (without it, the drill takes turns
// itself): first what each of them must know of the others, sessions, throttles, idempotency, live updates; then they are killed
// at random under load, `--minutes 1` for each number of servers: nothing acknowledged may be lost, nothing be done twice, and
// clients that only repeat their calls must get through. `pooler`: the same with two servers behind PgBouncer.
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { foundOrganisation, type Person } from '../e2e/support/organisation.ts'
import { openStream } from '../scripts/bench/bars-live.ts'
import { freePort } from '../server/src/test/free-port.ts'
import { hasPgBouncer } from '../server/src/test/pgbouncer.ts'
import { behindProxies } from './instances/proxies.ts'
import { checkOutcome, type Mailbox, type Outcome, openMailbox } from './lib/outcome.ts'
import { isInstalled, startNginx } from './lib/proxy.ts'
import { type Installation, openInstallation } from './lib/servers.ts'
import { expectThat } from './lib/steps.ts'
import { type Creation, creationsOf, killAtRandom, writeUntil } from './lib/writers.ts'

export async function run(): Promise<void> {
  const { values, positionals } = parseArgs({
    args: process.argv.slice(3),
    options: { minutes: { type: 'string', default: '1' }, servers: { type: 'string', default: '2,4' } },
    allowPositionals: true,
  })
  const isWanted = (part: string) => positionals.length === 0 || positionals.includes(part)
  // The proxies' certificates are signed by themselves.
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
  process.removeAllListeners('warning')
  if (isWanted('proxies')) await behindProxies()
  const minutes = Number(values.minutes)
  for (const count of isWanted('servers') ? values.servers.split(',') : [])
    await rehearse(Number(count), minutes, false)
  if (!isWanted('pooler')) return
  // proves 19.10
  if (hasPgBouncer()) await rehearse(2, minutes, true)
  else console.log('\nPgBouncer: not installed, skipped')
}

async function rehearse(count: number, minutes: number, isPooled: boolean): Promise<void> {
  const port = await freePort()
  const hasNginx = isInstalled('nginx')
  const front = hasNginx ? 'behind nginx' : 'taking turns (nginx is not installed)'
  console.log(`\n${count} servers, ${front}${isPooled ? ', on PgBouncer' : ''}`)
  const mailbox = await openMailbox()
  const settings = {
    ...(hasNginx && { APP_URL: `https://127.0.0.1:${port}`, TRUST_PROXY: '127.0.0.1' }),
    ...{ SMTP_URL: mailbox.url, FAIR_USE_FACTOR: '1000', DATABASE_POOL_SIZE: '10' },
  }
  const installation = await openInstallation(count, settings, isPooled)
  const urls = installation.instances.map(({ url }) => url)
  let turn = 0
  const proxy = hasNginx
    ? await startNginx(
        port,
        installation.instances.map((instance) => instance.port),
      )
    : undefined
  const next = () => proxy?.url ?? urls[turn++ % urls.length] ?? ''
  try {
    const { sender, manager, responsible } = await foundOrganisation(urls[0] ?? '')
    await oneTruth(urls, sender, responsible)
    await underFire(installation, mailbox, next, { sender, manager }, minutes)
  } finally {
    await proxy?.close()
    await installation.close()
    await mailbox.close()
  }
}

/** Checks what must hold at every server, whichever of them got the request. */
async function oneTruth(urls: readonly string[], sender: Person, listener: Person): Promise<void> {
  const [first = '', second = ''] = urls
  const signIn = (url: string, email: string, password: string) =>
    fetch(`${url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    })
  const me = async (url: string, token: string) =>
    (await fetch(`${url}/api/auth/me`, { headers: { authorization: `Bearer ${token}` } })).status

  const { token } = (await (await signIn(first, sender.email, sender.password)).json()) as { token: string }
  const known = await Promise.all(urls.map((url) => me(url, token)))
  expectThat(
    known.every((status) => status === 200),
    // proves 19.4
    'a session of one server is known to all',
  )
  await fetch(`${second}/api/auth/logout`, { method: 'POST', headers: { authorization: `Bearer ${token}` } })
  const left = performance.now()
  while ((await Promise.all(urls.map((url) => me(url, token)))).some((status) => status !== 401)) {
    if (performance.now() - left > 5000) throw new Error('a session that ended at one server goes on at another')
    await wait(20)
  }
  expectThat(true, `a session that ended at one server has ended at all (${Math.round(performance.now() - left)} ms)`)

  const statuses: number[] = []
  for (let attempt = 0; attempt < 6; attempt += 1) {
    statuses.push((await signIn(urls[attempt % urls.length] ?? '', 'ninguem@malote.test', 'errada')).status)
  }
  // proves 19.4
  expectThat(statuses.join() === '401,401,401,401,401,429', 'failed sign-ins are counted together')

  const create = await creationsOf(first, sender)
  const one = create()
  const replies = await Promise.all(urls.flatMap((url) => [url, url]).map((url) => send(url, sender, one)))
  const ids = new Set<unknown>()
  for (const reply of replies) if (reply.ok) ids.add(((await reply.json()) as { protocol_id: number }).protocol_id)
  // proves 19.4
  expectThat(ids.size === 1, 'a creation that is sent to all servers at once under one key is made once')

  const heard = await Promise.all(urls.map((url) => openStream(url, listener.token)))
  const news = heard.map(
    ({ onText }) => new Promise<void>((resolve) => onText((text) => text.includes('event: protocol') && resolve())),
  )
  // The first look of a new stream must not be taken for the news.
  await wait(1500)
  const start = performance.now()
  await send(second, sender, create())
  await Promise.race([Promise.all(news), wait(5000).then(() => Promise.reject(new Error('a server says nothing')))])
  const ms = Math.round(performance.now() - start)
  for (const { close } of heard) close()
  // proves 19.4
  expectThat(ms < 2000, `what is created at one server is heard at all (${ms} ms)`)
}

const send = (url: string, { token }: Person, { key, body }: Creation) =>
  fetch(`${url}/api/protocols`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, 'idempotency-key': key },
    body,
  })

async function underFire(
  installation: Installation,
  mailbox: Mailbox,
  front: () => string,
  { sender, manager }: Record<'sender' | 'manager', Person>,
  minutes: number,
): Promise<void> {
  const end = Date.now() + minutes * 60_000
  const create = await creationsOf(front(), sender)
  const outcome: Outcome = { acknowledged: new Map(), received: new Set(), waits: [], failures: new Map(), calls: 0 }
  const writers = Array.from({ length: 12 }, () => writeUntil(end, front, create, sender, manager, outcome))
  const kills = await killAtRandom(installation.instances, end)
  await Promise.all(writers)
  await checkOutcome(installation.databaseUrl, mailbox, outcome, kills)
}
