import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { root } from '../../scripts/lib/run.ts'
import { freePort } from '../../server/src/test/free-port.ts'
import { nginx } from '../../server/src/test/nginx.ts'

/** A proxy with TLS in front of two or more servers, configured by a file of `deploy`. */
export interface FrontProxy {
  url: string
  /** Its port without TLS. */
  plain: string
  /** Its error log so far. */
  errors: () => string
  close: () => Promise<void>
}

export const isInstalled = (program: string) => spawnSync(program, ['-v']).status === 0

/** Other texts for the configuration of a test. */
type Changes = readonly (readonly [from: string, to: string])[]

/** Starts nginx with deploy/nginx.conf; only addresses and paths are replaced. */
export async function startNginx(port: number, servers: readonly number[], changes: Changes = []): Promise<FrontProxy> {
  const folder = await certificate()
  const plain = await freePort()
  const lines = servers.map((server) => `server 127.0.0.1:${server} max_fails=3 fail_timeout=10s;`)
  const text = replaceAll(await readFile(join(root, 'deploy/nginx.conf'), 'utf8'), [
    ['server 127.0.0.1:5001 max_fails=3 fail_timeout=10s;', lines.join('\n')],
    ['server 127.0.0.1:5002 max_fails=3 fail_timeout=10s;', ''],
    ['listen 80;', `listen 127.0.0.1:${plain};`],
    ['listen 443 ssl http2;', `listen 127.0.0.1:${port} ssl http2;`],
    ['/etc/ssl/malote', folder],
    ...changes,
  ])
  const proxy = await nginx(text, port)
  const close = async () => {
    await proxy.close()
    await rm(folder, { recursive: true, force: true })
  }
  return { url: `https://127.0.0.1:${port}`, plain: `http://127.0.0.1:${plain}`, errors: proxy.errors, close }
}

/** Starts HAProxy with deploy/haproxy.cfg; only addresses and paths are replaced. */
export async function startHaproxy(
  port: number,
  servers: readonly number[],
  token: string,
  changes: Changes = [],
): Promise<FrontProxy> {
  const folder = await certificate()
  const plain = await freePort()
  const pair = await Promise.all(['pem', 'key'].map((end) => readFile(join(folder, `malote.${end}`), 'utf8')))
  await writeFile(join(folder, 'malote.pem'), pair.join(''))
  const lines = servers.map((server) => `  server s${server} 127.0.0.1:${server}`)
  const text = replaceAll(await readFile(join(root, 'deploy/haproxy.cfg'), 'utf8'), [
    ['  server one 127.0.0.1:5001', lines.join('\n')],
    ['  server two 127.0.0.1:5002', ''],
    ['bind :80', `bind 127.0.0.1:${plain}`],
    ['bind :443', `bind 127.0.0.1:${port}`],
    ['/etc/ssl/malote', folder],
    ...changes,
  ])
  await writeFile(join(folder, 'haproxy.cfg'), text)
  const child = spawn('haproxy', ['-db', '-f', join(folder, 'haproxy.cfg')], {
    env: { ...process.env, OPERATOR_TOKEN: token },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let errors = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      errors += chunk
    })
  }
  const close = async () => {
    if (child.exitCode === null) {
      child.kill('SIGTERM')
      await once(child, 'exit')
    }
    await rm(folder, { recursive: true, force: true })
  }
  for (let attempt = 0; attempt < 600 && child.exitCode === null; attempt += 1) {
    const socket = connect(port, '127.0.0.1')
    const isOpen = await new Promise((resolve) => {
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    })
    socket.destroy()
    if (isOpen) {
      return { url: `https://127.0.0.1:${port}`, plain: `http://127.0.0.1:${plain}`, errors: () => errors, close }
    }
    await wait(100)
  }
  await close()
  throw new Error(`HAProxy does not listen: ${errors}`)
}

/** @throws Error when a text to replace is not there: the configuration has changed */
function replaceAll(text: string, pairs: Changes): string {
  return pairs.reduce((now, [from, to]) => {
    if (!now.includes(from)) throw new Error(`the configuration has no ‘${from}’`)
    return now.replaceAll(from, to)
  }, text)
}

/** A folder with `malote.pem` and `malote.key`, signed by itself. */
async function certificate(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'malote-tls-'))
  const files = ['-keyout', join(folder, 'malote.key'), '-out', join(folder, 'malote.pem')]
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1', '-days', '2']
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...files, ...subject], { stdio: 'ignore' })
  return folder
}
