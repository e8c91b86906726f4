/** Where an item stands; the values are the contract's (SPEC 4). */
export const itemStatus = {
  pending: 'pendente',
  returned: 'retornado',
  completed: 'concluído',
  cancelled: 'cancelado',
} as const
export type ItemStatus = (typeof itemStatus)[keyof typeof itemStatus]

export const itemStatuses = Object.values(itemStatus) as [ItemStatus, ...ItemStatus[]]
