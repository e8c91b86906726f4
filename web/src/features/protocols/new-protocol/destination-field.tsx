import { mostDestinations } from '@malote/core/protocols/protocol.ts'
import { Button, CloseButton } from '@mantine/core'
import { IconAlertTriangle, IconBuilding, IconBuildings } from '@tabler/icons-react'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { type Control, useController, useWatch } from 'react-hook-form'
import { departmentsQuery, departmentUsersQuery } from '../../../domain/catalogs/catalogs.api.ts'
import { optionsOf, SearchableSelect } from '../../../ui/fields/searchable-select.tsx'
import { DepartmentField } from '../form/choice-fields.tsx'
import type { ProtocolForm } from '../form/protocol-form.ts'
import { useFieldError } from '../form/text-fields.tsx'
import classes from './new-protocol.module.css'

interface DestinationFieldProps {
  control: Control<ProtocolForm>
  /** Called with the previous destination when another one is chosen. */
  onChange: (before: string | null) => void
}

/** The destination, or several: one protocol for each (contract 17.4). */
export function DestinationField({ control, onChange }: DestinationFieldProps) {
  const one = useWatch({ control, name: 'destinationDepartmentId' })
  const { field: many } = useController({ control, name: 'destinationDepartmentIds' })
  const part = useRef<HTMLDivElement>(null)
  const isToMany = many.value !== null
  const toggle = () => {
    many.onChange(isToMany ? null : one ? [one] : [])
    requestAnimationFrame(() => part.current?.querySelector('input')?.focus())
  }
  const Icon = isToMany ? IconBuilding : IconBuildings
  return (
    <div ref={part} className="column shrink">
      {/* Before the field, so that Tab goes from the destination to the remarks; shown below it. */}
      <Button
        className={classes.toggle}
        variant="subtle"
        size="compact-sm"
        leftSection={<Icon size={16} aria-hidden />}
        onClick={toggle}
      >
        {isToMany ? 'Enviar para um só departamento' : 'Enviar para vários departamentos'}
      </Button>
      {many.value === null ? (
        <DepartmentField
          control={control}
          name="destinationDepartmentId"
          label="Departamento de Destino"
          onPick={onChange}
        />
      ) : (
        <DestinationsField control={control} chosen={many.value} onChange={many.onChange} />
      )}
      <DestinationNotes control={control} />
      {isToMany && (
        <p className={classes.destinationFieldHint}>
          Um protocolo para cada departamento, até {mostDestinations}. Quem recebe escolhe os responsáveis.
        </p>
      )}
    </div>
  )
}

/** The objection to the chosen destination: nobody works there, or it is the origin itself. */
function DestinationNotes({ control }: { control: Control<ProtocolForm> }) {
  const [origin, one, many] = useWatch({
    control,
    name: ['originDepartmentId', 'destinationDepartmentId', 'destinationDepartmentIds'],
  })
  const { data: departments = [] } = useQuery(departmentsQuery)
  const chosen = many ?? (one ? [one] : [])
  const people = useQueries({ queries: chosen.map((id) => departmentUsersQuery(Number(id))) })
  const destinations = chosen.map((id, index) => ({
    name: departments.find((department) => String(department.id) === id)?.name ?? '',
    isOrigin: id === origin,
    isWithoutPeople: people[index]?.data?.length === 0,
  }))
  return (
    <div role="status">
      {destinationNotes(destinations).map((note) => (
        <p key={note} className={classes.destinationFieldNote}>
          <IconAlertTriangle size={14} aria-hidden />
          <span>{note}</span>
        </p>
      ))}
    </div>
  )
}

interface DestinationsFieldProps {
  control: Control<ProtocolForm>
  /** Ids of departments. */
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
}

/** Adds departments one after the other, and lists the chosen ones below. */
function DestinationsField({ control, chosen, onChange }: DestinationsFieldProps) {
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
                <span className="cut">{name}</span>
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

interface Destination {
  name: string
  isOrigin: boolean
  isWithoutPeople: boolean
}

const list = new Intl.ListFormat('pt-BR')

/** Warnings before a protocol is sent to departments that may not be meant. */
export function destinationNotes(destinations: readonly Destination[]): string[] {
  const own = destinations.find(({ isOrigin }) => isOrigin)
  const empty = destinations.filter(({ isWithoutPeople }) => isWithoutPeople).map(({ name }) => name)
  return [
    ...(own ? [`${own.name} também é a origem: o protocolo não sai do departamento.`] : []),
    ...(empty.length === 1 ? [`${empty[0]} não tem pessoas ativas: ninguém poderá receber o protocolo.`] : []),
    ...(empty.length > 1
      ? [`${list.format(empty)} não têm pessoas ativas: ninguém poderá receber os protocolos.`]
      : []),
  ]
}
