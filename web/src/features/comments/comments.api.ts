import { type Comment, commentWire } from '@malote/core/comments/comment.ts'
import { readWire } from '@malote/core/shared/renamed.ts'
import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { protocolQuery, refreshCustody } from '../protocols/protocols.api.ts'

export const addComment = (queryClient: QueryClient, protocolId: number) =>
  mutationOptions({
    mutationFn: async (text: string) =>
      readWire(commentWire, await api.post(`/api/protocols/${protocolId}/comments`, { text })),
    onSuccess: (added) => keepComments(queryClient, protocolId, (comments) => [...comments, added]),
    onSettled: () => refreshCustody(queryClient),
  })

export const deleteComment = (queryClient: QueryClient, protocolId: number) =>
  mutationOptions({
    mutationFn: (commentId: number) => api.delete<void>(`/api/protocols/${protocolId}/comments/${commentId}`),
    onSuccess: (_, commentId) =>
      keepComments(queryClient, protocolId, (comments) => comments.filter(({ id }) => id !== commentId)),
    onSettled: () => refreshCustody(queryClient),
  })

function keepComments(queryClient: QueryClient, protocolId: number, change: (comments: Comment[]) => Comment[]) {
  queryClient.setQueryData(
    protocolQuery(protocolId).queryKey,
    (protocol) => protocol && { ...protocol, comments: change(protocol.comments) },
  )
}
