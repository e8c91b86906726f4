import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { root } from '../../scripts/lib/run.ts'
import { accountNamed } from '../../server/src/platform/db/embedded/account.ts'
import { freePort } from '../../server/src/test/free-port.ts'
import type { Machines } from './machines.ts'

/** Whether etcd, Patroni, HAProxy and PostgreSQL 15 are installed here, from Debian. */
export const hasPatroni = () =>
  ['/usr/bin/patroni', '/usr/bin/etcd', '/usr/sbin/haproxy', '/usr/lib/postgresql/15/bin/postgres'].every((path) =>
    existsSync(path),
  )

/** Three PostgreSQL nodes under Patroni, with HAProxy in front, configured by the files of deploy/database. */
export interface PatroniCluster {
  /** Connection strings through HAProxy. */
  owner: string
  server: string
  replicas: string
  /** Waits until one node is the primary and another its synchronous standby. @returns the primary's name */
  settled: () => Promise<string>
  /** Kills PostgreSQL of a node, or Patroni too, by SIGKILL. */
  kill: (node: string, what: 'PostgreSQL' | 'the node') => void
  /** Starts Patroni of a node again when it does not run. */
  restore: (node: string) => void
  /** Starts a program on the machine of a node. @returns what it has written so far */
  runAt: (node: string, command: string, args: string[], log: string) => () => string
  /** Takes the network from the machine of a node, or gives it back. Only with machines of their own. */
  setConnected: (node: string, isConnected: boolean) => void
  /** Connection string of a node itself, as the server's role. */
  addressOf: (node: string) => string
  stop: () => Promise<void>
}

interface Node {
  name: string
  index: number
  host: string
  folder: string
  port: number
  rest: number
  patroni?: ChildProcess
}

const passwords = { PATRONI_SUPERUSER_PASSWORD: 'superuser', PATRONI_REPLICATION_PASSWORD: 'replicator' }

/** @param machines one for each node; by default all are on this one */
export async function patroniCluster(machines?: Machines): Promise<PatroniCluster> {
  const here = machines?.here ?? '127.0.0.1'
  const folder = mkdtempSync(join(tmpdir(), 'malote-patroni-'))
  const account = process.getuid?.() === 0 ? accountNamed('postgres') : undefined
  const own = (path: string) => account && chownSync(path, account.uid, account.gid)
  own(folder)
  const started: ChildProcess[] = []
  const launch = (command: string, args: string[], log: string, env: NodeJS.ProcessEnv = {}, node?: Node) => {
    const output = openSync(join(folder, log), 'a')
    // Only root may enter another machine; the account is taken there.
    const there = machines && node && account ? machines.command(node.index, account) : []
    const [program = '', ...rest] = [...there, command, ...args]
    const child = spawn(program, rest, {
      ...(there.length === 0 && account),
      cwd: folder,
      env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', ...env },
      stdio: ['ignore', output, output],
    })
    started.push(child)
    return child
  }
  const write = (name: string, text: string) => {
    const path = join(folder, name)
    writeFileSync(path, text)
    own(path)
    return path
  }

  const [etcdPort, peerPort, primaryPort, replicasPort] = [
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
  ]
  const at = (port: number, host = here) => `http://${host}:${port}`
  launch(
    'etcd',
    [
      ...['--name', 'etcd1', '--data-dir', join(folder, 'etcd'), '--listen-client-urls', at(etcdPort)],
      ...['--advertise-client-urls', at(etcdPort), '--listen-peer-urls', at(peerPort)],
      ...['--initial-advertise-peer-urls', at(peerPort), '--initial-cluster', `etcd1=${at(peerPort)}`],
    ],
    'etcd.log',
  )
  const nodes: Node[] = []
  for (const [index, name] of ['node1', 'node2', 'node3'].entries()) {
    const host = machines?.address(index) ?? here
    const node = { name, index, host, folder: join(folder, name), port: await freePort(), rest: await freePort() }
    mkdirSync(node.folder)
    own(node.folder)
    nodes.push(node)
  }
  const deployed = (file: string) => readFileSync(join(root, 'deploy', 'database', file), 'utf8')
  const begin = (node: Node) => {
    const settings = deployed('patroni.yml')
      .replaceAll('name: node1', `name: ${node.name}`)
      .replaceAll('10.0.0.11:8008', `${node.host}:${node.rest}`)
      .replaceAll('10.0.0.11:5432', `${node.host}:${node.port}`)
      .replace(/hosts: .*/, `hosts: ${here}:${etcdPort}`)
      .replace('/var/lib/postgresql/15/malote', join(node.folder, 'data'))
      .replace('local all all peer', 'local all all scram-sha-256')
      .replaceAll('10.0.0.0/24', machines ? `${here}/24` : '127.0.0.1/32')
      .concat(`  parameters:\n    unix_socket_directories: ${node.folder}\n    shared_buffers: 64MB\n`)
    node.patroni = launch('patroni', [write(`${node.name}.yml`, settings)], `${node.name}.log`, passwords, node)
  }
  for (const node of nodes) begin(node)
  const proxy = nodes.reduce(
    (text, node, index) =>
      text.replaceAll(`10.0.0.1${index + 1}:5432 check port 8008`, `${node.host}:${node.port} check port ${node.rest}`),
    deployed('haproxy.cfg')
      .replace('127.0.0.1:5432', `127.0.0.1:${primaryPort}`)
      .replace('127.0.0.1:5433', `127.0.0.1:${replicasPort}`),
  )
  launch('/usr/sbin/haproxy', ['-db', '-f', write('haproxy.cfg', proxy)], 'haproxy.log')

  interface Member {
    name: string
    role: string
    state: string
  }
  async function members(): Promise<Member[]> {
    for (const { rest, host } of nodes) {
      try {
        const reply = await fetch(`${at(rest, host)}/cluster`, { signal: AbortSignal.timeout(2_000) })
        return ((await reply.json()) as { members: Member[] }).members
      } catch {
        // The next one may answer.
      }
    }
    return []
  }
  const isOwnPrimary = async (name: string) => {
    const { rest, host } = nodeNamed(name)
    return fetch(`${at(rest, host)}/primary`, { signal: AbortSignal.timeout(2_000) }).then(
      ({ ok }) => ok,
      () => false,
    )
  }
  async function settled(): Promise<string> {
    const end = performance.now() + 180_000
    for (;;) {
      const all = await members()
      const leader = all.find(({ role, state }) => role === 'leader' && state === 'running')
      const isSafe = all.some(({ role }) => role === 'sync_standby')
      const isWhole = all.filter(({ state }) => state === 'running' || state === 'streaming').length === 3
      if (leader && isSafe && isWhole && (await isOwnPrimary(leader.name))) return leader.name
      if (performance.now() > end) throw new Error(`the cluster does not settle: ${JSON.stringify(all)}, see ${folder}`)
      await wait(250)
    }
  }
  const nodeNamed = (name: string) => {
    const node = nodes.find((each) => each.name === name)
    if (!node) throw new Error(`no ${name}`)
    return node
  }
  /** PostgreSQL's own processes: the postmaster and its children. */
  function postgresOf({ folder: own }: Node): number[] {
    try {
      const postmaster = Number(readFileSync(join(own, 'data', 'postmaster.pid'), 'utf8').split('\n')[0])
      const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(postmaster)], { encoding: 'utf8' })
      return [postmaster, ...children.split(/\s+/).filter(Boolean).map(Number)]
    } catch {
      return []
    }
  }
  const killAll = (pids: readonly number[]) => {
    for (const pid of pids) {
      try {
        process.kill(pid, 'SIGKILL')
      } catch {
        // It has ended.
      }
    }
  }
  async function stop() {
    for (const child of started) {
      if (child.exitCode !== null || child.signalCode !== null) continue
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    }
    for (const node of nodes) killAll(postgresOf(node))
    await wait(500)
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  }

  try {
    const leader = nodeNamed(await settled())
    const superuser = `postgresql://postgres:superuser@${leader.host}:${leader.port}`
    const client = new pg.Client({ connectionString: `${superuser}/postgres` })
    await client.connect()
    await client.query(`create role malote login createdb password 'owner'`)
    await client.query(`create role malote_server login password 'server'`)
    await client.query('grant malote_server to malote')
    await client.query('create database malote owner malote')
    await client.end()
  } catch (error) {
    await stop()
    throw error
  }
  return {
    owner: `postgresql://malote:owner@127.0.0.1:${primaryPort}/malote`,
    server: `postgresql://malote_server:server@127.0.0.1:${primaryPort}/malote`,
    replicas: `postgresql://malote_server:server@127.0.0.1:${replicasPort}/malote`,
    settled,
    kill(name, what) {
      const node = nodeNamed(name)
      if (what === 'the node') node.patroni?.kill('SIGKILL')
      killAll(postgresOf(node))
    },
    restore(name) {
      const node = nodeNamed(name)
      if (node.patroni?.exitCode === null && node.patroni.signalCode === null) return
      begin(node)
    },
    runAt(name, command, args, log) {
      launch(command, args, log, {}, nodeNamed(name))
      return () => readFileSync(join(folder, log), 'utf8')
    },
    setConnected: (name, isConnected) => machines?.setConnected(nodeNamed(name).index, isConnected),
    addressOf(name) {
      const { host, port } = nodeNamed(name)
      return `postgresql://malote_server:server@${host}:${port}/malote`
    },
    stop,
  }
}
