import { z } from 'zod'
import { renamed } from '../shared/renamed.ts'
import { instant, requiredText } from '../shared/wire-values.ts'

/** A comment on a protocol; the wire calls it a response (contract 3.13). */
export const comment = z.object({
  id: z.int(),
  text: z.string(),
  createdAt: instant,
  createdBy: z.string(),
  createdById: z.int(),
})
export type Comment = z.infer<typeof comment>

export const commentWire = renamed(comment, { text: 'response_text', createdById: 'created_by_uid' })

/** Body of `POST /api/protocols/{id}/comments`. */
export const commentBody = z.object({ text: requiredText('Escreva um comentário', 5000) })
