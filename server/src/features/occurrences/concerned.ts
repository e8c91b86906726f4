import { isAtDestination, isAtOrigin } from '@malote/core/protocols/protocol-rules.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import type { LockedItem, LockedProtocol } from '../../domain/custody/lock-protocol.ts'
import type { Audience } from '../../domain/notices/audience.ts'

/**
 * Who is told of occurrences: the creator and the people responsible for the items; and the Gestores of the other side,
 * or of both sides when an Admin of a third department acts.
 */
export function concerned(
  by: Viewer,
  protocol: LockedProtocol,
  items: readonly LockedItem[],
): { people: Audience[]; managers: Audience[] } {
  const origin = { managersOf: protocol.originDepartmentId, because: 'é gestor do departamento de origem' }
  const destination = { managersOf: protocol.destinationDepartmentId, because: 'é gestor do departamento de destino' }
  return {
    people: [
      { users: [protocol.createdBy], because: 'criou o protocolo' },
      { users: items.map(({ responsibleId }) => responsibleId), because: 'responde pelo item' },
    ],
    managers: [...(isAtOrigin(by, protocol) ? [] : [origin]), ...(isAtDestination(by, protocol) ? [] : [destination])],
  }
}
