import { type ProtocolStatus, protocolStatuses } from '@malote/core/protocols/protocol-status.ts'
import { Select } from '@mantine/core'

const all = 'Todos'

interface ProtocolStatusFilterProps {
  value: ProtocolStatus | undefined
  onChange: (status: ProtocolStatus | undefined) => void
}

/** The *Status* filter of a list of protocols or of their items. */
export function ProtocolStatusFilter({ value, onChange }: ProtocolStatusFilterProps) {
  return (
    <Select
      label="Status"
      data={[all, ...protocolStatuses]}
      value={value ?? all}
      allowDeselect={false}
      onChange={(status) => onChange(protocolStatuses.find((one) => one === status))}
    />
  )
}
