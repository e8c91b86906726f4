import { type ReturnRow, returnSides } from '@malote/core/returns/return-row.ts'
import { Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { departmentUsersQuery } from '../../domain/catalogs/catalogs.api.ts'
import { sideWords } from '../../domain/returns/return-status.tsx'
import { useViewer } from '../../domain/session/session.tsx'
import { focusContent } from '../../lib/content.ts'
import { formatDate } from '../../lib/format.ts'
import { FilterToggle } from '../../ui/filter/filter-toggle.tsx'
import type { ReturnSearch } from './return-search.ts'
import classes from './returns.module.css'

interface ReturnChipsProps {
  search: ReturnSearch
  /** The viewer belongs to a department. */
  hasSides: boolean
  /** The name of the person in the filter. */
  personName: string
  onChange: (change: ReturnSearch) => void
  /** Removes what only a link sets, which is not remembered. */
  onRemove: (change: ReturnSearch) => void
}

/** What one asks for every day, each with one press; then what a link has narrowed the list to. */
export function ReturnChips({ search, hasSides, personName, onChange, onRemove }: ReturnChipsProps) {
  const dueDays = dueDaysOf(search)
  return (
    <>
      {hasSides && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a visible legend
        <div role="group" aria-label="Quem deve devolver" className={classes.chips}>
          {returnSides.map((side) => (
            <FilterToggle
              key={side}
              label={sideWords[side]}
              isOn={search.side === side}
              onChange={(isOn) => onChange({ side: isOn ? side : undefined })}
            />
          ))}
        </div>
      )}
      <FilterToggle
        label="Comigo"
        isOn={search.responsible === 'me'}
        onChange={(isOn) => onChange({ responsible: isOn ? 'me' : undefined })}
      />
      <FilterToggle
        label="Com ocorrência"
        isOn={search.occurrence === 1}
        onChange={(isOn) => onChange({ occurrence: isOn ? 1 : undefined })}
      />
      {typeof search.responsible === 'number' && (
        <FilterChip name="Responsável" value={personName} onRemove={() => onChange({ responsible: undefined })} />
      )}
      {search.notice !== undefined && (
        <FilterChip name="Lembrete" value="só estes itens" onRemove={() => onRemove({ notice: undefined })} />
      )}
      {dueDays && (
        <FilterChip
          name="Data de retorno"
          value={dueDays}
          onRemove={() => onRemove({ dateFrom: undefined, dateTo: undefined })}
        />
      )}
    </>
  )
}

/** The due dates to which a link has narrowed the list: '20/11/2026', 'de 01/11/2026 a 30/11/2026', 'até 30/11/2026'. */
export function dueDaysOf({ dateFrom: from, dateTo: to }: ReturnSearch): string | undefined {
  if (from && to) return from === to ? formatDate(from) : `de ${formatDate(from)} a ${formatDate(to)}`
  if (from) return `desde ${formatDate(from)}`
  return to ? `até ${formatDate(to)}` : undefined
}

interface FilterChipProps {
  name: string
  value: string
  onRemove: () => void
}

/** Says that a link has narrowed the list, and removes that filter. */
const FilterChip = ({ name, value, onRemove }: FilterChipProps) => (
  <Button
    variant="default"
    size="compact-sm"
    radius="xl"
    rightSection={<IconX size={14} aria-hidden />}
    aria-label={`Remover o filtro de ${name.toLowerCase()}: ${value}`}
    onClick={() => {
      onRemove()
      focusContent() // the pressed button unmounts
    }}
  >
    {name}: {value}
  </Button>
)

/** The name of the person in the filter, from the rows or from the viewer's colleagues. */
export function usePersonName(responsible: ReturnSearch['responsible'], rows: readonly ReturnRow[]): string {
  const id = typeof responsible === 'number' ? responsible : null
  const inRows = rows.find(({ responsibleId }) => responsibleId === id)?.responsible
  const { departmentId } = useViewer()
  const { data: colleagues = [] } = useQuery(departmentUsersQuery(id !== null && !inRows ? departmentId : null))
  return inRows || colleagues.find((colleague) => colleague.id === id)?.name || 'outra pessoa'
}
