import type { DemoContext } from './story.ts'

const hour = 3_600_000
const day = 24 * hour

/** Indices of departments of the sample. */
const [financeiro, compras, juridico] = [2, 3, 1]

/**
 * Schedules a malote that is refused and sent again, and one that is redirected to the right floor, where nobody has
 * received it yet. Without random numbers, so that the rest of the story stays the same.
 */
export function sendToWrongDoor({ organisation, timeline }: DemoContext, end: Date) {
  const { people, departmentIds, itemTypeIds, categories } = organisation
  const at = (daysAgo: number, happen: () => Promise<void>) =>
    timeline.at(new Date(end.getTime() - daysAgo * day - 2 * hour), happen)
  const someoneOf = (index: number) => {
    const person = people.find(({ departmentId }) => departmentId === departmentIds[index])
    if (!person) throw new Error('every department of the sample has people')
    return person
  }
  const send = async (to: number, number: string, remarks: string): Promise<number> => {
    const sent = await someoneOf(compras).call('POST', '/api/protocols', {
      remarks,
      origin_department_id: departmentIds[compras],
      destination_department_id: departmentIds[to],
      requires_return: true,
      items: [
        {
          ...{ document_number: number, item_type_id: itemTypeIds[0], reason: 'Conferência e devolução' },
          category_id: categories.find(({ mustReturn }) => mustReturn)?.id,
        },
      ],
    })
    return sent.protocol_id
  }

  at(10, async () => {
    const id = await send(juridico, '311/2026', 'Minuta do contrato de limpeza')
    at(9, () =>
      someoneOf(juridico).call('POST', `/api/protocols/${id}/refuse`, {
        reason: 'A minuta veio sem o parecer técnico. Enviar de novo com o anexo.',
      }),
    )
    at(8, async () => {
      const again = await send(juridico, '311/2026', 'Minuta do contrato de limpeza, agora com o parecer técnico')
      at(7, () => someoneOf(juridico).call('POST', `/api/protocols/${again}/receive`))
    })
  })
  at(6, async () => {
    const id = await send(juridico, '512/2026', 'Notas fiscais para pagamento')
    at(5, () =>
      someoneOf(compras).call('POST', `/api/protocols/${id}/redirect`, {
        destination_department_id: departmentIds[financeiro],
        reason: 'O malote foi ao andar errado: o pagamento é com o Financeiro.',
      }),
    )
  })
}
