import { civilDateIn } from '@malote/core/shared/civil-date.ts'
import { ensure } from '@malote/core/shared/ensure.ts'
import { canAdminister, canExportPersonalData } from '@malote/core/users/user-rules.ts'
import { streamedFile } from '../../platform/exports/streamed-file.ts'
import { type App, noContent } from '../../platform/http/fastify.ts'
import { requireFreshProof } from '../../platform/http/fresh-proof.ts'
import { idParams } from '../../platform/http/path-params.ts'
import { recordAudit } from '../audit/public.ts'
import { anonymizePerson } from './anonymize.ts'
import { personalDataFile, readAccount } from './personal-data-file.ts'

/** What the law gives people over their data: a copy, and removal after they have left (contract 18.75 to 18.84). */
export async function personalDataRoutes(app: App) {
  app.get(
    '/api/users/:id/personal-data',
    { config: { access: 'signed-in', work: 'export' }, schema: { params: idParams } },
    async ({ viewer, params: { id } }, reply) => {
      ensure(canExportPersonalData(viewer, id))
      const account = await readAccount(app.db, id)
      const now = app.now()
      // Recorded before the first byte is sent, so that nothing leaves without its event.
      await app.db.transaction().execute((trx) =>
        recordAudit(trx, {
          ...{ action: 'export', actor: viewer, address: viewer.address },
          subject: { kind: 'personal-data', id: String(id), name: account.name },
          after: { format: 'json' },
        }),
      )
      const day = civilDateIn(now, app.settings.APP_TIMEZONE)
      return reply
        .type('application/json; charset=utf-8')
        .header('content-disposition', `attachment; filename="dados-pessoais-${id}-${day}.json"`)
        .send(streamedFile(personalDataFile(app.exportDb, account, now)))
    },
  )

  app.post(
    '/api/users/:id/anonymize',
    {
      config: { access: canAdminister, audit: 'user.anonymized' },
      onRequest: requireFreshProof,
      schema: { params: idParams, response: noContent },
    },
    async (request, reply) => {
      request.accountId = request.params.id
      await anonymizePerson(app.db, request.viewer, request.params.id, app.now())
      return reply.code(204).send()
    },
  )
}
