import { createHash, randomBytes } from 'node:crypto'
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { chromium } from '@playwright/test'
import { chromiumArguments, headlessPath } from '../../e2e/support/chromium.ts'
import { foundOrganisation, type Person } from '../../e2e/support/organisation.ts'
import { enter } from '../../e2e/support/pages.ts'
import { expectThat, withUndo } from '../lib/steps.ts'
import { type Creation, call, createOne, createWithFile, creationsOf } from '../lib/writers.ts'
import { composeIn, type Docker, startDocker, url } from './docker.ts'

const servers = ['malote-1', 'malote-2'] as const
const services = ['proxy', ...servers, 'database', 'storage'] as const
/** Seconds. */
const timeoutSeconds = 180
/** Seconds that compose.yaml gives a server to end. */
const grace = 90

/** Starts and uses the deployment in a folder; see rehearsals/containers.ts. */
export async function rehearse(folder: string): Promise<void> {
  await withUndo(async (undo) => {
    const docker = await startDocker(folder)
    undo(docker.stop)
    undo(() => docker.compose('down', '--volumes', '--timeout', '5'))
    try {
      await use(docker, composeIn(folder))
    } catch (error) {
      for (const service of services) console.error(docker.logs(service))
      throw error
    }
  })
}

async function use(docker: Docker, folder: string): Promise<void> {
  console.log(`up: ${await secondsOf(() => docker.compose('up', '--detach'))} s, with PostgreSQL's first start`)
  await allHealthy(docker)
  for (const server of servers) confined(docker, server)

  const { sender } = await foundOrganisation(url)
  const create = await creationsOf(url, sender)
  const content = randomBytes(1_500_000).toString('hex')
  const creation = create()
  const { status, json } = await createWithFile(url, sender, creation, content)
  expectThat(status === 201, 'the first Admin invites people, and a protocol with a file is created through the proxy')
  const { protocol_id: id } = json as { protocol_id: number }
  const stored = docker.inside('storage', 'find', '/objects/malote', '-type', 'f', '-size', '+2000k').stdout
  expectThat(stored.trim().split('\n').length === 1 && stored !== '', 'its file is in the object storage')
  const kept = docker.inside('malote-1', 'find', '/data', '-type', 'f').stdout.trim()
  expectThat(kept === '', 'and no file in the volume of the servers')
  await lookAt(sender, id, `Ensaio ${creation.key}`)

  const created = new Set<number>()
  const during = async (what: string, work: () => Promise<void>) => {
    const told = await whileUsed(sender, create, work)
    for (const one of told.created) created.add(one)
    console.log(`${what}: ${sentence(told)}`)
    return told
  }
  // Each of the two answers alone, the second time after the other one was away: the proxy finds a server that came back.
  for (const server of servers) {
    const told = await during(`${server} stops and starts again`, async () => {
      const seconds = await secondsOf(() => docker.compose('stop', server))
      const code = docker.inspect(server, '{{.State.ExitCode}}')
      expectThat(code === '0' && Number(seconds) < grace, `${server} ends by itself within ${seconds} s`)
      await docker.compose('start', server)
      console.log(`healthy after ${(await docker.healthy(server, timeoutSeconds)).toFixed(1)} s`)
    })
    expectNoneRefused(told)
  }
  await during('malote-1 is killed', async () => {
    process.kill(Number(docker.inspect('malote-1', '{{.State.Pid}}')), 'SIGKILL')
    while (docker.inspect('malote-1', '{{.RestartCount}}') === '0') await wait(100)
    const seconds = await docker.healthy('malote-1', timeoutSeconds)
    expectThat(true, `a killed server is started again, and healthy after ${seconds.toFixed(1)} s`)
  })
  docker.tag('malote:latest', 'malote:next')
  appendFileSync(join(folder, '.env'), '\nMALOTE_IMAGE=malote:next\n')
  const upgraded = await during('both servers get another image', async () => {
    for (const server of servers) {
      await docker.compose('up', '--detach', '--no-deps', server)
      await docker.healthy(server, timeoutSeconds)
      expectThat(docker.inspect(server, '{{.Config.Image}}') === 'malote:next', `${server} has the other image`)
    }
  })
  expectNoneRefused(upgraded)

  console.log(`down: ${await secondsOf(() => docker.compose('down'))} s`)
  console.log(`up again: ${await secondsOf(() => docker.compose('up', '--detach'))} s`)
  await allHealthy(docker)
  const digest = (text: string | Buffer) => createHash('sha256').update(text).digest('hex')
  const again = digest(await download(sender, id))
  expectThat(again === digest(content), 'sessions and the file are there after all containers were recreated')
  for (const one of created) await sender.call('GET', `/api/protocols/${one}`)
  expectThat(created.size > 0, `of ${created.size} acknowledged creations 0 are lost`)
  const verified = docker.inside('malote-1', '/opt/malote/bin/malote', 'verify', '--files')
  expectThat(
    verified.status === 0,
    `malote verify --files in a container: ${verified.stdout.trim().split('\n').at(-1)}`,
  )
  await docker.compose('stop')
  const codes = services.map((service) => docker.inspect(service, '{{.State.ExitCode}}'))
  expectThat(
    codes.every((code) => code === '0'),
    'every container ends by itself',
  )
}

async function secondsOf(work: () => Promise<void>): Promise<string> {
  const start = performance.now()
  await work()
  return ((performance.now() - start) / 1000).toFixed(1)
}

async function allHealthy(docker: Docker): Promise<void> {
  const start = performance.now()
  for (const service of ['database', ...servers]) await docker.healthy(service, timeoutSeconds)
  console.log(`PostgreSQL and both servers are healthy ${((performance.now() - start) / 1000).toFixed(1)} s later`)
  const reply = await fetch(`${url}/healthz`)
  expectThat(reply.ok, 'the proxy leads to a server')
}

/** Checks the privileges that the image and compose.yaml promise. */
function confined(docker: Docker, server: string): void {
  const account = docker.inside(server, 'id', '-u').stdout.trim()
  const refused = ['/x', '/opt/x', '/run/x', '/var/tmp/x'].every(
    (path) => docker.inside(server, 'touch', path).status !== 0,
  )
  const allowed = ['/data/x', '/tmp/x'].every(
    (path) => docker.inside(server, 'sh', '-c', `> ${path} && rm ${path}`).status === 0,
  )
  const status = docker.inside(server, 'cat', '/proc/1/status').stdout
  const is = (name: string) => new RegExp(`^${name}:\\s*(\\S+)`, 'm').exec(status)?.[1]
  expectThat(
    account === '10001' && is('Uid') === '10001' && refused && allowed,
    `${server} is user ${account}, and may write to /data and /tmp only`,
  )
  expectThat(
    is('CapBnd') === '0000000000000000' && is('NoNewPrivs') === '1' && is('Seccomp') === '2',
    `${server} has no capabilities, gains none, and runs under a filter of system calls`,
  )
}

/** Signs in with a browser and opens the protocol with these remarks. */
async function lookAt({ email, password }: Person, id: number, remarks: string): Promise<void> {
  const browser = await chromium.launch({ executablePath: await headlessPath(), args: chromiumArguments })
  try {
    const page = await (await browser.newContext({ baseURL: url, ignoreHTTPSErrors: true })).newPage()
    const problems: string[] = []
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
    await page.goto('/login')
    await enter(page, { email, password })
    await page.waitForURL((address) => !address.pathname.includes('login'))
    await page.goto(`/protocols/${id}`)
    await page.getByText(remarks).first().waitFor()
    expectThat(problems.length === 0, `Chromium signs in and shows the protocol ${problems.join(' ')}`)
  } finally {
    await browser.close()
  }
}

function expectNoneRefused({ refused }: Told): void {
  if (refused.size > 0) throw new Error('a call was refused')
}

async function download({ token, call }: Person, id: number): Promise<Buffer> {
  const protocol = (await call('GET', `/api/protocols/${id}`)) as { items: { attachments: { id: number }[] }[] }
  const attachment = protocol.items[0]?.attachments[0]?.id
  const headers = { authorization: `Bearer ${token}` }
  return Buffer.from(
    await (await fetch(`${url}/api/protocols/attachments/${attachment}/download`, { headers })).arrayBuffer(),
  )
}

/** What clients were told while something happened to the containers. */
export interface Told {
  answered: number
  /** Calls that were not answered with what they asked for, by status; 599 is no response at all. */
  refused: Map<number, number>
  /** Ids of protocols whose creation was acknowledged. */
  created: Set<number>
}

/** Two clients that create protocols and two that read lists, ten calls a second each at most, until `work` is done. */
export async function whileUsed(who: Person, create: () => Creation, work: () => Promise<void>): Promise<Told> {
  const told: Told = { answered: 0, refused: new Map(), created: new Set() }
  let isOver = false
  const client = async (act: () => ReturnType<typeof call>) => {
    while (!isOver) {
      const { status, json } = await act()
      if (status === 200 || status === 201) told.answered += 1
      else told.refused.set(status, (told.refused.get(status) ?? 0) + 1)
      if (status === 201) told.created.add((json as { protocol_id: number }).protocol_id)
      await wait(100)
    }
  }
  const clients = Array.from({ length: 2 }, () => [
    client(() => createOne(url, who, create())),
    client(() => call(url, who, '/api/protocols?limit=20')),
  ])
  try {
    await work()
  } finally {
    isOver = true
  }
  await Promise.all(clients.flat())
  return told
}

export const sentence = ({ answered, refused }: Told) =>
  `${answered} calls answered, refused: ${[...refused].map(([status, count]) => `${count} × ${status}`).join(', ') || 'none'}`
