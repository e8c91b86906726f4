// `npm run drill -- storage`: attachments on disk, moved to a bucket by a command that is killed in between, checked, damaged,
// backed up encrypted, restored into an empty installation, and moved back, all from the command line beside a running
// server. The bucket is s3rver 3.7.1, which npm fetches into a temporary folder. Takes about two minutes.
import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { foundOrganisation, type Person } from '../e2e/support/organisation.ts'
import { firstAdmin } from '../e2e/support/server.ts'
import { root, runQuietly } from '../scripts/lib/run.ts'
import { blankSettings } from '../server/src/platform/settings/config.ts'
import { freePort } from '../server/src/test/free-port.ts'
import { supervise } from './lib/servers.ts'
import { expectThat, withUndo } from './lib/steps.ts'
import { createWithFile, creationsOf } from './lib/writers.ts'

const files = 60
/** Of the large ones, in bytes; they go to the bucket in parts. */
const large = 12 * 1024 * 1024

export async function run() {
  await withUndo(async (undo) => {
    const folder = mkdtempSync(join(tmpdir(), 'malote-storage-'))
    undo(() => rmSync(folder, { recursive: true, force: true }))
    const bucket = await openBucket(join(folder, 'bucket'))
    undo(bucket.close)
    const dataDir = join(folder, 'data')
    const settings = {
      ...{ ...blankSettings, DATA_DIR: dataDir, BACKUP_KEY: randomBytes(32).toString('base64') },
      ...{ ADMIN_EMAIL: firstAdmin.email, ADMIN_PASSWORD: firstAdmin.password },
      ...{ S3_BUCKET: 'anexos', S3_ENDPOINT: bucket.url, S3_ACCESS_KEY_ID: 'S3RVER', S3_SECRET_ACCESS_KEY: 'S3RVER' },
    }
    const command = (name: string, args: string[], more: Record<string, string> = {}) =>
      runQuietly(process.execPath, [join(root, `scripts/${name}.ts`), ...args], { ...settings, ...more })

    let server = await supervise({ ...settings, FILES_STORE: 'disk' })
    undo(() => server.stop())
    const { sender } = await foundOrganisation(server.url)
    const create = await creationsOf(server.url, sender)
    const stored = new Map<number, string>()
    const store = async (count: number) => {
      for (let made = 0; made < count; made += 1) {
        const content = randomBytes(made % 10 === 0 ? large / 2 : 20_000).toString('hex')
        const reply = await createWithFile(server.url, sender, create(), content)
        if (reply.status !== 201) throw new Error(`a file: ${reply.status} ${JSON.stringify(reply.json)}`)
        stored.set((reply.json as { protocol_id: number }).protocol_id, digest(content))
      }
    }
    const restart = async (store: 's3' | 'disk') => {
      await server.stop()
      server = await supervise({ ...settings, FILES_STORE: store })
    }
    await store(files)
    console.log(`${files} files on disk, ${files / 10} of them of 12 MiB`)

    await restart('s3')
    await store(files / 10)
    expectThat(bucket.objects().length === files / 10, 'new files go to the bucket')
    const interrupted = spawn(process.execPath, [join(root, 'scripts/move-files.ts'), '--to', 's3'], {
      env: { ...process.env, ...settings, FILES_STORE: 's3' },
      cwd: root,
      stdio: 'ignore',
    })
    const killed = new Promise((resolve) => interrupted.once('exit', resolve))
    while (bucket.objects().length < files / 2 && interrupted.exitCode === null) await wait(20)
    interrupted.kill('SIGKILL')
    await killed
    expectThat(
      interrupted.signalCode === 'SIGKILL',
      // proves 19.46
      `the move is killed with ${bucket.objects().length} files in the bucket`,
    )
    await expectWhole('after the interrupted move')
    const start = performance.now()
    const moved = await command('move-files', ['--to', 's3'], { FILES_STORE: 's3' })
    expectThat(moved.code === 0, `${last(moved.output)} (${((performance.now() - start) / 1000).toFixed(1)} s)`)
    // proves 19.46
    expectThat(filesBelow(join(dataDir, 'files')).length === 0, 'nothing is left on the disk')
    await expectWhole('after the move')
    const verified = await command('verify', ['--files'], { FILES_STORE: 's3' })
    expectThat(verified.code === 0, last(verified.output, /anexos conferem/))

    const archive = join(folder, 'copia.malote')
    const backup = await command('backup', [archive], { FILES_STORE: 's3' })
    expectThat(backup.code === 0, last(backup.output, /Cópia/))
    const elsewhere = { DATA_DIR: join(folder, 'restored'), S3_BUCKET: 'outros', FILES_STORE: 's3' }
    const wrong = await command('restore', [archive], { ...elsewhere, BACKUP_KEY: randomBytes(32).toString('base64') })
    // proves 19.46
    expectThat(wrong.code !== 0, `with another key: ‘${last(wrong.output)}’`)
    const restored = await command('restore', [archive], elsewhere)
    expectThat(restored.code === 0, last(restored.output))
    const again = await command('verify', ['--files'], elsewhere)
    // proves 19.46
    expectThat(again.code === 0, `in the restored installation: ${last(again.output, /anexos conferem/)}`)

    const [victim = ''] = bucket.objects()
    const content = readFileSync(victim)
    const changed = Buffer.from(content)
    changed[100] = (changed[100] ?? 0) ^ 1
    writeFileSync(victim, changed)
    const damaged = await command('verify', ['--files'], { FILES_STORE: 's3' })
    expectThat(damaged.code === 1, `one bit changed: ‘${last(damaged.output, /anexo|arquivo/i)}’`)
    writeFileSync(victim, content)

    await restart('disk')
    const back = await command('move-files', ['--to', 'disk'], { FILES_STORE: 'disk' })
    expectThat(back.code === 0, `back: ${last(back.output)}`)
    await expectWhole('after the way back')
    expectThat(bucket.objects().length === 0, 'nothing is left in the bucket')

    async function expectWhole(when: string) {
      for (const [id, wanted] of stored) {
        if ((await download(server.url, sender, id)) !== wanted)
          throw new Error(`the file of protocol ${id} differs ${when}`)
      }
      expectThat(true, `all ${stored.size} files are downloaded as they were, ${when}`)
    }
  })
}

const digest = (content: string | Buffer) => createHash('sha256').update(content).digest('hex')

const last = (output: string, like = /./) =>
  output
    .split('\n')
    .filter((line) => like.test(line))
    .at(-1)
    ?.slice(0, 200) ?? output.slice(-300)

async function download(url: string, { token }: Person, protocolId: number): Promise<string> {
  const headers = { authorization: `Bearer ${token}` }
  const protocol = await (await fetch(`${url}/api/protocols/${protocolId}`, { headers })).json()
  const { id } = (protocol as { items: { attachments: { id: number }[] }[] }).items[0]?.attachments[0] ?? { id: 0 }
  const reply = await fetch(`${url}/api/protocols/attachments/${id}/download`, { headers })
  if (!reply.ok) return `${reply.status}`
  return digest(Buffer.from(await reply.arrayBuffer()))
}

/** Files below a folder; none where there is no folder. */
function filesBelow(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

/** An S3 service with the buckets `anexos` and `outros`, which keeps its objects as files. */
async function openBucket(folder: string) {
  const install = await runQuietly('npm', ['install', '--no-audit', '--no-fund', '--prefix', folder, 's3rver@3.7.1'])
  if (install.code !== 0) throw new Error(install.output)
  const port = await freePort()
  const buckets = ['anexos', 'outros'].flatMap((name) => ['--configure-bucket', name])
  const child = spawn(
    join(folder, 'node_modules/.bin/s3rver'),
    ['--directory', join(folder, 'objects'), '--address', '127.0.0.1', '--port', String(port), '--silent', ...buckets],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  )
  const url = `http://127.0.0.1:${port}`
  for (let attempt = 0; attempt < 100; attempt += 1) {
    if (
      await fetch(url).then(
        () => true,
        () => false,
      )
    )
      break
    await wait(100)
  }
  return {
    url,
    /** Files with the content of the attachments in `anexos`. */
    objects: () =>
      filesBelow(join(folder, 'objects/anexos')).filter(
        (path) => path.endsWith('._S3rver_object') && !path.includes('uploads') && statSync(path).size > 5_000,
      ),
    async close() {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      if (child.exitCode === null && child.kill('SIGTERM')) await ended
    },
  }
}
