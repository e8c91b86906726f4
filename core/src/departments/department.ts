import { z } from 'zod'
import { renamed } from '../shared/renamed.ts'
import { allowed, refused, type Verdict } from '../shared/verdict.ts'
import { optionalText, requiredLine } from '../shared/wire-values.ts'

/** A department of the organisation; has custody of the items it receives (contract 3.14). */
const department = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string().nullable(),
  usersCount: z.int(),
  /** Protocols that it sent or received; each counts once. */
  protocolsCount: z.int(),
})
export type Department = z.infer<typeof department>

/** The fields that an Admin fills in (contract 5.5.1). */
export const departmentInput = z.object({
  name: requiredLine('Nome do departamento é obrigatório', 120),
  description: optionalText(1000),
})
export type DepartmentInput = z.infer<typeof departmentInput>

/** A department with users or protocols cannot be deleted (contract 2.12.2). Does not check the viewer's role. */
export const canDeleteDepartment = ({
  usersCount,
  protocolsCount,
}: Pick<Department, 'usersCount' | 'protocolsCount'>): Verdict =>
  usersCount > 0 || protocolsCount > 0 ? refused('DEPARTMENT_IN_USE') : allowed

const names = { name: 'dpname', description: 'dpdescription' } as const

export const departmentWire = renamed(department, { id: 'dpid', ...names })
export const departmentInputWire = renamed(departmentInput, names)

/** The field values that the user saw when the edit began; optional, used to detect conflicts (contract 12.26). */
export const departmentSeenWire = renamed(department.pick({ name: true, description: true }).partial(), names)
export const departmentEditWire = renamed(departmentInput.extend({ current: departmentSeenWire.optional() }), names)
