import type { Comment } from '@malote/core/comments/comment.ts'
import { relativeTime } from '@malote/core/shared/relative-time.ts'
import { ActionIcon, Tooltip } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { RemovableText, RemovalMenu } from '../../../domain/black-outs/removals.tsx'
import { formatDateAtTime } from '../../../lib/format.ts'
import classes from './comments.module.css'

interface CommentRowProps {
  comment: Comment
  canDelete: boolean
  onDelete: () => void
}

export function CommentRow({ comment: { id, text, createdBy, createdAt }, canDelete, onDelete }: CommentRowProps) {
  return (
    <li className={classes.comment}>
      <div className={classes.head}>
        <span className={classes.author}>{createdBy || 'Usuário'}</span>
        <time
          className={classes.when}
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
      <p className={classes.text}>
        <RemovableText kind="comment" targetId={id}>
          {text}
        </RemovableText>
      </p>
    </li>
  )
}
