import { z } from 'zod'
import type { Trx } from '../../platform/db/connect.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { recordChange } from '../audit/public.ts'
import type { Register } from './register.ts'

/** An entry before and after a change; `before` is absent when it is new, `after` when it is deleted. */
interface EntryChange<Entry> {
  id: number
  before?: Entry
  after?: Entry
}

/** Records a change of an entry in the audit. */
export async function recordEntryChange<Entry>(
  trx: Trx,
  { audit, seen }: Pick<Register<Entry, never>, 'audit' | 'seen'>,
  actor: Actor,
  { id, before, after }: EntryChange<Entry>,
): Promise<void> {
  const named = after ?? before
  if (named === undefined) return
  await recordChange(trx, actor, {
    ...{ kind: audit.kind, id, name: audit.nameOf(named) },
    ...(before && { before: z.encode(seen, before) as Record<string, unknown> }),
    ...(after && { after: z.encode(seen, after) as Record<string, unknown> }),
  })
}
