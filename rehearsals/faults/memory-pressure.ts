import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { foundOrganisation } from '../../e2e/support/organisation.ts'
import { startEmbeddedDatabase } from '../../server/src/platform/db/embedded/start.ts'
import { expectThat } from '../lib/expect-that.ts'
import { openMailbox } from '../lib/mailbox.ts'
import { checkOutcome } from '../lib/outcome.ts'
import { supervise } from '../lib/supervised.ts'
import { withUndo } from '../lib/undo.ts'
import { creationsOf, writeUntil } from '../lib/writers.ts'
import { emptyOutcome, expectOnlyOutages, type FaultRow, longest, repeated } from './row.ts'

const groups = '/sys/fs/cgroup/memory'
const megabyte = 1024 * 1024

/** The memory that the server may have shrinks until the kernel kills it, three times, and grows again. */
export const memoryPressure = (): Promise<FaultRow> =>
  withUndo(async (undo) => {
    if (!existsSync(`${groups}/memory.limit_in_bytes`)) throw new Error('this needs the memory controller of cgroup v1')
    const group = join(groups, `malote-drill-${process.pid}`)
    mkdirSync(group)
    undo(async () => {
      await wait(300)
      rmdirSync(group)
    })
    const setLimit = (megabytes: number) =>
      writeFileSync(join(group, 'memory.limit_in_bytes'), String(megabytes < 0 ? -1 : megabytes * megabyte))
    const used = () => Number(readFileSync(join(group, 'memory.usage_in_bytes'), 'utf8')) / megabyte
    const kills = () =>
      Number(/^oom_kill (\d+)/m.exec(readFileSync(join(group, 'memory.oom_control'), 'utf8'))?.[1] ?? 0)
    const folder = mkdtempSync(join(tmpdir(), 'malote-memory-'))
    undo(() => rmSync(folder, { recursive: true, force: true }))
    const mailbox = await openMailbox()
    undo(mailbox.close)
    const database = await startEmbeddedDatabase({ dataDir: folder, log: console.error, onLost: console.error })
    undo(database.stop)
    const server = await supervise(
      {
        ...{ DATABASE_URL: database.connectionString, DATABASE_OWNER_URL: database.ownerConnectionString },
        ...{ DATA_DIR: join(folder, 'files'), SMTP_URL: mailbox.url },
      },
      { within: ['sh', '-c', 'echo $$ > "$0/tasks" && exec "$@"', group] },
    )
    undo(server.stop)
    const { sender, manager } = await foundOrganisation(server.url)
    const create = await creationsOf(server.url, sender)
    const outcome = emptyOutcome()
    const end = Date.now() + 45_000
    const writers = Promise.all(
      Array.from({ length: 8 }, () => writeUntil(end, () => server.url, create, sender, manager, outcome)),
    )
    await wait(4_000)
    const usual = Math.round(used())
    for (let round = 1; round <= 3; round += 1) {
      let limit = Math.round(used())
      for (const until = Date.now() + 8_000; kills() < round && Date.now() < until; limit -= 8) {
        try {
          setLimit(limit)
        } catch {
          // The kernel cannot take that much back at once: it kills at the next page instead.
        }
        await wait(100)
      }
      setLimit(-1)
      await wait(4_000)
    }
    await writers
    console.log(`memory: ${kills()} kills by the kernel, ${server.ends()} restarts, usually ${usual} MiB`)
    // proves 19.40
    expectThat(server.ends() > 0 && server.ends() === kills(), 'the kernel killed the server, and it was started again')
    expectOnlyOutages(outcome)
    await checkOutcome(database.ownerConnectionString, mailbox, outcome, kills())
    return {
      fault: `memory taken away until the kernel killed the server (${kills()} times; it used ${usual} MiB)`,
      seen: `${repeated(outcome)} of ${outcome.calls} calls, repeated by the client; the app says ‘Reconectando…’`,
      lost: `0 of ${outcome.acknowledged.size}, none twice`,
      heals: `the unit starts it again after 2 s; longest call ${longest(outcome)} s with its repetitions`,
    }
  })
