import { Button } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useIsNarrow } from '../../ui/data-table.tsx'
import { Spoken } from '../../ui/spoken.tsx'
import classes from './bulk-bar.module.css'
import { SelectAll } from './return-columns.tsx'
import type { Selection } from './use-selection.ts'

interface BulkBarProps {
  selection: Selection
  canSelectAny: boolean
  onReturn: () => void
}

/** On phones it stays at the bottom while rows are selected. */
export function BulkBar({ selection, canSelectAny, onReturn }: BulkBarProps) {
  // On wide screens the checkbox is in the table header.
  const isNarrow = useIsNarrow()
  const count = selection.ids.length
  return (
    <div className={classes.bar} data-busy={count > 0}>
      {isNarrow && <SelectAll selection={selection} canSelectAny={canSelectAny} label="Selecionar todos" />}
      <Spoken className={classes.count}>{count} item(ns) selecionado(s)</Spoken>
      <Button
        variant={count > 0 ? 'filled' : 'default'}
        leftSection={<IconArrowBackUp size={16} aria-hidden />}
        onClick={onReturn}
      >
        Retornar Selecionados
      </Button>
    </div>
  )
}
