import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { firstAdmin } from '../../e2e/support/server.ts'
import { freePort, untilAnswers } from '../../scripts/lib/listening.ts'
import { root } from '../../scripts/lib/run.ts'
import { blankSettings } from '../../server/src/platform/settings/config.ts'

/** A server that is started again two seconds after it ended, as by the unit in `deploy/systemd`. */
export interface Supervised {
  url: string
  /** How often it ended by itself. */
  ends: () => number
  /** What it has written so far. */
  output: () => string
  stop: () => Promise<void>
}

interface Conditions {
  /** Program with arguments that gets the server's command as further arguments: `['unshare', '--mount']`. */
  within?: readonly string[]
}

/** @param settings environment variables */
export async function supervise(
  settings: Readonly<Record<string, string>>,
  { within = [] }: Conditions = {},
): Promise<Supervised> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  let child: ChildProcess
  let output = ''
  let ends = 0
  let isOver = false
  const begin = () => {
    const [program = '', ...args] = [...within, process.execPath, '--max-old-space-size=512', 'server/src/app/main.ts']
    child = spawn(program, args, {
      cwd: root,
      env: {
        ...{ ...blankSettings, ADMIN_EMAIL: firstAdmin.email, ADMIN_PASSWORD: firstAdmin.password },
        ...settings,
        ...{ PATH: process.env.PATH, PORT: String(port), LOG_LEVEL: 'error', FAIR_USE_FACTOR: '1000' },
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output += text
      })
    }
    child.once('exit', async () => {
      if (isOver) return
      ends += 1
      await wait(2_000)
      if (!isOver) begin()
    })
    return child
  }
  await untilAnswers(begin(), `${url}/readyz`).catch((cause) => {
    isOver = true
    throw new Error(output, { cause })
  })
  return {
    url,
    ends: () => ends,
    output: () => output,
    async stop() {
      isOver = true
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
    },
  }
}
