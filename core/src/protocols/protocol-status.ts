/** Status of a protocol (contract 4.3). */
export const protocolStatus = {
  pending: 'Pendente',
  inProgress: 'Em andamento',
  completed: 'Concluído',
  cancelled: 'Cancelado',
} as const
export type ProtocolStatus = (typeof protocolStatus)[keyof typeof protocolStatus]

export const protocolStatuses = Object.values(protocolStatus) as [ProtocolStatus, ...ProtocolStatus[]]

/** Open: neither completed nor cancelled. */
export const isOpen = (status: ProtocolStatus): boolean =>
  status === protocolStatus.pending || status === protocolStatus.inProgress
