import { renamed } from '../shared/renamed.ts'
import { department, departmentInput } from './department.ts'

const names = { name: 'dpname', description: 'dpdescription' } as const

export const departmentWire = renamed(department, { id: 'dpid', ...names })
export const departmentInputWire = renamed(departmentInput, names)

/** The field values that the user saw when the edit began; optional, used to detect conflicts (contract 12.26). */
export const departmentSeenWire = renamed(department.pick({ name: true, description: true }).partial(), names)
export const departmentEditWire = renamed(departmentInput.extend({ current: departmentSeenWire.optional() }), names)
