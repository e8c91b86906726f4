import { CloseButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Control } from 'react-hook-form'
import { departmentsQuery } from '../../../domain/catalogs/departments.api.ts'
import { optionsOf, SearchableSelect } from '../../../ui/fields/searchable-select.tsx'
import type { ProtocolForm } from '../form/protocol-form.ts'
import { useFieldError } from '../form/use-field-error.ts'
import classes from './destination-field.module.css'

interface DestinationsFieldProps {
  control: Control<ProtocolForm>
  /** Ids of departments. */
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
}

/** Adds departments one after the other, and lists the chosen ones below. */
export function DestinationsField({ control, chosen, onChange }: DestinationsFieldProps) {
  const { data = [], isPending, isLoadingError } = useQuery(departmentsQuery)
  const error = useFieldError(control, 'destinationDepartmentIds')
  const field = useRef<HTMLInputElement>(null)
  const options = optionsOf(data)
  return (
    <>
      <SearchableSelect
        ref={field}
        name="destinationDepartmentIds"
        label="Departamentos de Destino"
        required
        placeholder="Adicione um departamento"
        loading={isPending && 'Carregando...'}
        nothingFoundMessage="Nenhuma opção encontrada"
        data={options.filter(({ value }) => !chosen.includes(value))}
        value={null}
        onChange={(added) => added && onChange([...chosen, added])}
        error={error ?? (isLoadingError && 'Erro ao carregar departamentos.')}
      />
      {chosen.length > 0 && (
        <ul className={classes.chosen} aria-label="Departamentos escolhidos">
          {chosen.map((id) => {
            const name = options.find(({ value }) => value === id)?.label ?? `Departamento ${id}`
            return (
              <li key={id} className={classes.chip}>
                <span className={classes.name}>{name}</span>
                <CloseButton
                  size="sm"
                  aria-label={`Retirar ${name}`}
                  onClick={() => {
                    onChange(chosen.filter((other) => other !== id))
                    field.current?.focus()
                  }}
                />
              </li>
            )
          })}
        </ul>
      )}
    </>
  )
}
