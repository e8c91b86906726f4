import { renamed } from '../shared/renamed.ts'
import { department, departmentInput } from './department.ts'

const names = { name: 'dpname', description: 'dpdescription' } as const

export const departmentWire = renamed(department, { id: 'dpid', ...names })
export const departmentInputWire = renamed(departmentInput, names)

/** What an edit may say that the person saw when they began (contract 12.26). */
export const departmentSeenWire = renamed(department.pick({ name: true, description: true }).partial(), names)
export const departmentEditWire = renamed(departmentInput.extend({ current: departmentSeenWire.optional() }), names)
