import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** Whether nginx is installed on this machine. */
export const nginxIsInstalled = (): boolean => spawnSync('nginx', ['-v']).status === 0

/** A running nginx. */
export interface Nginx {
  /** Text of its error log so far. */
  errors: () => string
  close: () => Promise<void>
}

/**
 * Starts an nginx in a folder of its own, as one process of this user.
 *
 * @param http the directives inside of `http`, with a `listen` on `port`
 * @throws when it does not listen within a minute
 */
export async function nginx(http: string, port: number): Promise<Nginx> {
  const folder = await mkdtemp(join(tmpdir(), 'malote-nginx-'))
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  for (const name of temporary) await mkdir(join(folder, name))
  const text = `
    daemon off; master_process off; pid ${folder}/pid; error_log stderr warn;
    events { worker_connections 4096; }
    http {
      ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
      access_log off;
      ${http}
    }`
  await writeFile(join(folder, 'nginx.conf'), text)
  const child = spawn('nginx', ['-p', folder, '-e', 'stderr', '-c', join(folder, 'nginx.conf')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    errors += chunk
  })
  const close = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM')
      await once(child, 'exit')
    }
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await isListening(port, child, () => errors)
  } catch (error) {
    await close()
    throw error
  }
  return { errors: () => errors, close }
}

async function isListening(port: number, child: ChildProcess, errors: () => string): Promise<void> {
  const end = Date.now() + 60_000
  while (Date.now() < end && child.exitCode === null) {
    const socket = connect(port, '127.0.0.1')
    const isOpen = await new Promise((resolve) => {
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    })
    socket.destroy()
    if (isOpen) return
    await pause(50)
  }
  throw new Error(`nginx does not listen: ${errors()}`)
}
