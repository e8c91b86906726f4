import { roles } from '@malote/core/users/role.ts'
import { Button, Select, TextInput } from '@mantine/core'
import { IconFilterOff, IconSearch } from '@tabler/icons-react'
import { DepartmentFilter } from '../../domain/catalogs/department-filter.tsx'
import { useTyped } from '../../ui/fields/use-typed.ts'
import type { UserSearch } from './user-search.ts'
import classes from './users.module.css'

const all = 'Todos'
const statuses: { value: NonNullable<UserSearch['status']> | ''; label: string }[] = [
  { value: '', label: all },
  { value: 'active', label: 'Ativo' },
  { value: 'inactive', label: 'Inativo' },
]

interface UserFiltersProps {
  search: UserSearch
  isFiltered: boolean
  onChange: (change: UserSearch, options?: { replace?: boolean }) => void
  onClear: () => void
}

/** Every choice and every key applies at once, because all users are already loaded (contract 2.12.9). */
export function UserFilters({ search, isFiltered, onChange, onClear }: UserFiltersProps) {
  return (
    <search className={classes.filters}>
      <SearchBox text={search.search ?? ''} onChange={(text) => onChange({ search: text }, { replace: true })} />
      <DepartmentFilter value={search.department} onChange={(department) => onChange({ department })} />
      <Select
        className={classes.half}
        label="Perfil"
        data={[all, ...roles]}
        value={search.role ?? all}
        allowDeselect={false}
        onChange={(role) => onChange({ role: roles.find((one) => one === role) })}
      />
      <Select
        className={classes.half}
        label="Status"
        data={statuses}
        value={search.status ?? ''}
        allowDeselect={false}
        onChange={(status) => onChange({ status: status || undefined })}
      />
      {isFiltered && (
        <Button variant="subtle" leftSection={<IconFilterOff size={16} aria-hidden />} onClick={onClear}>
          Limpar filtros
        </Button>
      )}
    </search>
  )
}

interface SearchBoxProps {
  text: string
  onChange: (text: string | undefined) => void
}

function SearchBox({ text, onChange }: SearchBoxProps) {
  const [typed, type] = useTyped(text)
  return (
    <TextInput
      type="search"
      label="Buscar"
      placeholder="Nome ou e-mail"
      autoComplete="off"
      leftSection={<IconSearch size={16} aria-hidden />}
      value={typed}
      onChange={({ currentTarget: { value } }) => {
        type(value)
        if (value.trim() !== text) onChange(value.trim() || undefined)
      }}
    />
  )
}
