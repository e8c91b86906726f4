import { invalidFields } from '@malote/core/shared/errors.ts'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'

/** Documents the header; {@link idempotencyKey} validates it. */
export const idempotencyHeaders = z.looseObject({
  'idempotency-key': z
    .string()
    .optional()
    .describe('Nome deste envio: uma repetição do mesmo conteúdo recebe o primeiro resultado'),
})

/** Maximum length of a key, in characters. */
const longestKey = 200

/** @throws AppError INVALID_INPUT when the key is too long */
export function idempotencyKey({ headers }: FastifyRequest): string | undefined {
  const key = String(headers['idempotency-key'] ?? '').trim()
  if (key.length > longestKey) {
    throw invalidFields({ 'Idempotency-Key': `A chave de envio pode ter no máximo ${longestKey} caracteres` })
  }
  return key || undefined
}
