import { ensure } from '@malote/core/shared/ensure.ts'
import { AppError } from '@malote/core/shared/errors.ts'
import { canAdminister } from '@malote/core/users/user-rules.ts'
import { z } from 'zod'
import { ensureSeen } from '../../domain/ensure-seen.ts'
import type { Db, Trx } from '../../platform/db/connect.ts'
import { refuseOn } from '../../platform/db/failures.ts'
import type { Actor } from '../../platform/http/actor.ts'
import type { App } from '../../platform/http/fastify.ts'
import { noContent } from '../../platform/http/no-content.ts'
import { idParams } from '../../platform/http/path-params.ts'
import { lazyBody } from '../../platform/http/valid-body.ts'
import { recordChange } from '../audit/public.ts'
import type { Catalog, EntryEdit } from './catalog.ts'
import { deleteEntryRow, insertEntry, lockEntry, updateEntry } from './entries.repo.ts'

/** The wire schemas of a catalog's entries. */
interface EntryWires<Entry, Input> {
  entry: z.ZodType<Entry>
  input: z.ZodType<Input>
  edit: z.ZodType<EntryEdit<Entry, Input>>
}

/** `POST path`, `PUT path/{id}` and `DELETE path/{id}` of a catalog, for Admins (contract 10.5). */
export function entryRoutes<Entry extends object, Input extends object>(
  app: App,
  path: string,
  catalog: Catalog<Entry, Input>,
  wires: EntryWires<Entry, Input>,
): void {
  // Fastify cannot infer a handler's types from a schema that is a type parameter.
  routesOf(app, path, catalog as unknown as Catalog<object, object>, wires)
}

function routesOf(
  app: App,
  path: string,
  catalog: Catalog<object, object>,
  { entry, input, edit }: EntryWires<object, object>,
) {
  app.post(
    path,
    { config: { access: canAdminister }, schema: { body: input, response: { 201: entry } } },
    async (request, reply) => reply.code(201).send(await createEntry(app.db, catalog, request.viewer, request.body)),
  )

  app.put(
    `${path}/:id`,
    {
      config: { access: canAdminister },
      attachValidation: true,
      schema: { params: idParams, body: edit, response: { 200: entry } },
    },
    (request) => editEntry(app.db, catalog, request.viewer, request.params.id, lazyBody(request)),
  )

  app.delete(
    `${path}/:id`,
    { config: { access: canAdminister }, schema: { params: idParams, response: noContent } },
    async (request, reply) => {
      await deleteEntry(app.db, catalog, request.viewer, request.params.id)
      return reply.code(204).send()
    },
  )
}

/**
 * Deletes an entry. The foreign keys decide whether it is in use, because they also see concurrent inserts.
 *
 * @throws AppError the catalog's `notFound` or `inUse`
 */
const deleteEntry = <Entry>(db: Db, catalog: Catalog<Entry, never>, actor: Actor, id: number): Promise<void> =>
  refuseOn(
    'foreignKey',
    (cause) => new AppError(catalog.inUse, { cause }),
    db.transaction().execute(async (trx) => {
      await lockEntry(trx, catalog, id)
      const before = await catalog.read(trx, id)
      if (catalog.canDelete) ensure(catalog.canDelete(before))
      await deleteEntryRow(trx, catalog, id)
      await recordEntryChange(trx, catalog, actor, { id, before })
    }),
  )

/** @throws AppError as the catalog's `refuseTaken` */
const createEntry = <Entry, Input>(
  db: Db,
  catalog: Catalog<Entry, Input>,
  actor: Actor,
  input: Input,
): Promise<Entry> =>
  catalog.refuseTaken(
    db.transaction().execute(async (trx) => {
      const id = await insertEntry(trx, catalog, input)
      const after = await catalog.read(trx, id)
      await recordEntryChange(trx, catalog, actor, { id, after })
      return after
    }),
  )

/**
 * @param body read only after checking that the entry exists
 * @throws AppError the catalog's `notFound`, CHANGED_MEANWHILE, and as its `refuseTaken`
 */
const editEntry = <Entry extends object, Input>(
  db: Db,
  catalog: Catalog<Entry, Input>,
  actor: Actor,
  id: number,
  body: () => EntryEdit<Entry, Input>,
): Promise<Entry> =>
  catalog.refuseTaken(
    db.transaction().execute(async (trx) => {
      await lockEntry(trx, catalog, id)
      const edit = body()
      const before = await catalog.read(trx, id)
      await updateEntry(trx, catalog, id, edit)
      const after = await catalog.read(trx, id)
      ensureSeen(catalog.seen, edit.current, before, after)
      await recordEntryChange(trx, catalog, actor, { id, before, after })
      return after
    }),
  )

/** An entry before and after a change; `before` is absent when it is new, `after` when it is deleted. */
interface EntryChange<Entry> {
  id: number
  before?: Entry
  after?: Entry
}

/** Records a change of an entry in the audit. */
async function recordEntryChange<Entry>(
  trx: Trx,
  { audit, seen }: Pick<Catalog<Entry, never>, 'audit' | 'seen'>,
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
