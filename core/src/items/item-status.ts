/** Status of an item (contract 4.14). */
export const itemStatus = {
  pending: 'pendente',
  returned: 'retornado',
  completed: 'concluído',
  cancelled: 'cancelado',
} as const
export type ItemStatus = (typeof itemStatus)[keyof typeof itemStatus]

export const itemStatuses = Object.values(itemStatus) as [ItemStatus, ...ItemStatus[]]

/** The status in a response, in any letter case (contract 4.14). */
export const itemStatusOf = (status: string | null | undefined): ItemStatus => status?.toLowerCase() as ItemStatus
