import { ensure } from '@malote/core/shared/ensure.ts'
import { AppError, type ErrorCode } from '@malote/core/shared/errors.ts'
import type { Verdict } from '@malote/core/shared/verdict.ts'
import { canAdminister } from '@malote/core/users/user-rules.ts'
import { z } from 'zod'
import { ensureSeen } from '../../domain/ensure-seen.ts'
import type { Db, Trx } from '../../platform/db/connect.ts'
import { refuseOn } from '../../platform/db/failures.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { type App, noContent } from '../../platform/http/fastify.ts'
import { idParams } from '../../platform/http/path-params.ts'
import { lazyBody } from '../../platform/http/valid-body.ts'
import { type AuditedKind, recordChange } from '../audit/public.ts'

/** The body of an edit: the fields, and their values when the person opened the form. */
type EntryEdit<Entry, Input> = Input & { current?: Partial<Entry> | undefined }

/**
 * A list that Admins manage in the settings. Common behaviour is implemented here; each feature defines what differs.
 */
export interface Catalog<Entry, Input> {
  table: 'departments' | 'categories' | 'itemTypes' | 'suppliers'
  /** The entry in the audit. */
  audit: { kind: AuditedKind; nameOf: (entry: Entry) => string }
  /** The columns for an Admin's input; columns that are left out keep their value. */
  columns: (input: Input) => object
  read: (db: Db, id: number) => Promise<Entry>
  /** Wire schema of the earlier values that an edit may send; the audit compares the same fields. */
  seen: z.ZodType<Partial<Entry>, object>
  /** Checked before the foreign keys; absent if an entry does not know how often it is used. */
  canDelete?: (entry: Entry) => Verdict
  notFound: ErrorCode
  inUse: ErrorCode
  /**
   * Awaits a change that saves an entry, and converts a violation of a unique index into the catalog's error.
   *
   * @param change a whole transaction
   */
  refuseTaken: <Result>(change: Promise<Result>) => Promise<Result>
}

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

/** Any catalog, for functions that do not depend on its fields. */
type AnyCatalog = Pick<Catalog<unknown, never>, 'table' | 'notFound'>

type Written<Input> = Pick<Catalog<unknown, Input>, 'table' | 'columns'>

/** Locks the entry until the transaction ends. @throws AppError the catalog's `notFound` */
async function lockEntry(trx: Trx, { table, notFound }: AnyCatalog, id: number): Promise<void> {
  const row = await trx.selectFrom(table).select('id').where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw new AppError(notFound)
}

/** @returns the new entry's id */
async function insertEntry<Input>(trx: Trx, { table, columns }: Written<Input>, input: Input): Promise<number> {
  const { id } = await trx.insertInto(table).values(columns(input)).returning('id').executeTakeFirstOrThrow()
  return id
}

const updateEntry = <Input>(trx: Trx, { table, columns }: Written<Input>, id: number, input: Input) =>
  trx.updateTable(table).set(columns(input)).where('id', '=', id).execute()

const deleteEntryRow = (trx: Trx, { table }: AnyCatalog, id: number) =>
  trx.deleteFrom(table).where('id', '=', id).execute()
