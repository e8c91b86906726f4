import { commentBody, commentWire } from '@malote/core/comments/comment.ts'
import { commentParams } from '@malote/core/protocols/protocol.wire.ts'
import { mostCommentsPerHour } from '../../platform/http/fair-use.ts'
import { type App, noContent } from '../../platform/http/fastify.ts'
import { idParams } from '../../platform/http/path-params.ts'
import { acceptEmptyBody, lazyBody } from '../../platform/http/valid-body.ts'
import { addComment, deleteComment } from './comments.ts'

/** Comments on a protocol. */
export async function commentsRoutes(app: App) {
  acceptEmptyBody(app)
  const most = mostCommentsPerHour(app.settings.FAIR_USE_FACTOR)
  app.post(
    '/api/protocols/:id/comments',
    {
      config: { access: 'signed-in' },
      attachValidation: true,
      schema: { params: idParams, body: commentBody, response: { 201: commentWire } },
    },
    async (request, reply) => {
      const comment = await addComment(app.db, request.viewer, request.params.id, lazyBody(request), app.now(), most)
      return reply.code(201).send(comment)
    },
  )

  app.delete(
    '/api/protocols/:id/comments/:commentId',
    { config: { access: 'signed-in' }, schema: { params: commentParams, response: noContent } },
    async (request, reply) => {
      await deleteComment(app.db, request.viewer, request.params.id, request.params.commentId, app.now())
      return reply.code(204).send()
    },
  )
}
