import { Button } from '@mantine/core'
import { counted } from '../../../lib/format.ts'
import { Spoken } from '../../../ui/spoken.tsx'
import classes from './items-table.module.css'
import type { usePaste } from './use-paste.ts'

/** How to paste; afterwards, what was pasted. */
export function PasteNote({ paste: { pasted, undo } }: { paste: ReturnType<typeof usePaste> }) {
  return (
    <div className={classes.note}>
      <Spoken>
        {pasted
          ? [
              `${counted(pasted.lineCount, 'linha colada', 'linhas coladas')}.`,
              pasted.ignored.length > 0 && `Sem lugar no formulário: ${pasted.ignored.join(', ')}.`,
            ]
              .filter(Boolean)
              .join(' ')
          : 'Copie as linhas da planilha e cole com Ctrl+V. A primeira linha pode ter os nomes das colunas.'}
      </Spoken>
      {pasted?.before && (
        <Button variant="default" size="compact-md" onClick={undo}>
          Desfazer
        </Button>
      )}
    </div>
  )
}
