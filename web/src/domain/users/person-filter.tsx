import { useQuery } from '@tanstack/react-query'
import { optionsOf, SearchableSelect } from '../../ui/fields/searchable-select.tsx'
import { usersQuery } from './users.api.ts'

interface PersonFilterProps {
  label: string
  value: number | undefined
  /** Name of a person who is not on the list of users any more. */
  knownName?: string | undefined
  onChange: (person: number | undefined) => void
}

/** A filter by person, for Admins and Gestores, who read the list of users. */
export function PersonFilter({ label, value, knownName, onChange }: PersonFilterProps) {
  const { data: users = [], isPending, isError } = useQuery(usersQuery)
  const isGone = value !== undefined && !isPending && users.every(({ id }) => id !== value)
  const gone = isGone ? [{ value: String(value), label: knownName ?? `Usuário excluído (${value})` }] : []
  return (
    <SearchableSelect
      label={label}
      opensOnFocus
      data={[{ value: '', label: 'Todos' }, ...optionsOf(users), ...gone]}
      loading={isPending && 'Carregando...'}
      value={String(value ?? '')}
      nothingFoundMessage="Nenhum usuário encontrado"
      error={isError && 'Erro ao carregar usuários.'}
      onChange={(person) => onChange(Number(person) || undefined)}
    />
  )
}
