// `npm run drill -- fresh`: a new Debian 12 made by debootstrap boots with its own systemd in a container, and every command
// of docs/operate.md runs there: two servers behind nginx, PostgreSQL with a replica, backups. The units have all their
// restrictions, the filter of system calls included. Shares the network of this machine, so that its ports 80, 443, 5001,
// 5002, 5432 and 5433 must be free. Needs root, a mirror of Debian, debootstrap and systemd-container. Makes the release twice
// to compare the bytes; `--archive FILE` uses one that exists. `--backup` also waits for the first scheduled backup (up to 17
// minutes). About fifteen minutes.
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { root } from '../scripts/lib/run.ts'
import { digestOf } from '../scripts/release/stage.ts'
import { expectThat, placeRelease, withUndo } from './lib/steps.ts'

const ports = [80, 443, 5001, 5002, 5432, 5433]

export async function run(): Promise<void> {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: { archive: { type: 'string' }, backup: { type: 'boolean', default: false } },
  })
  if (process.getuid?.() !== 0) throw new Error('this drill needs root')
  for (const program of ['debootstrap', 'systemd-nspawn']) {
    if (spawnSync('which', [program]).status !== 0) throw new Error(`this drill needs ${program}`)
  }
  for (const port of ports) if (await isTaken(port)) throw new Error(`port ${port} of this machine is in use`)
  const blocks = await blocksOfPage()
  await withUndo(async (undo) => {
    const folder = await mkdtemp('/var/tmp/malote-fresh-')
    undo(() => rm(folder, { recursive: true, force: true }))
    await chmod(folder, 0o755)
    const machine = join(folder, 'machine')
    const release = join(machine, 'root/release')
    console.log('Debian is being installed')
    execFileSync('debootstrap', ['--include=ca-certificates', 'bookworm', machine], { stdio: 'ignore' })
    await mkdir(release, { recursive: true })
    const first = await placeRelease(release, values.archive)
    if (!values.archive) {
      const again = await placeRelease(join(folder, 'again'), undefined)
      // proves 19.2
      expectThat((await digestOf(first)) === (await digestOf(again)), 'two releases of one commit have the same bytes')
    }
    await copyFile('/etc/resolv.conf', join(machine, 'etc/resolv.conf'))
    await writeFile(join(machine, 'root/commands.sh'), scriptOf(blocks))

    const begun = performance.now()
    const { inside, close } = await boot(machine)
    undo(close)
    console.log(`systemd is up after ${secondsSince(begun)} s`)
    const start = performance.now()
    const { status } = inside(['bash', '/root/commands.sh'], 'inherit')
    // proves 19.5
    expectThat(status === 0, `all ${blocks.length} blocks of docs/operate.md ran`)
    console.log(`${linesOf(blocks)} lines in ${secondsSince(start)} s`)
    const sums = 'cd /opt/malote && sha256sum --quiet --check SHA256SUMS'
    // proves 19.2
    expectThat(inside(['sh', '-c', sums], 'inherit').status === 0, 'every file of the program is as SHA256SUMS says')
    await checkServers(inside)
    if (values.backup) await firstBackup(inside)
  })
}

/** The `sh` blocks of docs/operate.md, in order. */
async function blocksOfPage(): Promise<string[]> {
  const markdown = await readFile(join(root, 'docs/operate.md'), 'utf8')
  return [...markdown.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, text = '']) => text)
}

/** Number of lines that a person types or pastes, without the contents of files. */
const linesOf = (blocks: readonly string[]): number =>
  blocks
    .join('')
    .replaceAll(/<<'?END'?\n[\s\S]*?^END$/gm, '')
    .split('\n')
    .filter((line) => line.trim() !== '').length

const secondsSince = (start: number) => Math.round((performance.now() - start) / 1000)

const scriptOf = (blocks: readonly string[]) =>
  [
    'set -eEuo pipefail',
    `trap 'echo "failed: $BASH_COMMAND" >&2; journalctl --no-pager --lines=30 --unit "malote@*" >&2' ERR`,
    'cd /root/release',
    'exec < /dev/null',
    ...blocks,
  ].join('\n')

async function isTaken(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  const isOpen = await new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
  })
  socket.destroy()
  return isOpen
}

type Inside = (command: string[], output: 'inherit' | 'pipe') => { status: number | null; stdout: string }

/** Starts the machine, and waits until its systemd has started everything. */
async function boot(machine: string): Promise<{ inside: Inside; close: () => Promise<void> }> {
  const flags = ['--quiet', '--register=no', '--keep-unit', '--boot', '--console=pipe', '--directory', machine]
  const container = spawn('systemd-nspawn', flags, { stdio: 'ignore' })
  const close = () => end(container)
  const environment = [
    'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    'HOME=/root',
    'LANG=C.UTF-8',
  ]
  const inside: Inside = (command, output) => {
    const first = spawnSync('pgrep', ['-P', String(container.pid), '-x', 'systemd'], { encoding: 'utf8' }).stdout.trim()
    const namespaces = ['-t', first, '-m', '-u', '-i', '-p', '-C']
    const words = [...namespaces, 'env', '-i', ...environment, 'DEBIAN_FRONTEND=noninteractive', ...command]
    return spawnSync('nsenter', words, { encoding: 'utf8', stdio: ['ignore', output, output] })
  }
  for (let attempt = 0; attempt < 240 && container.exitCode === null; attempt += 1) {
    const state = inside(['systemctl', 'is-system-running'], 'pipe').stdout?.trim() ?? ''
    if (['running', 'degraded'].includes(state)) return { inside, close }
    await wait(500)
  }
  await close()
  throw new Error('the machine does not start')
}

async function end(container: ChildProcess): Promise<void> {
  if (container.exitCode !== null) return
  const ended = once(container, 'exit')
  container.kill('SIGTERM')
  await Promise.race([ended, wait(60_000)])
  container.kill('SIGKILL')
  await ended
}

/** What the page promises at its end. */
async function checkServers(inside: Inside): Promise<void> {
  for (const port of [5001, 5002]) {
    const pid = inside(['systemctl', 'show', '--value', '--property=MainPID', `malote@${port}`], 'pipe').stdout.trim()
    const status = inside(['cat', `/proc/${pid}/status`], 'pipe').stdout
    const is = (name: string) => new RegExp(`^${name}:\\s*(\\S+)`, 'm').exec(status)?.[1]
    expectThat(
      is('Seccomp') === '2' && is('NoNewPrivs') === '1' && is('CapBnd') === '0000000000000000' && is('Uid') !== '0',
      // proves 19.5
      `the server on port ${port} runs under the filter of system calls, without privileges`,
    )
  }
  const call = async (path: string, options?: RequestInit) =>
    (await fetch(`http://127.0.0.1:5001${path}`, options)).json()
  const settings = inside(['cat', '/etc/malote/malote.env'], 'pipe').stdout
  const [, email = '', password = ''] = /^ADMIN_EMAIL=(.*)\nADMIN_PASSWORD=(.*)$/m.exec(settings) ?? []
  const send = (method: string, path: string, body: object, headers = {}) =>
    call(path, { method, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) })
  const { token } = (await send('POST', '/api/auth/login', { email, password })) as { token: string }
  const headers = { authorization: `Bearer ${token}` }
  const changed = { currentPassword: password, newPassword: `${password} trocada` }
  await send('PUT', '/api/auth/profile', changed, headers)
  const found = JSON.stringify(await call('/api/system', { headers }))
  // proves 19.5
  expectThat(/"id":"replica"[^}]*"state":"ok"/.test(found), 'the replica is up to date and used')
}

async function firstBackup(inside: Inside): Promise<void> {
  const start = performance.now()
  const names = () => inside(['ls', '/var/backups/malote'], 'pipe').stdout.split('\n')
  while (!names().some((name) => name.endsWith('.tar.gz.enc'))) {
    if (performance.now() - start > 17 * 60_000) throw new Error('no backup was made')
    await wait(5_000)
  }
  console.log(`the first backup is there after ${secondsSince(start)} s`)
}
