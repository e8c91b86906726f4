// `npm run drill -- release`: makes the release, twice to compare the bytes, and runs it as a production machine would:
// unpacked in a folder that nobody may change, by its own Node, as `nobody`, on a system that is read-only except for
// DATA_DIR. `--archive FILE` runs an archive that exists. Needs root and `unshare` for the read-only system;
// without them it checks only that the program's folder stays as it is. About six minutes, or one with `--archive`.
import { execFile } from 'node:child_process'
import { chmod, chown, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { root, run as runProgram } from '../scripts/lib/run.ts'
import { digestOf } from '../scripts/release/pack.ts'
import { startConfined } from './lib/confined.ts'
import { expectThat } from './lib/expect-that.ts'

const password = 'uma-senha-do-ensaio'
const email = 'admin@malote.test'
const execute = promisify(execFile)

export async function run(): Promise<void> {
  const { values } = parseArgs({ args: process.argv.slice(3), options: { archive: { type: 'string' } } })
  const folder = await mkdtemp('/var/tmp/malote-drill-')
  await chmod(folder, 0o755)
  try {
    const archive = values.archive ?? (await makeTwice(folder))
    await execute('tar', ['-xzf', archive, '-C', folder])
    const [name = ''] = (await readdir(folder)).filter((entry) => entry.startsWith('malote-'))
    const program = join(folder, name)
    await execute('chmod', ['-R', 'a-w', program])
    await sums(program)
    const { stdout } = await execute('du', ['-sm', program])
    console.log(`unpacked: ${stdout.split('\t')[0]} MB`)
    await useIt(program, await dataFolder(folder))
    await sums(program)
    console.log('release: ok')
  } finally {
    await execute('chmod', ['-R', 'u+w', folder])
    await rm(folder, { recursive: true, force: true })
  }
}

/** @returns the path of the archive */
async function makeTwice(folder: string): Promise<string> {
  const digests: string[] = []
  let archive = ''
  for (const out of ['first', 'second']) {
    const start = performance.now()
    expectThat(
      (await runProgram('node', ['scripts/release.ts', '--out', join(folder, out)])) === 0,
      'the release is made',
    )
    const file = (await readdir(join(folder, out))).find((entry) => entry.endsWith('.tar.gz')) ?? ''
    archive = join(folder, out, file)
    digests.push(await digestOf(archive))
    console.log(`made in ${Math.round((performance.now() - start) / 1000)} s`)
    // The second one is built from nothing, too.
    await rm(join(root, 'web/dist'), { recursive: true, force: true })
  }
  // proves 19.2
  expectThat(digests[0] === digests[1], `two releases of one commit have the same bytes (${digests[0]})`)
  return archive
}

const sums = async (program: string) => {
  await execute('sha256sum', ['--quiet', '-c', 'SHA256SUMS'], { cwd: program })
  // proves 19.2
  console.log('every file of the program is as SHA256SUMS says')
}

async function dataFolder(folder: string): Promise<string> {
  const data = join(folder, 'data')
  await mkdir(data)
  if (process.getuid?.() === 0) await chown(data, 65534, 65534)
  return data
}

async function useIt(program: string, data: string): Promise<void> {
  const settings = { DATA_DIR: data, ADMIN_EMAIL: email, ADMIN_PASSWORD: password, LOG_LEVEL: 'warn', PORT: '0' }
  const start = performance.now()
  const server = await startConfined([join(program, 'bin/malote')], data, settings)
  try {
    const url = await server.listening
    console.log(`first start in ${((performance.now() - start) / 1000).toFixed(1)} s as ${server.as}`)
    expectThat((await fetch(`${url}/healthz`)).ok, '/healthz answers')
    const page = await (await fetch(`${url}/protocols`)).text()
    expectThat(page.includes('<title>'), 'a deep link gives the page')
    const [, script = ''] = /src="(\/assets\/[^"]+\.js)"/.exec(page) ?? []
    expectThat((await fetch(url + script)).ok, 'the page finds its files')
    const signIn = await fetch(`${url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    })
    // proves 19.2
    expectThat(signIn.ok, 'the first Admin signs in')
    const { token } = (await signIn.json()) as { token: string }
    const headers = { authorization: `Bearer ${token}` }
    const manual = await fetch(`${url}/api/help/manual`, { headers })
    expectThat(manual.headers.get('content-type') === 'application/pdf', 'a worker thread makes a PDF')

    const file = join(data, 'copy.malote')
    await (await startConfined([join(program, 'bin/malote'), 'backup', file], data, settings)).ended(0)
    await (await startConfined([join(program, 'bin/malote'), 'verify'], data, settings)).ended(0)
    // proves 19.2
    console.log('backup and verify work beside the server')
  } finally {
    await server.stop()
  }
  const again = performance.now()
  const second = await startConfined([join(program, 'bin/malote')], data, settings)
  await second.listening
  console.log(`second start in ${((performance.now() - again) / 1000).toFixed(1)} s`)
  await second.stop()
}
