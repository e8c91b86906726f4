import { useViewer } from '../../../domain/session/session.tsx'
import { focusContent } from '../../../lib/content.ts'
import { FilterToggle } from '../../../ui/filter/filter-toggle.tsx'
import classes from './list.module.css'
import type { ProtocolSearch } from './protocol-search.ts'

interface QuickFiltersProps {
  search: ProtocolSearch
  onChange: (change: ProtocolSearch) => void
}

/** The two filters of every morning, with one press each. */
export function QuickFilters({ search: { here, late, awaiting }, onChange }: QuickFiltersProps) {
  const { departmentId } = useViewer()
  return (
    <div className={classes.filters}>
      {departmentId !== null && (
        <FilterToggle
          label="Esperando aqui"
          isOn={here === 1}
          onChange={(isOn) => onChange({ here: isOn ? 1 : undefined })}
        />
      )}
      <FilterToggle
        label="Somente atrasados"
        isOn={late === 1}
        onChange={(isOn) => onChange({ late: isOn ? 1 : undefined })}
      />
      {awaiting && (
        <FilterToggle
          label={awaitingWords[awaiting]}
          isOn
          onChange={() => {
            onChange({ awaiting: undefined })
            focusContent() // the pressed button unmounts
          }}
        />
      )}
    </div>
  )
}

/** Set by a link of *Meu dia*; can only be taken away here. */
const awaitingWords = { receipt: 'A receber', sent: 'Enviados sem recebimento' } as const
