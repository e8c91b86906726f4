import type { Audience } from '../notices/audience.ts'
import type { LockedProtocol } from './lock-protocol.ts'

/** The people of the origin who follow what becomes of a protocol: its creator, and the Gestores. */
export const originAudience = ({
  createdBy,
  originDepartmentId,
}: Pick<LockedProtocol, 'createdBy' | 'originDepartmentId'>): Audience[] => [
  { users: [createdBy], because: 'criou o protocolo' },
  { managersOf: originDepartmentId, because: 'é gestor do departamento de origem' },
]
