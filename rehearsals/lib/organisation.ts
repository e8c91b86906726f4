import pg from 'pg'
import { generate } from '../../scripts/bench/generate.ts'
import { type SignedIn, type Stage, signIn } from '../../scripts/bench/stage.ts'
import { chainWholeHistory } from '../../server/src/platform/db/chain/chain-history.ts'
import { withPatientDatabase } from '../../server/src/platform/db/connect.ts'
import { findBrokenInvariants } from '../../server/src/platform/db/invariants.ts'

/** A generated organisation, and people of it who are signed in. */
export interface Organisation {
  leaders: readonly SignedIn[]
  admin: SignedIn
  query: Stage['query']
  /** Recomputes every derived number; throws when one is wrong. */
  verify: () => Promise<void>
  /** Closes its connection. */
  close: () => Promise<void>
}

/**
 * Fills an empty database.
 *
 * @param owner connection string, of PostgreSQL itself
 * @param protocols undefined when it has been filled by {@link generate}
 */
export async function openOrganisation(owner: string, protocols: number | undefined): Promise<Organisation> {
  if (protocols !== undefined) await generate(owner, { protocols, seed: 1 }, () => {})
  await withPatientDatabase(owner, chainWholeHistory)
  // A pool, because a drill may restart PostgreSQL.
  const pool = new pg.Pool({ connectionString: owner, max: 2 })
  pool.on('error', () => {})
  const query: Stage['query'] = async (text, values) => (await pool.query(text, values)).rows
  const { leaders, admin } = await signIn(query)
  return {
    leaders: [...leaders.values()],
    admin,
    query,
    async verify() {
      const broken = await withPatientDatabase(owner, findBrokenInvariants)
      if (broken.length > 0) throw new Error(`the derived rows are not what the facts say:\n${broken.join('\n')}`)
    },
    close: () => pool.end(),
  }
}
