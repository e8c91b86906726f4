import { z } from 'zod'
import { optionalText, requiredLine } from '../shared/wire-values.ts'

/** A department of the organisation; has custody of the items it receives (contract 3.14). */
export const department = z.object({
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
