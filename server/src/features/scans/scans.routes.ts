import { scanBody, scanReplyWire } from '@malote/core/scans/scan.ts'
import { idempotencyHeaders, idempotencyKey } from '../../domain/idempotency/idempotency-key.ts'
import type { App } from '../../platform/http/fastify.ts'
import { scan } from './scan.ts'

/** What the scan station does with a code (contract 23.1). */
export async function scansRoutes(app: App) {
  const { db, now } = app
  app.post(
    '/api/scan',
    {
      config: { access: 'signed-in' },
      schema: { headers: idempotencyHeaders, body: scanBody, response: { 200: scanReplyWire } },
    },
    (request) => {
      // Some codes may exist and be hidden from the person, which the audit records after the response.
      const onHidden = ({ kind, id }: { kind: 'protocol' | 'item'; id: number }) => {
        request.notFound = { kind, ids: [id] }
      }
      return scan(db, request.viewer, request.body, { key: idempotencyKey(request), now: now(), onHidden })
    },
  )
}
