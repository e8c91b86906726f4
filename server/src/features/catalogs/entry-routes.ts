import { canAdminister } from '@malote/core/users/user-rules.ts'
import type { z } from 'zod'
import type { App } from '../../platform/http/fastify.ts'
import { idParams } from '../../platform/http/id-params.ts'
import { noContent } from '../../platform/http/no-content.ts'
import { lazyBody } from '../../platform/http/valid-body.ts'
import { deleteEntry } from './delete-entry.ts'
import type { EntryEdit, Register } from './register.ts'
import { createEntry, editEntry } from './save-entry.ts'

/** The wire schemas of a register's entries. */
interface EntryWires<Entry, Input> {
  entry: z.ZodType<Entry>
  input: z.ZodType<Input>
  edit: z.ZodType<EntryEdit<Entry, Input>>
}

/** `POST path`, `PUT path/{id}` and `DELETE path/{id}` of a register, for Admins (contract 10.5). */
export function entryRoutes<Entry extends object, Input extends object>(
  app: App,
  path: string,
  register: Register<Entry, Input>,
  wires: EntryWires<Entry, Input>,
): void {
  // Fastify cannot infer a handler's types from a schema that is a type parameter.
  routesOf(app, path, register as unknown as Register<object, object>, wires)
}

function routesOf(
  app: App,
  path: string,
  register: Register<object, object>,
  { entry, input, edit }: EntryWires<object, object>,
) {
  app.post(
    path,
    { config: { access: canAdminister }, schema: { body: input, response: { 201: entry } } },
    async (request, reply) => reply.code(201).send(await createEntry(app.db, register, request.viewer, request.body)),
  )

  app.put(
    `${path}/:id`,
    {
      config: { access: canAdminister },
      attachValidation: true,
      schema: { params: idParams, body: edit, response: { 200: entry } },
    },
    (request) => editEntry(app.db, register, request.viewer, request.params.id, lazyBody(request)),
  )

  app.delete(
    `${path}/:id`,
    { config: { access: canAdminister }, schema: { params: idParams, response: noContent } },
    async (request, reply) => {
      await deleteEntry(app.db, register, request.viewer, request.params.id)
      return reply.code(204).send()
    },
  )
}
