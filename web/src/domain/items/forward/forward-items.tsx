import type { ProtocolDetail } from '@malote/core/protocols/protocol.ts'
import { Button, Checkbox } from '@mantine/core'
import type { Ref } from 'react'
import { formatDate } from '../../../lib/format.ts'
import { RefusableCheckbox } from '../../../ui/fields/refusable-checkbox.tsx'
import { useDueDate } from '../../due-dates/use-due-date.ts'
import { itemLine } from '../item-name.ts'
import classes from '../items.module.css'
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
export function ForwardItems({ protocol, choices, chosen, error, onChange, ref }: ForwardItemsProps) {
  const dueDateOf = useDueDate()
  const free = choices.filter(({ refusal }) => refusal === null)
  const isAll = free.length > 0 && free.every(({ item }) => chosen.has(item.id))
  const dueOf = ({ item }: ForwardChoice) =>
    nextDueDate(item, protocol, dueDateOf(item.categoryId === null ? null : String(item.categoryId)) ?? undefined)
  return (
    <Checkbox.Group
      ref={ref}
      label="Itens que seguem"
      error={error}
      value={[...chosen].map(String)}
      onChange={(values) => onChange(values.map(Number))}
    >
      {free.length > 1 && (
        <Button
          variant="transparent"
          size="compact-sm"
          px={0}
          onClick={() => onChange(isAll ? [] : free.map(({ item }) => item.id))}
        >
          {isAll ? 'Desmarcar todos' : 'Marcar todos'}
        </Button>
      )}
      <div className={classes.forwardItems}>
        {choices.map((choice) => (
          <RefusableCheckbox
            key={choice.item.id}
            value={String(choice.item.id)}
            label={itemLine(choice.item)}
            refusal={choice.refusal}
            isRefusalInSight
            {...(choice.refusal === null &&
              protocol.requiresReturn && { description: dueSentence(dueOf(choice), protocol.originDepartment) })}
          />
        ))}
        {choices.length === 0 && <p>Nenhum item pendente neste protocolo.</p>}
      </div>
    </Checkbox.Group>
  )
}

function dueSentence(due: NextDueDate, origin: string) {
  if (!due) return 'Sem prazo de devolução'
  const day = formatDate(due.date)
  return due.isLimit ? `Volta até ${day}, quando deve estar de novo em ${origin}` : `Volta até ${day}`
}
