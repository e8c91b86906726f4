import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { foundOrganisation } from '../../e2e/support/organisation.ts'
import { chainWholeHistory } from '../../server/src/platform/db/chain/chain-history.ts'
import { verifyChain } from '../../server/src/platform/db/chain/verify-chain.ts'
import { withPatientDatabase } from '../../server/src/platform/db/connect.ts'
import { startEmbeddedDatabase } from '../../server/src/platform/db/embedded/start.ts'
import { findBrokenInvariants } from '../../server/src/platform/db/invariants.ts'
import type { FaultRow } from '../lib/outcome.ts'
import { supervise } from '../lib/servers.ts'
import { expectThat, withUndo } from '../lib/steps.ts'
import { call, createOne, creationsOf } from '../lib/writers.ts'

const library = '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1'

/** Seconds that the server's clock is ahead, one after the other. A session ends after twelve hours without use. */
const jumps = [0, 7_200, 0, -7_200, 0, 90, -90, 0, -86_400, 0]

/** The clock of the server jumps forward and back while people work; the database's clock does not. */
export const clockJumps = (): Promise<FaultRow> =>
  withUndo(async (undo) => {
    if (!existsSync(library)) throw new Error('apt-get install faketime')
    const folder = mkdtempSync(join(tmpdir(), 'malote-clock-'))
    undo(() => rmSync(folder, { recursive: true, force: true }))
    const clock = join(folder, 'offset')
    const setClock = (seconds: number) => writeFileSync(clock, `${seconds >= 0 ? '+' : ''}${seconds}\n`)
    setClock(0)
    const database = await startEmbeddedDatabase({ dataDir: folder, log: console.error, onLost: console.error })
    undo(database.stop)
    const server = await supervise({
      ...{ DATABASE_URL: database.connectionString, DATABASE_OWNER_URL: database.ownerConnectionString },
      ...{ DATA_DIR: join(folder, 'files'), LD_PRELOAD: library, FAKETIME_TIMESTAMP_FILE: clock },
      ...{ FAKETIME_CACHE_DURATION: '1', FAKETIME_DONT_FAKE_MONOTONIC: '1' },
    })
    undo(server.stop)
    const { sender, manager } = await foundOrganisation(server.url)
    const create = await creationsOf(server.url, sender)
    const met = new Map<string, number>()
    const count = (what: string) => met.set(what, (met.get(what) ?? 0) + 1)
    const post = (who: typeof sender, path: string) =>
      call(server.url, who, path, { key: crypto.randomUUID(), body: '{}' })
    let pending: number | undefined
    const acknowledged: number[] = []
    for (const jump of jumps) {
      setClock(jump)
      await wait(2_500)
      const seen = await fetch(`${server.url}/healthz`)
      const offset = Math.round((Date.parse(seen.headers.get('date') ?? '') - Date.now()) / 1000)
      expectThat(Math.abs(offset - jump) < 10, `the server's clock is ${offset} s ahead`)
      // What was created before the jump is received after it.
      if (pending !== undefined) count(`receive ${(await post(manager, `/api/protocols/${pending}/receive`)).status}`)
      for (let turn = 0; turn < 5; turn += 1) {
        const made = await createOne(server.url, sender, create())
        count(`create ${made.status}`)
        pending = (made.json as { protocol_id?: number } | null)?.protocol_id
        if (pending !== undefined) acknowledged.push(pending)
      }
      for (const path of ['/api/protocols', '/api/returns', '/api/dashboard/today', '/api/reports', '/api/auth/me']) {
        count(`read ${(await call(server.url, sender, path)).status}`)
      }
    }
    const times = [...met].map(([what, often]) => `${often} × ${what}`).join(', ')
    console.log(`clock: ${times}; ${server.ends()} ends`)
    const isFine = [...met.keys()].every((what) => /(200|201)$/.test(what))
    // proves 19.40
    expectThat(isFine && server.ends() === 0, 'every call works whatever the clock says')
    const owner = database.ownerConnectionString
    await withPatientDatabase(owner, async (db) => {
      const { count: kept } = await db
        .selectFrom('protocols')
        .select((eb) => eb.fn.countAll<string>().as('count'))
        .where('id', 'in', acknowledged)
        .executeTakeFirstOrThrow()
      expectThat(Number(kept) === acknowledged.length, `of ${acknowledged.length} acknowledged creations 0 are lost`)
      await chainWholeHistory(db)
      expectThat((await verifyChain(db)).broken.length === 0, 'the chain of the history fits')
      const broken = await findBrokenInvariants(db)
      expectThat(broken.length === 0, `every derived number is right ${broken.join(' ')}`)
    })
    return {
      fault: 'clock of a server jumps forward and back by up to a day',
      seen: `${times}; history shows the time that the server believed`,
      lost: `0 of ${acknowledged.length}`,
      heals: 'nothing to heal; sessions end by the clock of that moment',
    }
  })
