import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { backupPlace } from './backup-place.ts'
import type { BackupOrder } from './backup-process.ts'

const program = fileURLToPath(new URL('./backup-process.ts', import.meta.url))

/** Lower than the server's, so that requests come first. */
const niceness = 10

/** Makes backups in a process of their own. */
export interface BackupRunner {
  /**
   * Makes the backup that is due, if one is.
   *
   * @throws Error with the reason why it failed
   */
  run: () => Promise<void>
  /** Ends a running backup, which then removes what it has written. */
  stop: () => Promise<void>
}

export function backupRunner({ config, ownerConnectionString }: BackupOrder): BackupRunner {
  const order: BackupOrder = { config, ownerConnectionString }
  let running: ChildProcess | undefined
  return {
    async run() {
      if (running !== undefined || backupPlace(config) === undefined) return
      const child = fork(program, { serialization: 'advanced', stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
      running = child
      try {
        let reason: string | undefined
        child.on('message', ({ message }: { message: string }) => {
          reason = message
        })
        const ended = once(child, 'close')
        if (child.pid !== undefined) lowerPriority(child.pid)
        child.send(order)
        const [code] = await ended
        if (code !== 0) throw new Error(reason ?? `the backup ended with code ${code}`)
      } finally {
        running = undefined
      }
    },
    async stop() {
      if (running === undefined) return
      const ended = once(running, 'close')
      running.kill('SIGTERM')
      await ended
    },
  }
}

function lowerPriority(pid: number) {
  try {
    setPriority(pid, niceness)
  } catch {
    // It may have ended already, or the system does not allow it.
  }
}
