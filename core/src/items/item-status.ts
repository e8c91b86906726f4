/** Where an item stands (contract 4.14). */
export const itemStatus = {
  pending: 'pendente',
  returned: 'retornado',
  completed: 'concluído',
  cancelled: 'cancelado',
} as const
export type ItemStatus = (typeof itemStatus)[keyof typeof itemStatus]

export const itemStatuses = Object.values(itemStatus) as [ItemStatus, ...ItemStatus[]]

/** The status of an answer, in whatever letters it comes (contract 4.14). */
export const itemStatusOf = (status: string | null | undefined): ItemStatus => status?.toLowerCase() as ItemStatus
