import { isManagerOf } from './found-organisation.ts'
import type { DemoContext } from './story.ts'

const hour = 3_600_000
const day = 24 * hour

/** Indices of the departments on the contract's way: Compras, Jurídico, Diretoria, Financeiro. */
const stops = [3, 1, 7, 2]

const items = [
  { document_number: '88-C/2026', description: 'Contrato de manutenção predial', reason: 'Parecer e assinaturas' },
  { document_number: '88-P/2026', description: 'Proposta vencedora', reason: 'Consulta para o parecer' },
  { document_number: '88-G/2026', description: 'Garantia contratual', reason: 'Conferência e devolução' },
]
const remarks = [
  'Contrato de manutenção predial com proposta e garantia',
  'Parecer favorável. Segue para assinatura da Diretoria',
  'Assinado. Segue para empenho',
]

/**
 * Schedules a contract that is three hops away at the end of the story: Compras sends three documents to Jurídico, which
 * passes two on to Diretoria, which passes one on to Financeiro, where it is on its way. Without random numbers, so that
 * the rest of the story stays the same.
 */
export function passContractOn({ organisation, timeline }: DemoContext, end: Date) {
  const { people, departmentIds, itemTypeIds, categories } = organisation
  const holders = stops.map((stop) => {
    const departmentId = departmentIds[stop] ?? 0
    const person = people.find((one) => isManagerOf(one, departmentId))
    if (!person) throw new Error('every department of the sample has a Gestor')
    return { departmentId, person }
  })
  const start = end.getTime() - 8 * day
  const at = (days: number, happen: () => Promise<void>) => timeline.at(new Date(start + days * day), happen)

  const receive = (index: number, id: number) => {
    const [holder, next] = [holders[index], holders[index + 1]]
    if (!holder || !next) return
    at(2 * index - 1, async () => {
      await holder.person.call('POST', `/api/protocols/${id}/receive`)
      const protocol = await holder.person.call('GET', `/api/protocols/${id}`)
      at(2 * index, async () => {
        const forwarded = await holder.person.call('POST', `/api/protocols/${id}/forward`, {
          destination_department_id: next.departmentId,
          remarks: remarks[index],
          item_ids: protocol.items.slice(0, -1).map((item: { id: number }) => item.id),
        })
        receive(index + 1, forwarded.protocol_id)
      })
    })
  }
  at(0, async () => {
    const [first, second] = holders
    const { protocol_id: id } = (await first?.person.call('POST', '/api/protocols', {
      remarks: remarks[0],
      origin_department_id: first.departmentId,
      destination_department_id: second?.departmentId,
      requires_return: true,
      items: items.map((item) => ({
        ...item,
        item_type_id: itemTypeIds[0],
        category_id: categories.find(({ mustReturn }) => mustReturn)?.id,
      })),
    })) ?? { protocol_id: 0 }
    receive(1, id)
  })
}
