import type { ProtocolDetail } from '@malote/core/protocols/protocol.ts'
import type { Ref } from 'react'
import { formatDate } from '../../../lib/format.ts'
import { useDueDate } from '../../due-dates/use-due-date.ts'
import { ItemChoices } from '../item-list.tsx'
import { type ForwardChoice, type NextDueDate, nextDueDate } from './forward.api.ts'

interface ForwardItemsProps {
  protocol: ProtocolDetail
  choices: readonly ForwardChoice[]
  chosen: ReadonlySet<number>
  error: string | null
  onChange: (itemIds: number[]) => void
  ref: Ref<HTMLDivElement>
}

/** The pending items of a protocol with the due date that each will have; those that must stay say why. */
export function ForwardItems({ protocol, choices, ...list }: ForwardItemsProps) {
  const dueDateOf = useDueDate()
  const dueOf = ({ item }: ForwardChoice) =>
    nextDueDate(item, protocol, dueDateOf(item.categoryId === null ? null : String(item.categoryId)) ?? undefined)
  const described = choices.map((choice) => ({
    ...choice,
    description: protocol.requiresReturn ? dueSentence(dueOf(choice), protocol.originDepartment) : undefined,
  }))
  return (
    <ItemChoices label="Itens que seguem" choices={described} empty="Nenhum item pendente neste protocolo." {...list} />
  )
}

function dueSentence(due: NextDueDate, origin: string) {
  if (!due) return 'Sem prazo de devolução'
  const day = formatDate(due.date)
  return due.isLimit ? `Volta até ${day}, quando deve estar de novo em ${origin}` : `Volta até ${day}`
}
