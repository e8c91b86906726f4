import { Textarea } from '@mantine/core'
import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useViewer } from '../../../domain/session/session.tsx'
import { drafts } from '../../../lib/drafts.ts'
import { Banner } from '../../../ui/banner.tsx'
import { sendByKeyboard } from '../../../ui/fields/send-by-keyboard.ts'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { addComment, commentDraft, sendingComment } from './comments.api.ts'
import classes from './comments.module.css'

interface CommentFormProps {
  protocolId: number
  /** Why nothing can be added; text that was begun before stays, to be copied or cleared. */
  refusal: string | null
}

/** The form for a new comment: Enter starts a new line, Ctrl+Enter (⌘Enter) sends. */
export function CommentForm({ protocolId, refusal }: CommentFormProps) {
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
