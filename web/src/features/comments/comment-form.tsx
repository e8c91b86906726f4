import { Textarea } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react'
import { useViewer } from '../../app/session.tsx'
import { errorMessage } from '../../lib/api-error.ts'
import { drafts } from '../../lib/drafts.ts'
import { SubmitButton } from '../../ui/submit-button.tsx'
import { notifyError } from '../../ui/toasts.ts'
import { addComment } from './comments.api.ts'
import classes from './comments.module.css'

/** Enter begins a new line, Ctrl+Enter (⌘Enter) sends. */
export function CommentForm({ protocolId }: { protocolId: number }) {
  const { mutate, isPending } = useMutation(addComment(useQueryClient(), protocolId))
  const [text, setText] = useCommentDraft(protocolId)
  const form = useRef<HTMLFormElement>(null)
  const isBlank = text.trim() === ''

  const send = (event: FormEvent) => {
    event.preventDefault()
    if (isBlank || isPending) return
    mutate(text.trim(), {
      onSuccess: () => setText(''),
      onError: (error) => notifyError(errorMessage(error, 'Erro ao enviar comentário. Tente novamente.')),
    })
  }
  const sendByKeyboard = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.current?.requestSubmit()
  }
  return (
    <form ref={form} className={classes.form} onSubmit={send}>
      <Textarea
        label="Novo comentário"
        placeholder="Escreva um comentário..."
        maxLength={5000}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={sendByKeyboard}
      />
      <SubmitButton isBusy={isPending} busyLabel="Enviando..." isDisabled={isBlank} className={classes.send}>
        Enviar
      </SubmitButton>
    </form>
  )
}

/** What is being written stays in this tab until it is sent: one looks at the items meanwhile, or at another page. */
function useCommentDraft(protocolId: number): [string, (text: string) => void] {
  const { id } = useViewer()
  const name = `comment ${protocolId}`
  const [text, setText] = useState(() => {
    const kept = drafts.read(id, name)
    return typeof kept === 'string' ? kept : ''
  })
  const write = (next: string) => {
    setText(next)
    if (next.trim() === '') drafts.drop(id, name)
    else drafts.save(id, name, next)
  }
  return [text, write]
}
