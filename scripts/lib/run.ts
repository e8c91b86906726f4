import { type ChildProcess, spawn } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the repository. */
export const root = fileURLToPath(new URL('../..', import.meta.url))

const bin = join(root, 'node_modules', '.bin')

/** Starts a program of ours or of a dependency, in the repository's folder, on this terminal. */
export function launch(command: string, args: string[], env: NodeJS.ProcessEnv = {}): ChildProcess {
  return spawn(command, args, {
    cwd: root,
    env: { ...process.env, ...env, PATH: `${bin}${delimiter}${process.env.PATH}` },
    shell: process.platform === 'win32',
    stdio: ['ignore', 'inherit', 'inherit'],
  })
}

/** Runs it to its end: the exit code, or 1 when it did not start or was killed. */
export function run(command: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<number> {
  const child = launch(command, args, env)
  return new Promise((resolve) => {
    child.once('error', (error) => {
      console.error(error.message)
      resolve(1)
    })
    child.once('exit', (code) => resolve(code ?? 1))
  })
}
