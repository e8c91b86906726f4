import type { ReturnSide } from '@malote/core/returns/return-row.ts'
import { SegmentedControl } from '@mantine/core'
import { sideWords } from './public/side-words.ts'

interface SideSwitchProps {
  side: ReturnSide | undefined
  onChange: (side: ReturnSide | undefined) => void
}

/** Filters by what the viewer's department owes, what others owe it, or both. */
export function SideSwitch({ side, onChange }: SideSwitchProps) {
  return (
    <SegmentedControl<ReturnSide | ''>
      aria-label="Quem deve devolver"
      size="sm"
      transitionDuration={0}
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
