import { addDays } from '@malote/core/shared/civil-date.ts'
import type { DemoPerson } from './found-organisation.ts'
import type { DemoContext } from './story.ts'

const day = 24 * 3_600_000

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
