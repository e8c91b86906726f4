import { renamed } from '../shared/renamed.ts'
import { department, departmentInput } from './department.ts'

const names = { name: 'dpname', description: 'dpdescription' } as const

export const departmentWire = renamed(department, { id: 'dpid', ...names })
export const departmentInputWire = renamed(departmentInput, names)
