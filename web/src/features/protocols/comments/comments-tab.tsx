import type { Comment } from '@malote/core/comments/comment.ts'
import type { ProtocolDetail } from '@malote/core/protocols/protocol.ts'
import { canComment, canDeleteComment } from '@malote/core/protocols/protocol-rules.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { refusalWords } from '../../../domain/protocols/use-changed-protocol.ts'
import { useViewer } from '../../../domain/session/session.tsx'
import { focusContent } from '../../../lib/content.ts'
import { Card } from '../../../ui/card.tsx'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import { useDialog } from '../../../ui/dialog/use-dialog.ts'
import { useSteadyRows } from '../../../ui/freshness/use-steady-rows.tsx'
import { CommentForm } from './comment-form.tsx'
import { CommentRow } from './comment-row.tsx'
import { deleteComment } from './comments.api.ts'
import classes from './comments.module.css'

const keyOf = ({ id }: Comment) => id

export function CommentsTab({ protocol }: { protocol: ProtocolDetail }) {
  const viewer = useViewer()
  const { mutate, isPending } = useMutation(deleteComment(useQueryClient(), protocol.id))
  const deleting = useDialog<Comment>()
  const { rows: comments = [], frame, notice } = useSteadyRows(protocol.comments, keyOf)
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
