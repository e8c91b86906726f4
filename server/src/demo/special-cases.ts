import { addDays } from '@malote/core/shared/civil-date.ts'
import { type DemoPerson, isManagerOf } from './found-organisation.ts'
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

interface Loan {
  /** Indices of the departments that lend it and that need it for longer. */
  from: number
  to: number
  number: string
  description: string
  remarks: string
  reason: string
  /** Why its holder asks for more time. */
  plea: string
  /** The origin's decision, two days later; without it the request stays open. */
  decision?: Record<string, string>
}

const loans: readonly Loan[] = [
  {
    ...{ from: 0, to: 6, number: 'PF-318/2026', description: 'Pasta funcional de Marcos Teles' },
    ...{ remarks: 'Pasta para o cálculo da rescisão', reason: 'Cálculo da rescisão' },
    plea: 'Falta a certidão do banco, que chega na semana que vem.',
  },
  {
    ...{ from: 3, to: 1, number: 'PR-0512/2026', description: 'Processo de compra dos elevadores' },
    ...{ remarks: 'Processo para parecer', reason: 'Parecer jurídico' },
    plea: 'O parecer depende da resposta do fornecedor.',
    decision: { decision: 'grant', note: 'Sem problema, a licitação só abre no mês que vem.' },
  },
  {
    ...{ from: 5, to: 4, number: 'NB-077', description: 'Notebook reserva do almoxarifado' },
    ...{ remarks: 'Notebook emprestado para o inventário', reason: 'Empréstimo para o inventário' },
    plea: 'O inventário ainda não terminou.',
    decision: { decision: 'deny', note: 'Precisamos dele para a entrega de segunda-feira.' },
  },
]

/**
 * Schedules three loans whose holders ask for more time: one request is still open at the end of the story, one was
 * granted and one denied. Without random numbers, so that the rest of the story stays the same.
 */
export function askForMoreTime({ organisation, timeline }: DemoContext, end: Date) {
  const { people, departmentIds, itemTypeIds, categories } = organisation
  const start = end.getTime() - 8 * day
  const at = (days: number, happen: () => Promise<void>) => timeline.at(new Date(start + days * day), happen)
  for (const { from, to, number, description, remarks, reason, plea, decision } of loans) {
    const [origin, destination] = [departmentIds[from], departmentIds[to]]
    const sender = people.find(({ departmentId }) => departmentId === origin)
    const holder = people.findLast(({ departmentId }) => departmentId === destination)
    if (!sender || !holder) throw new Error('every department of the sample has people')
    at(0, async () => {
      const { protocol_id: id } = await sender.call('POST', '/api/protocols', {
        ...{ remarks, origin_department_id: origin, destination_department_id: destination, requires_return: true },
        items: [
          {
            ...{ document_number: number, description, reason, destination_user_id: holder.id },
            item_type_id: itemTypeIds[0],
            category_id: categories.find(({ mustReturn }) => mustReturn)?.id,
          },
        ],
      })
      at(1, async () => {
        await holder.call('POST', `/api/protocols/${id}/receive`)
        at(3, () => ask(id, plea, decision, sender, holder, at))
      })
    })
  }
}

async function ask(
  protocolId: number,
  reason: string,
  decision: Loan['decision'],
  sender: DemoPerson,
  holder: DemoPerson,
  at: (days: number, happen: () => Promise<void>) => void,
) {
  const { items } = await holder.call('GET', `/api/protocols/${protocolId}`)
  const [{ id, return_date }] = items
  const request = await holder.call('POST', `/api/protocols/items/${id}/extension-requests`, {
    ...{ return_date: addDays(return_date, 7), reason },
  })
  if (decision) at(5, () => sender.call('POST', `/api/extension-requests/${request.id}/decide`, decision))
}
