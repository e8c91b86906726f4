import { type Comment, commentWire } from '@malote/core/comments/comment.ts'
import { readWire } from '@malote/core/shared/renamed.ts'
import type { QueryClient } from '@tanstack/react-query'
import { refreshCustody } from '../../../domain/protocols/custody-queries.ts'
import { protocolQuery } from '../../../domain/protocols/protocol-query.ts'
import { api } from '../../../lib/api.ts'
import { drafts } from '../../../lib/drafts.ts'
import { telling } from '../../../lib/telling.ts'

/** Name of the draft of an unsent comment. */
export const commentDraft = (protocolId: number) => `comment ${protocolId}`

export const sendingComment = (protocolId: number) => ['comments', protocolId, 'add'] as const

/** @param userId the author, whose draft is deleted once the comment is sent, also when the page was left */
export const addComment = (queryClient: QueryClient, protocolId: number, userId: number) =>
  telling(
    {
      mutationKey: sendingComment(protocolId),
      mutationFn: async (text: string) =>
        readWire(commentWire, await api.post(`/api/protocols/${protocolId}/comments`, { text })),
      onSuccess: (added, text) => {
        keepComments(queryClient, protocolId, (comments) => [...comments, added])
        const kept = drafts.read(userId, commentDraft(protocolId))
        if (kept === null || String(kept).trim() === text) drafts.drop(userId, commentDraft(protocolId))
      },
      onSettled: () => refreshCustody(queryClient),
    },
    { failure: 'Erro ao enviar comentário. Tente novamente.' },
  )

export const deleteComment = (queryClient: QueryClient, protocolId: number) =>
  telling(
    {
      mutationFn: (commentId: number) => api.delete<void>(`/api/protocols/${protocolId}/comments/${commentId}`),
      onSuccess: (_, commentId) =>
        keepComments(queryClient, protocolId, (comments) => comments.filter(({ id }) => id !== commentId)),
      onSettled: () => refreshCustody(queryClient),
    },
    {
      success: 'Comentário excluído com sucesso!',
      failure: 'Erro ao excluir comentário. Tente novamente.',
    },
  )

function keepComments(queryClient: QueryClient, protocolId: number, change: (comments: Comment[]) => Comment[]) {
  queryClient.setQueryData(
    protocolQuery(protocolId).queryKey,
    (protocol) => protocol && { ...protocol, comments: change(protocol.comments) },
  )
}
