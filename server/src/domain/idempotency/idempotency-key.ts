import { createHash } from 'node:crypto'
import type { NewProtocol, NewProtocols, ProtocolEdit } from '@malote/core/protocols/protocol.ts'
import { invalidFields } from '@malote/core/shared/errors.ts'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { ReceivedFile } from '../../platform/files/receive-file.ts'

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

/** An edit, and the id of the protocol. */
type EditOf = ProtocolEdit & { id: number }

/**
 * SHA-256 of a creation or an edit. The same for multipart and JSON, for fields in any order, and for absent, null or
 * blank fields. Excludes values that the server computes: due dates depend on the day.
 *
 * @param files in any order; their names and contents count
 */
export function contentDigest(sent: NewProtocol | NewProtocols | EditOf, files: readonly ReceivedFile[]): Buffer {
  const content = {
    ...sent,
    items: sent.items.map(({ returnDate, hasAttachment, ...item }: Record<string, unknown>) => item),
    files: files
      .toSorted((a, b) => a.index - b.index)
      .map(({ index, fileName, sha256 }) => ({ index, fileName, sha256: sha256.toString('hex') })),
  }
  return digestOf(content)
}

/** SHA-256 of anything else that is sent under a key. */
export const digestOf = (content: object): Buffer =>
  createHash('sha256').update(JSON.stringify(content, canonical)).digest()

/** Replacer for `JSON.stringify`: sorts keys alphabetically and drops empty ones. */
function canonical(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const said = Object.entries(value).filter(([, field]) => field !== null && field !== '')
  return Object.fromEntries(said.sort(([a], [b]) => (a < b ? -1 : 1)))
}
