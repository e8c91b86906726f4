import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { QuickChoices } from '../../ui/fields/quick-choices.tsx'
import { dayAfter, inPortuguese, localToday } from './days.ts'

interface LaterDateProps {
  name: string
  error: string | undefined
  /** The due date of the item, `yyyy-MM-dd`. */
  present: string
  /** Called when a quick choice has filled in the field. */
  onChosen: () => void
}

/** Until when more time is needed. The browser's own date field suits a phone, and costs a public page no code. */
export function LaterDate({ present, onChosen, ...field }: LaterDateProps) {
  const [date, setDate] = useState('')
  const today = localToday()
  const start = present < today ? today : present
  return (
    <div>
      <TextInput
        {...field}
        type="date"
        label="Até quando?"
        min={present < today ? today : dayAfter(present, 1)}
        value={date}
        onChange={(event) => setDate(event.currentTarget.value)}
      />
      <QuickChoices
        label="Datas mais pedidas"
        choices={quick.map(({ label, days }) => {
          const value = dayAfter(start, days)
          return { label, value, hint: inPortuguese(value).slice(0, 5) }
        })}
        value={date}
        onChoose={(chosen) => {
          setDate(chosen)
          onChosen()
        }}
      />
    </div>
  )
}

const quick = [
  { label: '+3 dias', days: 3 },
  { label: '+1 semana', days: 7 },
  { label: '+2 semanas', days: 14 },
]
