import { type ChildProcess, spawn } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the repository. */
export const root = fileURLToPath(new URL('../..', import.meta.url))

const bin = join(root, 'node_modules', '.bin')

/** Starts a program of ours or of a dependency, in the repository's folder, by default on this terminal. */
export function launch(
  command: string,
  args: string[],
  env: NodeJS.ProcessEnv = {},
  output: 'inherit' | 'pipe' = 'inherit',
): ChildProcess {
  return spawn(command, args, {
    cwd: root,
    env: { ...process.env, ...env, PATH: `${bin}${delimiter}${process.env.PATH}` },
    shell: process.platform === 'win32',
    stdio: ['ignore', output, output],
  })
}

/** Runs it to its end: the exit code, or 1 when it did not start or was killed. */
export function run(command: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<number> {
  return ended(launch(command, args, env))
}

/** Like `run`, but keeps the output until the end, for programs that run concurrently. */
export async function runQuietly(command: string, args: string[], env: NodeJS.ProcessEnv = {}) {
  const child = launch(command, args, env, 'pipe')
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  return { code: await ended(child), output }
}

function ended(child: ChildProcess): Promise<number> {
  return new Promise((resolve) => {
    child.once('error', (error) => {
      console.error(error.message)
      resolve(1)
    })
    child.once('close', (code) => resolve(code ?? 1))
  })
}

/** Waits until the program responds; fails at once if it ends before. */
export async function untilAnswers(child: ChildProcess, address: string): Promise<void> {
  while (child.exitCode === null) {
    const isReady = await fetch(address).then(
      (reply) => reply.ok,
      () => false,
    )
    if (isReady) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`the server ended with code ${child.exitCode} before it answered`)
}
