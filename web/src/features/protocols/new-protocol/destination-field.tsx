import { mostDestinations } from '@malote/core/protocols/protocol.ts'
import { Button } from '@mantine/core'
import { IconBuilding, IconBuildings } from '@tabler/icons-react'
import { useRef } from 'react'
import { type Control, useController, useWatch } from 'react-hook-form'
import { DepartmentField } from '../form/department-field.tsx'
import type { ProtocolForm } from '../form/protocol-form.ts'
import classes from './destination-field.module.css'
import { DestinationNotes } from './destination-notes.tsx'
import { DestinationsField } from './destinations-field.tsx'

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
    <div ref={part} className={classes.field}>
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
        <p className={classes.hint}>
          Um protocolo para cada departamento, até {mostDestinations}. Quem recebe escolhe os responsáveis.
        </p>
      )}
    </div>
  )
}
