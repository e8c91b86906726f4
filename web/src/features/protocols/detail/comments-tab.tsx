import { type Comment, commentWire } from '@malote/core/comments/comment.ts'
import type { ProtocolDetail } from '@malote/core/protocols/protocol.ts'
import { canComment, canDeleteComment } from '@malote/core/protocols/protocol-rules.ts'
import { relativeTime } from '@malote/core/shared/relative-time.ts'
import { readWire } from '@malote/core/shared/renamed.ts'
import { ActionIcon, Textarea, Tooltip } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { type QueryClient, useMutation, useMutationState, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { RemovableText, RemovalMenu } from '../../../domain/black-outs/removals.tsx'
import { protocolQuery, refreshCustody, refusalWords } from '../../../domain/protocols/protocols.api.ts'
import { useViewer } from '../../../domain/session/session.tsx'
import { api } from '../../../lib/api.ts'
import { focusContent } from '../../../lib/content.ts'
import { drafts } from '../../../lib/drafts.ts'
import { formatDateAtTime } from '../../../lib/format.ts'
import { telling } from '../../../lib/telling.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Card } from '../../../ui/card.tsx'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import { useDialog } from '../../../ui/dialog/use-dialog.ts'
import { sendByKeyboard } from '../../../ui/fields/send-by-keyboard.ts'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { useSteadyRows } from '../../../ui/freshness/use-steady-rows.tsx'
import { useEarlier } from '../use-earlier.tsx'
import classes from './detail.module.css'

const keyOf = ({ id }: Comment) => id

export function CommentsTab({ protocol }: { protocol: ProtocolDetail }) {
  const viewer = useViewer()
  const { mutate, isPending } = useMutation(deleteComment(useQueryClient(), protocol.id))
  const deleting = useDialog<Comment>()
  const { rows: newest = [], frame, notice } = useSteadyRows(protocol.comments, keyOf)
  const { earlier, button } = useEarlier<Comment>({
    ...{ protocolId: protocol.id, kind: 'comments', newest: protocol.comments, count: protocol.commentsCount },
    read: (answer) => readWire(commentWire, answer),
  })
  const isShown = new Set(newest.map(keyOf))
  const comments = [...earlier.filter(({ id }) => !isShown.has(id)), ...newest]
  const mayComment = canComment(protocol)
  const mayDelete = (comment: Comment) => canDeleteComment(viewer, protocol, comment.createdById)
  const remove = () => {
    if (!deleting.subject) return
    mutate(deleting.subject.id, {
      onSuccess: focusContent, // the button that opened the dialog is gone with its comment
      onSettled: deleting.close,
    })
  }
  return (
    <Card title="Comentários">
      <div ref={frame}>
        {notice}
        {button}
        {comments.length === 0 ? (
          <p className={classes.none}>Nenhum comentário ainda.</p>
        ) : (
          <ul className={classes.comments} aria-label="Lista de comentários">
            {comments.map((comment) => (
              <CommentRow
                key={comment.id}
                comment={comment}
                canDelete={mayDelete(comment).allowed}
                onDelete={() => deleting.open(comment)}
              />
            ))}
          </ul>
        )}
      </div>
      <CommentForm key={protocol.id} protocolId={protocol.id} refusal={refusalWords(mayComment)} />
      <ConfirmDialog
        isOpen={deleting.isOpen}
        title="Excluir comentário"
        confirmLabel="Excluir"
        busyLabel="Excluindo..."
        isBusy={isPending}
        isDangerous
        refusal={deleting.subject && refusalWords(mayDelete(deleting.subject))}
        onConfirm={remove}
        onClose={deleting.close}
      >
        Tem certeza que deseja excluir este comentário?
      </ConfirmDialog>
    </Card>
  )
}

interface CommentRowProps {
  comment: Comment
  canDelete: boolean
  onDelete: () => void
}

function CommentRow({ comment: { id, text, createdBy, createdAt }, canDelete, onDelete }: CommentRowProps) {
  return (
    <li className={classes.comment}>
      <div className={classes.head}>
        <span className="medium">{createdBy || 'Usuário'}</span>
        <time
          className="soft caption numbers"
          dateTime={createdAt}
          title={createdAt && relativeTime(new Date(createdAt), new Date())}
        >
          {formatDateAtTime(createdAt)}
        </time>
        <span className={classes.actions}>
          {canDelete && (
            <Tooltip label="Excluir comentário">
              <ActionIcon variant="subtle" color="gray" aria-label="Excluir comentário" onClick={onDelete}>
                <IconTrash size={16} aria-hidden />
              </ActionIcon>
            </Tooltip>
          )}
          <RemovalMenu kind="comment" targetId={id} text={text} label={`Comentário de ${createdBy || 'Usuário'}`} />
        </span>
      </div>
      <p className={classes.commentText}>
        <RemovableText kind="comment" targetId={id}>
          {text}
        </RemovableText>
      </p>
    </li>
  )
}

interface CommentFormProps {
  protocolId: number
  /** Why nothing can be added; text that was begun before stays, to be copied or cleared. */
  refusal: string | null
}

/** The form for a new comment: Enter starts a new line, Ctrl+Enter (⌘Enter) sends. */
function CommentForm({ protocolId, refusal }: CommentFormProps) {
  const { id } = useViewer()
  const { mutate } = useMutation(addComment(useQueryClient(), protocolId, id))
  const [text, setText, isSending] = useCommentDraft(protocolId)
  const isBlank = text.trim() === ''

  const send = (event: FormEvent) => {
    event.preventDefault()
    if (isBlank || isSending || refusal) return
    mutate(text.trim())
  }
  if (refusal && text === '') return <p className={classes.none}>{refusal}</p>
  return (
    <form className={classes.form} onSubmit={send} onKeyDown={sendByKeyboard}>
      <Textarea
        label="Novo comentário"
        placeholder="Escreva um comentário..."
        maxLength={5000}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {refusal && <Banner tone="pending">{refusal}</Banner>}
      <SubmitButton
        isBusy={isSending}
        busyLabel="Enviando..."
        isDisabled={isBlank || refusal !== null}
        className={classes.send}
      >
        Enviar
      </SubmitButton>
    </form>
  )
}

/**
 * Keeps the unsent comment in this tab, so that the user can look at the items or another page meanwhile. The draft is
 * deleted once it is sent, also by a previously mounted form; text typed since then stays.
 */
function useCommentDraft(protocolId: number): [string, (text: string) => void, boolean] {
  const { id } = useViewer()
  const name = commentDraft(protocolId)
  const [text, setText] = useState(() => {
    const kept = drafts.read(id, name)
    return typeof kept === 'string' ? kept : ''
  })
  const last = useMutationState({
    filters: { mutationKey: sendingComment(protocolId) },
    select: ({ state }) => state,
  }).at(-1)
  const sentAt = last?.status === 'success' ? last.submittedAt : 0
  const [clearedAt, setCleared] = useState(sentAt)
  if (sentAt > clearedAt) {
    setCleared(sentAt)
    if (text.trim() === last?.variables) setText('')
  }
  const write = (next: string) => {
    setText(next)
    if (next.trim() === '') drafts.drop(id, name)
    else drafts.save(id, name, next)
  }
  return [text, write, last?.status === 'pending']
}

/** Name of the draft of an unsent comment. */
const commentDraft = (protocolId: number) => `comment ${protocolId}`

const sendingComment = (protocolId: number) => ['comments', protocolId, 'add'] as const

/** @param userId the author, whose draft is deleted once the comment is sent, also when the page was left */
const addComment = (queryClient: QueryClient, protocolId: number, userId: number) =>
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

const deleteComment = (queryClient: QueryClient, protocolId: number) =>
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
  queryClient.setQueryData(protocolQuery(protocolId).queryKey, (protocol) => {
    if (!protocol) return protocol
    const comments = change(protocol.comments)
    const added = comments.length - protocol.comments.length
    const { commentsCount: count } = protocol
    return { ...protocol, comments, commentsCount: typeof count === 'number' ? count + added : count }
  })
}
