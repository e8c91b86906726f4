import { PassThrough, Readable } from 'node:stream'
import { importables, importColumns } from '@malote/core/import/import-columns.ts'
import { type ImportProgress, importPreview, largestImport } from '@malote/core/import/import-preview.ts'
import { AppError, errors } from '@malote/core/shared/errors.ts'
import { z } from 'zod'
import type { App } from '../../app.ts'
import { csvBeginning, csvLines } from '../../documents/csv.ts'
import { requireAdmin } from '../../plugins/roles.ts'
import { refusedLines } from './refused-lines.ts'
import { previewImport, runImport } from './run-import.ts'

const params = z.object({ importable: z.enum(importables) })
const shared = { onRequest: requireAdmin, bodyLimit: largestImport.bytes }

/**
 * Suppliers and users from a spreadsheet, by an Admin. The file travels as it is (`text/csv`) each time, and is kept
 * nowhere: first to be checked, then, with the token of that preview, to be brought in.
 */
export async function importRoutes(app: App) {
  app.addContentTypeParser('text/csv', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  const contentOf = (body: unknown) => {
    if (!Buffer.isBuffer(body)) throw new AppError('UNSUPPORTED_MEDIA_TYPE')
    return body
  }

  app.post(
    '/api/import/:importable/preview',
    { ...shared, schema: { params, response: { 200: importPreview } } },
    (request) => previewImport(app.db, { ...request.params, viewer: request.viewer, content: contentOf(request.body) }),
  )

  app.post('/api/import/:importable/refused', { ...shared, schema: { params } }, async (request, reply) => {
    const { importable } = request.params
    const work = { importable, viewer: request.viewer, content: contentOf(request.body) }
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${fileNames[importable]}-recusados.csv"`)
      .send(Readable.from(await refusedLines(app.db, work), { objectMode: false }))
  })

  app.get('/api/import/:importable/template', { onRequest: requireAdmin, schema: { params } }, (request, reply) => {
    const { importable } = request.params
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="modelo-${fileNames[importable]}.csv"`)
      .send(csvBeginning + csvLines([importColumns[importable].map(({ title }) => title)]))
  })

  app.post(
    '/api/import/:importable',
    {
      ...shared,
      config: { audit: 'import' },
      schema: { params, querystring: z.object({ token: z.string().max(100) }) },
    },
    async (request, reply) => {
      const content = contentOf(request.body)
      const lines = new PassThrough()
      const tell = (progress: ImportProgress) => lines.write(`${JSON.stringify(progress)}\n`)
      const work = { ...request.params, viewer: request.viewer, content }
      const steps = { now: app.now(), onProgress: (read: number) => tell({ read }) }
      // Answered line by line while it runs; what goes wrong is the last line, because the status has been sent by then.
      void runImport(app.db, work, request.query.token, steps)
        .then(({ token, ignored, lines: _, ...done }) => tell({ done }))
        .catch((error: unknown) => {
          if (!(error instanceof AppError)) request.log.error({ err: error }, 'an import failed')
          const { code, message } = error instanceof AppError ? error : failed
          tell({ code, message })
        })
        .finally(() => lines.end())
      return reply.type('application/x-ndjson').send(lines)
    },
  )
}

const failed = { code: 'UNAVAILABLE', message: errors.UNAVAILABLE.message } as const

const fileNames = { suppliers: 'fornecedores', users: 'usuarios' } as const
