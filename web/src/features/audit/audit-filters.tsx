import { type AuditChoice, auditChoices } from '@malote/core/audit/audit-filter.ts'
import { choiceWords } from '@malote/core/audit/audit-words.ts'
import { Button } from '@mantine/core'
import { PersonFilter } from '../../domain/users/person-filter.tsx'
import { SearchableSelect } from '../../ui/fields/searchable-select.tsx'
import { DateFilter } from '../../ui/filter/date-filter.tsx'
import classes from './audit.module.css'
import type { AuditSearch } from './audit-search.ts'

/** The families, which stand for all their actions, and the actions, by name. */
const actions = [
  { value: '', label: 'Tudo' },
  ...auditChoices
    .map((value) => ({ value, label: choiceWords(value) }))
    .toSorted((one, other) => one.label.localeCompare(other.label, 'pt-BR')),
]

interface AuditFiltersProps {
  search: AuditSearch
  /** Name of the chosen person, as the events have it. */
  actorName: string | undefined
  onChange: (change: AuditSearch) => void
}

/** Each choice applies at once. */
export function AuditFilters({ search: { actor, action, from, to }, actorName, onChange }: AuditFiltersProps) {
  const isReversed = from !== undefined && to !== undefined && to < from
  return (
    <search className={classes.filters}>
      <PersonFilter
        label="Quem"
        value={actor}
        knownName={actorName}
        onChange={(person) => onChange({ actor: person })}
      />
      <SearchableSelect
        label="O quê"
        opensOnFocus
        data={actions}
        value={action ?? ''}
        nothingFoundMessage="Nenhuma ação encontrada"
        onChange={(value) => onChange({ action: (value || undefined) as AuditChoice | undefined })}
      />
      <DateFilter label="De" value={from} onChange={(day) => onChange({ from: day })} />
      <DateFilter
        label="Até"
        value={to}
        error={isReversed && 'O último dia é anterior ao primeiro'}
        onChange={(day) => onChange({ to: day })}
      />
      <Button
        variant="subtle"
        className={classes.clear}
        onClick={() => onChange({ actor: undefined, action: undefined, from: undefined, to: undefined })}
      >
        Limpar
      </Button>
    </search>
  )
}
