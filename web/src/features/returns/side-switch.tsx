import type { ReturnSide } from '@malote/core/returns/return-row.ts'
import { sideWords } from '../../domain/returns/side-words.ts'
import { Segments } from '../../ui/segments.tsx'

interface SideSwitchProps {
  side: ReturnSide | undefined
  onChange: (side: ReturnSide | undefined) => void
}

/** Filters by what the viewer's department owes, what others owe it, or both. */
export function SideSwitch({ side, onChange }: SideSwitchProps) {
  return (
    <Segments<ReturnSide | ''>
      aria-label="Quem deve devolver"
      data={[
        { value: '', label: 'Tudo' },
        { value: 'toReturn', label: sideWords.toReturn },
        { value: 'toReceive', label: sideWords.toReceive },
      ]}
      value={side ?? ''}
      onChange={(value) => onChange(value || undefined)}
    />
  )
}
