import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { foundOrganisation } from '../../e2e/support/organisation.ts'
import { root, runQuietly } from '../../scripts/lib/run.ts'
import { blankSettings } from '../../server/src/platform/settings/config.ts'
import type { FaultRow } from '../lib/outcome.ts'
import { supervise } from '../lib/servers.ts'
import { expectThat, withUndo } from '../lib/steps.ts'
import { call, createOne, createWithFile, creationsOf, until } from '../lib/writers.ts'

const megabyte = 1024 * 1024

/** Embedded database, attachments and backups on one small disk that fills up to its last byte. */
export const diskFull = (): Promise<FaultRow> =>
  withUndo(async (undo) => {
    const folder = mkdtempSync(join(tmpdir(), 'malote-disk-'))
    undo(() => rmSync(folder, { recursive: true, force: true }))
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=640m,mode=0755', 'malote-drill', folder])
    undo(() => execFileSync('umount', ['--lazy', folder]))
    const dataDir = join(folder, 'data')
    const server = await supervise({ DATA_DIR: dataDir })
    undo(server.stop)
    const { sender } = await foundOrganisation(server.url)
    const create = await creationsOf(server.url, sender)
    const acknowledged: number[] = []
    const attempt = async () => {
      const reply = await createOne(server.url, sender, create())
      if (reply.status === 201) acknowledged.push((reply.json as { protocol_id: number }).protocol_id)
      return reply.status
    }
    const upload = async () => {
      const reply = await createWithFile(server.url, sender, create())
      if (reply.status === 201) acknowledged.push((reply.json as { protocol_id: number }).protocol_id)
      return reply.status
    }
    for (let made = 0; made < 20; made += 1) await attempt()
    expectThat(acknowledged.length === 20, '20 protocols before the disk is full')
    expectThat((await upload()) === 201, 'a file is stored')
    const backup = (name: string) =>
      runQuietly(process.execPath, [join(root, 'scripts/backup.ts'), join(folder, name)], {
        ...{ ...blankSettings, DATA_DIR: dataDir },
      })
    expectThat((await backup('before.malote')).code === 0, 'a backup is written')

    const ballast = fillUntil(folder, 'ballast', 60 * megabyte)
    const nearlyFull = await upload()
    expectThat(nearlyFull === 507, `with 60 MiB left, a file is refused with ${nearlyFull}`)
    expectThat((await attempt()) === 201, 'and protocols are created')

    // PostgreSQL recycles its log, so that the last byte may be gone long before it notices.
    const rest = fillUntil(folder, 'rest', 0)
    const met = new Map<number, number>()
    const count = (status: number) => met.set(status, (met.get(status) ?? 0) + 1)
    for (const until = Date.now() + 20_000; Date.now() < until; ) {
      count(await attempt())
      await wait(20)
    }
    const reads = (await call(server.url, sender, '/api/protocols')).status
    const failed = await backup('full.malote')
    const words = failed.output.trim().split('\n').at(-1) ?? ''
    console.log(`disk full: creations ${[...met].map(([status, times]) => `${times} × ${status}`).join(', ')}`)
    console.log(
      `disk full: a list is ${reads}; backup: exit ${failed.code}, ‘${words.slice(0, 160)}’; ${server.ends()} ends`,
    )
    expectThat(failed.code !== 0, 'a backup on the full disk fails')
    // proves 19.40
    expectThat(!readdirSync(folder).some((name) => name.startsWith('full.malote')), 'and leaves no part of itself')
    const others = [...met.keys()].filter((status) => ![201, 503, 599, 507].includes(status))
    expectThat(others.length === 0, `creations meet 201, 503 or 507 ${others.join()}`)

    rmSync(ballast)
    rmSync(rest, { force: true })
    const healed = await until(201, 90, async () => ({ status: await attempt() })).catch((cause) => {
      throw new Error(`it does not heal: ${server.output().slice(-2000)}`, { cause })
    })
    await until(201, 30, async () => ({ status: await upload() }))
    let kept = 0
    for (const id of acknowledged) {
      if ((await call(server.url, sender, `/api/protocols/${id}`)).status === 200) kept += 1
    }
    // proves 19.40
    expectThat(kept === acknowledged.length, `of ${acknowledged.length} acknowledged creations 0 are lost`)
    const verified = await runQuietly(process.execPath, [join(root, 'scripts/verify.ts'), '--files'], {
      ...{ ...blankSettings, DATA_DIR: dataDir },
    })
    expectThat(verified.code === 0, 'figures, chain and files are whole')
    const times = [...met].map(([status, all]) => `${all} × ${status}`).join(', ')
    return {
      fault: 'disk of embedded database, attachments and backups full to the last byte',
      seen: `creations for 20 s: ${times}; files 507; reads ${reads}`,
      lost: `0 of ${acknowledged.length}`,
      heals: `${healed.toFixed(1)} s after space was freed; the server ended ${server.ends()} times`,
    }
  })

/** Writes a file that leaves so many bytes free. */
function fillUntil(folder: string, name: string, left: number): string {
  const path = join(folder, name)
  const { bavail, bsize } = statfsSync(folder)
  mkdirSync(folder, { recursive: true })
  try {
    const size = bavail * bsize - left
    const piece = Buffer.alloc(megabyte)
    writeFileSync(path, '')
    for (let written = 0; written < size; written += piece.length) {
      writeFileSync(path, piece.subarray(0, Math.min(piece.length, size - written)), { flag: 'a' })
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
  return path
}
