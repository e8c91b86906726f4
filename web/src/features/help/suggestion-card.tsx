import {
  type NewSuggestion,
  suggestionBadge,
  suggestionCategoryLabels,
  suggestionPriorityLabels,
} from '@malote/core/help/suggestion.ts'
import { suggestionCategories, suggestionPriorities } from '@malote/core/help/suggestion-filter.ts'
import { Select, Textarea, TextInput } from '@mantine/core'
import { IconCircleCheck, IconCircleX, IconEye, IconRocket, type TablerIcon } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useDraftedMutation } from '../../domain/session/use-draft.ts'
import { showInPlace } from '../../lib/telling.ts'
import { Card } from '../../ui/card.tsx'
import { UnsavedChangesGuard } from '../../ui/dialog/unsaved-changes-guard.tsx'
import { DraftBanner } from '../../ui/draft-banner.tsx'
import { sendByKeyboard } from '../../ui/fields/send-by-keyboard.ts'
import { SubmitButton } from '../../ui/fields/submit-button.tsx'
import { TextLink } from '../../ui/links.tsx'
import { Spoken } from '../../ui/spoken.tsx'
import { StatusBadge, type Tone } from '../../ui/status-badge.tsx'
import { dismissErrorsAbout, notifyError } from '../../ui/toasts.ts'
import { sendSuggestion, suggestionSent } from './help.api.ts'
import classes from './help.module.css'

const categoryOptions = suggestionCategories.map((value) => ({ value, label: suggestionCategoryLabels[value] }))
const priorityOptions = suggestionPriorities.map((value) => ({ value, label: suggestionPriorityLabels[value] }))

export function SuggestionCard() {
  const [isSent, setSent] = useState(false)
  return (
    <Card title="Envie uma sugestão">
      <Spoken>{isSent && suggestionSent}</Spoken>
      {isSent ? (
        <TextLink to="/ajuda" search resetScroll={false} onClick={() => setSent(false)}>
          Enviar outra sugestão
        </TextLink>
      ) : (
        <SuggestionForm onSent={() => setSent(true)} />
      )}
    </Card>
  )
}

const blank = { category: null, priority: null, title: '', description: '', expectedBenefit: '' }

interface Fields {
  category: NewSuggestion['category'] | null
  priority: NewSuggestion['priority'] | null
  title: string
  description: string
  expectedBenefit: string
}

const incomplete = 'Por favor, preencha todos os campos obrigatórios.'

function SuggestionForm({ onSent }: { onSent: () => void }) {
  const [fields, setFields] = useState<Fields>(blank)
  const [isRefused, setRefused] = useState(false)
  const change = (part: Partial<Fields>) => setFields({ ...fields, ...part })
  const { mutate, isPending, isDirty, onDiscard, onGiveUp } = useDraftedMutation(sendSuggestion(useQueryClient()), {
    name: 'suggestion',
    isChanged: Object.values(fields).some(Boolean),
    keep: () => fields,
    restore: setFields,
    reset: () => setFields(blank),
  })

  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isPending) return
    const { category, priority, title, description } = fields
    if (!category || !priority || !title.trim() || !description.trim()) {
      setRefused(true)
      const empty = firstEmptyOf(event.currentTarget)
      empty?.focus()
      empty?.scrollIntoView({ block: 'center' }) // on a phone the notice lies across the top of the page
      return notifyError(incomplete, { about: incomplete })
    }
    dismissErrorsAbout(incomplete)
    mutate(
      { ...fields, category, priority },
      {
        onSuccess: () => {
          onSent()
          showInPlace()
        },
      },
    )
  }
  /** Props of a required field: after a refusal it is marked until it is filled in. */
  const required = (value: string | null) => ({ required: true, error: isRefused && !value?.trim() })
  return (
    <form className="grid gap-12" noValidate onSubmit={send} onKeyDown={sendByKeyboard}>
      <UnsavedChangesGuard isDirty={isDirty} onLeave={onGiveUp} />
      {onDiscard && <DraftBanner onDiscard={onDiscard} />}
      <div className={classes.pair}>
        <Select
          label="Categoria"
          placeholder="Selecione"
          {...required(fields.category)}
          data={categoryOptions}
          value={fields.category}
          onChange={(category) => change({ category })}
        />
        <Select
          label="Prioridade"
          placeholder="Selecione"
          {...required(fields.priority)}
          data={priorityOptions}
          value={fields.priority}
          onChange={(priority) => change({ priority })}
        />
      </div>
      <TextInput
        label="Título"
        {...required(fields.title)}
        maxLength={200}
        value={fields.title}
        onChange={(event) => change({ title: event.currentTarget.value })}
      />
      <Textarea
        label="Descrição"
        {...required(fields.description)}
        autosize
        minRows={3}
        maxLength={5000}
        value={fields.description}
        onChange={(event) => change({ description: event.currentTarget.value })}
      />
      <Textarea
        label="Benefício esperado (opcional)"
        maxLength={2000}
        value={fields.expectedBenefit}
        onChange={(event) => change({ expectedBenefit: event.currentTarget.value })}
      />
      <SubmitButton isBusy={isPending} busyLabel="Enviando..." className={classes.send}>
        Enviar sugestão
      </SubmitButton>
    </form>
  )
}

const firstEmptyOf = (form: HTMLFormElement) =>
  [...form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('[required]')].find(({ value }) => !value.trim())

const looks: Record<string, { tone: Tone; icon: TablerIcon }> = {
  em_analise: { tone: 'progress', icon: IconEye },
  aprovada: { tone: 'success', icon: IconCircleCheck },
  implementada: { tone: 'returned', icon: IconRocket },
}

/** The status of a suggestion; renders nothing while it is new (contract 4.27). */
export function SuggestionBadge({ status }: { status: string }) {
  const label = suggestionBadge(status)
  if (!label) return null
  const { tone, icon } = looks[status] ?? { tone: 'danger' as const, icon: IconCircleX }
  return (
    <StatusBadge tone={tone} icon={icon}>
      {label}
    </StatusBadge>
  )
}
