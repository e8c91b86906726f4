import { PassThrough } from 'node:stream'
import { importables, importColumns } from '@malote/core/import/import-columns.ts'
import {
  confirmedLines,
  type ImportProgress,
  importPreview,
  largestImport,
  leftOutLines,
} from '@malote/core/import/import-preview.ts'
import { AppError, errors } from '@malote/core/shared/errors.ts'
import { canAdminister } from '@malote/core/users/user-rules.ts'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Db } from '../../platform/db/connect.ts'
import { csvBeginning, csvLines } from '../../platform/exports/csv.ts'
import { streamedFile } from '../../platform/exports/streamed-file.ts'
import type { Actor } from '../../platform/http/actor.ts'
import type { App } from '../../platform/http/fastify.ts'
import { requireRecentProof } from '../../platform/http/fresh-proof.ts'
import { validateLines } from './plan.ts'
import { readCsv } from './read-csv.ts'
import { type Import, previewImport, runImport } from './run-import.ts'
import { suppliersImporter } from './suppliers-importer.ts'
import { usersImporter } from './users-importer.ts'

const params = z.object({ importable: z.enum(importables) })
const answers = z.object({ confirmed: confirmedLines, left_out: leftOutLines })
const shared = { bodyLimit: largestImport.bytes }

/**
 * Import of suppliers and users from a spreadsheet, by an Admin. The file is sent as the raw body (`text/csv`) with
 * each request and never stored: first for the preview, then, with the preview's token, for the import.
 */
export async function importRoutes(app: App) {
  app.addContentTypeParser('text/csv', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  // The file may have taken ten minutes to arrive.
  app.addHook('preHandler', async (request) => {
    if (request.method === 'POST') await app.admitAgain(request)
  })
  const importOf = ({ params, query, viewer, body: content }: ImportRequest): Import => {
    if (!Buffer.isBuffer(content)) throw new AppError('UNSUPPORTED_MEDIA_TYPE')
    return { ...params, viewer, content, confirmed: new Set(query.confirmed), leftOut: new Set(query.left_out) }
  }

  app.post(
    '/api/import/:importable/preview',
    {
      config: { access: canAdminister, isLong: true },
      ...shared,
      schema: { params, querystring: answers, response: { 200: importPreview } },
    },
    (request) => previewImport(app.db, importOf(request)),
  )

  app.post(
    '/api/import/:importable/refused',
    { config: { access: canAdminister, isLong: true }, ...shared, schema: { params, querystring: answers } },
    async (request, reply) => {
      const lines = await refusedLines(app.db, importOf(request))
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="${fileNames[request.params.importable]}-recusados.csv"`)
        .send(streamedFile(lines))
    },
  )

  app.get(
    '/api/import/:importable/template',
    { config: { access: canAdminister }, schema: { params } },
    (request, reply) => {
      const { importable } = request.params
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="modelo-${fileNames[importable]}.csv"`)
        .send(csvBeginning + csvLines([importColumns[importable].map(({ title }) => title)]))
    },
  )

  app.post(
    '/api/import/:importable',
    {
      ...shared,
      onRequest: proveForUsers,
      config: { access: canAdminister, audit: 'import', isLong: true },
      schema: { params, querystring: answers.extend({ token: z.string().max(100) }) },
    },
    async (request, reply) => {
      const work = importOf(request)
      const lines = new PassThrough()
      const tell = (progress: ImportProgress) => lines.write(`${JSON.stringify(progress)}\n`)
      const steps = { now: app.now(), onProgress: (read: number) => tell({ read }) }
      // Streams progress as one line per step. An error becomes the last line, because the status has been sent
      // already.
      void runImport(app.db, work, request.query.token, steps)
        .then(({ total, created, changed, unchanged, refused, leftOut }) =>
          tell({ done: { total, created, changed, unchanged, refused, leftOut } }),
        )
        .catch((error: unknown) => {
          // The security log writes recorded events when the response succeeds, which this one does although the import
          // was rolled back.
          request.viewer.audited.length = 0
          if (!(error instanceof AppError)) request.log.error({ err: error }, 'an import failed')
          const { code, message } = error instanceof AppError ? error : failed
          tell({ code, message })
        })
        .finally(() => lines.end())
      return reply.type('application/x-ndjson').send(lines)
    },
  )
}

/** Importing users may change roles, for which the users' screen demands fresh proof, too. */
async function proveForUsers(request: FastifyRequest) {
  if ((request.params as { importable?: string }).importable === 'users') await requireRecentProof(request)
}

/** A request with a file, and what the Admin has answered and left out in the preview. */
interface ImportRequest {
  params: Pick<Import, 'importable'>
  query: z.infer<typeof answers>
  viewer: Actor
  body: unknown
}

const failed = { code: 'UNAVAILABLE', message: errors.UNAVAILABLE.message } as const

const fileNames = { suppliers: 'fornecedores', users: 'usuarios' } as const

/**
 * The refused lines as in the file, with the reasons, to be corrected and imported again. Streams batch by batch, so
 * that the number of lines does not matter for memory.
 *
 * @throws AppError IMPORT_UNREADABLE, IMPORT_TOO_LONG, before the first line
 */
async function refusedLines(
  db: Db,
  { importable, viewer, content, confirmed, leftOut }: Import,
): Promise<AsyncGenerator<string>> {
  // Reads the whole file first: once lines have been sent, the request cannot be refused any more.
  for await (const _ of (await readCsv(importable, content)).batches);
  const file = await readCsv(importable, content)
  const validated =
    importable === 'suppliers'
      ? validateLines(db, suppliersImporter, file, leftOut)
      : validateLines(db, await usersImporter(db, viewer, confirmed, leftOut), file, leftOut)
  // Some programs leave out the empty cells at the end of a line.
  const filledUp = (raw: readonly string[]) => [...raw, ...file.titles.slice(raw.length).map(() => '')]
  return (async function* () {
    yield csvBeginning + csvLines([[...file.titles, 'Motivo']])
    for await (const batch of validated) {
      const refused = batch.filter(({ decision }) => decision.kind === 'refused')
      if (refused.length > 0) {
        yield csvLines(refused.map(({ line, decision }) => [...filledUp(line.raw), decision.notes.join('; ')]))
      }
    }
  })()
}
