import { type ChildProcess, fork } from 'node:child_process'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root } from '../../scripts/lib/run.ts'
import { newFolder, pidFile, type RunningServer, settingsOf } from './server.ts'
import type { Order, Report } from './server-host.ts'

let host: Promise<ChildProcess> | undefined
let lastId = 0

/**
 * Like `startServer`, but in the one process that runs all servers of this worker.
 *
 * @param settings further environment variables
 */
export async function startInWorker(settings: Record<string, string>): Promise<Omit<RunningServer, 'process'>> {
  host ??= startHost()
  const child = await host
  const folder = await newFolder()
  const all = await settingsOf(folder, settings)
  const id = await order(child, { start: all })
  const stop = async () => {
    await order(child, { stop: id })
    await rm(folder, { recursive: true, force: true })
  }
  return { url: `http://127.0.0.1:${all.PORT}`, dataDir: folder, stop }
}

/** The process, whose end ends all its servers. It ends by itself with this worker. */
async function startHost(): Promise<ChildProcess> {
  const child = fork(fileURLToPath(new URL('server-host.ts', import.meta.url)), {
    cwd: root,
    env: { ...process.env, NODE_COMPILE_CACHE: join(root, '.cache/node') },
    execArgv: [],
    // Its log is not read, and a full pipe would block it.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  await writeFile(join(await newFolder(), pidFile), String(child.pid))
  // Otherwise it would keep this worker alive.
  child.unref()
  child.channel?.unref()
  return child
}

/** Has the process carry out an order. @returns the number of the order, and of the server that it started */
async function order(child: ChildProcess, what: { start: Record<string, string> } | { stop: number }): Promise<number> {
  lastId += 1
  const id = lastId
  const report = await new Promise<Report>((resolve, reject) => {
    const settle = (act: () => void) => {
      child.off('message', onMessage).off('exit', onExit)
      act()
    }
    const onMessage = (message: Report) => message.id === id && settle(() => resolve(message))
    const onExit = (code: number | null) => settle(() => reject(new Error(`the servers ended with code ${code}`)))
    child.on('message', onMessage).on('exit', onExit)
    if (child.exitCode !== null) onExit(child.exitCode)
    else child.send({ id, ...what } satisfies Order)
  })
  if (report.failure !== undefined) throw new Error(report.failure)
  return id
}
