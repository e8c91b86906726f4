import { randomUUID } from 'node:crypto'
import { departments } from './generate-organisation.ts'
import type { Call } from './load.ts'
import { benchPrefix } from './record.ts'
import type { SignedIn, Stage } from './stage.ts'

let serial = 0

/** Alternates between protocols whose items must come back and ones that go for good. */
const alternately = () => serial % 2 === 0

/** A new protocol with three items from one department to another, never the same twice. */
export function newProtocol({ leaders, suppliers }: Stage, requiresReturn: boolean) {
  serial += 1
  const n = serial
  const origin = leaders.get(1 + (n % departments)) as SignedIn
  const destination = 1 + ((n * 7 + 3) % departments)
  const body = {
    remarks: `Contrato e nota fiscal para conferência n. ${n}`,
    origin_department_id: origin.departmentId,
    destination_department_id: destination === origin.departmentId ? 1 + (destination % departments) : destination,
    requires_return: requiresReturn,
    items: [0, 1, 2].map((place) => ({
      document_number: `${benchPrefix}${100_000 + ((n * 31 + place) % 900_000)}`,
      item_type_id: 1 + ((n + place) % 9),
      category_id: (requiresReturn ? 1 : 9) + ((n + place) % (requiresReturn ? 8 : 4)),
      supplier_id: place === 0 ? null : suppliers[(n * 17 + place) % suppliers.length],
      reason: 'Conferência',
    })),
  }
  return { origin, body }
}

/** The request that creates one. */
export function creation(stage: Stage, requiresReturn = alternately()): Call {
  const { origin, body } = newProtocol(stage, requiresReturn)
  const headers = { 'idempotency-key': randomUUID() }
  return { method: 'POST', path: '/api/protocols', token: origin.token, headers, body }
}
