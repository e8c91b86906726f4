import { execFileSync, type SpawnSyncReturns, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { firstAdmin } from '../../e2e/support/server.ts'
import { root, runQuietly } from '../../scripts/lib/run.ts'
import { archivesOf } from './images.ts'

/** A Docker engine with the images, and the project of deploy/compose. */
export interface Docker {
  /** Runs `docker-compose` with these arguments. @throws Error with its output when it fails */
  compose: (...args: string[]) => Promise<void>
  /** Runs a command in the container of a service. */
  inside: (service: string, ...command: string[]) => SpawnSyncReturns<string>
  /** A field of a service's container, as a template of `docker inspect`. */
  inspect: (service: string, template: string) => string
  /** Waits until a service is healthy. @returns seconds @throws Error after `timeoutSeconds` seconds */
  healthy: (service: string, timeoutSeconds: number) => Promise<number>
  tag: (image: string, name: string) => void
  logs: (service: string) => string
  stop: () => Promise<void>
}

const socket = 'unix:///run/docker.sock'

export async function startDocker(folder: string): Promise<Docker> {
  const log = openSync(join(folder, 'dockerd.log'), 'a')
  const places = ['--data-root', join(folder, 'docker'), '--exec-root', '/run/docker', '--pidfile', '/run/docker.pid']
  const daemon = spawn('dockerd', ['--host', socket, ...places, '--cgroup-parent', cgroupParent], {
    stdio: ['ignore', log, log],
  })
  const env = { DOCKER_HOST: socket }
  const docker = (...args: string[]) =>
    spawnSync('docker', args, { env: { ...process.env, ...env }, encoding: 'utf8', maxBuffer: 2 ** 28 })
  const must = (...args: string[]): string => {
    const { status, stdout, stderr } = docker(...args)
    if (status !== 0) throw new Error(`docker ${args.join(' ')}: ${stderr}`)
    return stdout.trim()
  }
  const container = (service: string) => `compose_${service}_1`
  const inspect = (service: string, template: string) => must('inspect', '--format', template, container(service))
  const stop = async () => {
    if (daemon.exitCode !== null) return
    daemon.kill('SIGTERM')
    await once(daemon, 'exit')
  }
  for (let attempt = 0; docker('info', '--format', '{{.ServerVersion}}').stdout.trim() === ''; attempt += 1) {
    if (attempt === 60 || daemon.exitCode !== null) throw new Error('dockerd does not start')
    await wait(500)
  }
  for (const archive of archivesOf(folder)) must('load', '--quiet', '--input', archive)
  return {
    async compose(...args) {
      const words = ['--project-directory', composeIn(folder), '--file', join(composeIn(folder), 'compose.yaml')]
      const { code, output } = await runQuietly('docker-compose', [...words, ...args], env)
      if (code !== 0) throw new Error(`docker-compose ${args.join(' ')}: ${output}`)
    },
    inside: (service, ...command) => docker('exec', container(service), ...command),
    inspect,
    async healthy(service, timeoutSeconds) {
      const start = performance.now()
      for (;;) {
        const seconds = (performance.now() - start) / 1000
        const state = inspect(service, '{{.State.Health.Status}}')
        if (state === 'healthy') return seconds
        if (seconds > timeoutSeconds) throw new Error(`${service} is ${state} after ${timeoutSeconds} s`)
        await wait(250)
      }
    },
    tag: (image, name) => must('tag', image, name),
    logs: (service) => {
      const { stdout, stderr } = docker('logs', container(service))
      // Without nginx's lines about calls that were answered.
      const lines = `${stdout}${stderr}`.split('\n').filter((line) => !/HTTP\/\d\.\d" [23]/.test(line))
      return `${service}:\n${lines.slice(-40).join('\n')}`
    },
    stop,
  }
}

/** The address of the proxy. */
export const url = 'https://localhost'

/** Where `docker-compose` runs. */
export const composeIn = (folder: string) => join(folder, 'deploy/compose')

/** Copies `deploy` and fills it in as its files say: settings, host name, certificate. @returns the certificate's file */
export async function placeDeployment(folder: string): Promise<string> {
  cpSync(join(root, 'deploy'), join(folder, 'deploy'), { recursive: true })
  const compose = composeIn(folder)
  const values: Record<string, string> = {
    APP_URL: url,
    ADMIN_EMAIL: firstAdmin.email,
    ADMIN_PASSWORD: firstAdmin.password,
  }
  const settings = readFileSync(join(compose, 'env.example'), 'utf8').replaceAll(
    /^(\w+)=.*$/gm,
    (line, name: string) =>
      /^(SMTP_URL|MAIL_FROM|BACKUP_BUCKET)=/.test(line)
        ? `${name}=`
        : `${name}=${values[name] ?? randomBytes(24).toString('hex')}`,
  )
  writeFileSync(join(compose, '.env'), settings)
  const proxy = join(folder, 'deploy/nginx.conf')
  writeFileSync(proxy, readFileSync(proxy, 'utf8').replaceAll('malote.exemplo.com.br', 'localhost'))
  const tls = join(compose, 'tls')
  mkdirSync(tls)
  const certificate = join(tls, 'malote.pem')
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  const files = ['-keyout', join(tls, 'malote.key'), '-out', certificate]
  const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', ...subject, ...files]
  execFileSync('openssl', request, { stdio: 'ignore' })
  return certificate
}

/** Below it are the cgroups of the containers. */
export const cgroupParent = '/malote-drill'

/** Removes the cgroups, which outlive the namespaces. They are in each controller's folder, or in the only one. */
export function withoutCgroups(): void {
  const found = execFileSync('find', ['/sys/fs/cgroup', '-depth', '-type', 'd', '-path', `*${cgroupParent}*`])
  for (const folder of found.toString().split('\n').filter(Boolean)) execFileSync('rmdir', [folder])
}
