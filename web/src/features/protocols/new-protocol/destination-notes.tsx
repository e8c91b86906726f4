import { IconAlertTriangle } from '@tabler/icons-react'
import { useQueries, useQuery } from '@tanstack/react-query'
import { type Control, useWatch } from 'react-hook-form'
import { departmentsQuery, departmentUsersQuery } from '../../../domain/catalogs/departments.api.ts'
import type { ProtocolForm } from '../form/protocol-form.ts'
import classes from './destination-field.module.css'
import { destinationNotes } from './destination-words.ts'

/** What speaks against the chosen destination: nobody works there, or it is the origin itself. */
export function DestinationNotes({ control }: { control: Control<ProtocolForm> }) {
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
        <p key={note} className={classes.note}>
          <IconAlertTriangle size={14} aria-hidden />
          <span>{note}</span>
        </p>
      ))}
    </div>
  )
}
