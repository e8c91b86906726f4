/** How a status or a history entry is shown; chosen by a keyword in its text (contract 4.4). */
export type DisplayKind = 'pending' | 'completed' | 'cancelled' | 'returned' | 'edited' | 'inProgress' | 'other'

const keywords: readonly (readonly [string, DisplayKind])[] = [
  ['pendente', 'pending'],
  ['concluído', 'completed'],
  ['completado', 'completed'],
  ['cancelado', 'cancelled'],
  ['retornado', 'returned'],
  ['devolvido', 'returned'],
  ['editado', 'edited'],
  ['alterado', 'edited'],
  ['andamento', 'inProgress'],
]

const kindIn = <Kind>(table: readonly (readonly [string, Kind])[], text: string | null | undefined) =>
  table.find(([keyword]) => text?.toLowerCase().includes(keyword))?.[1]

/** @param text a status, in any letter case; a missing one is shown like an unknown one */
export const displayKindOf = (text: string | null | undefined): DisplayKind => kindIn(keywords, text) ?? 'other'

/** The subject of a history entry or an activity (contract 2.6.4, 4.26). */
export type ActivityKind =
  | 'created'
  | 'completed'
  | 'cancelled'
  | 'returned'
  | 'edited'
  | 'commentAdded'
  | 'commentDeleted'
  | 'comment'
  | 'received'
  | 'assigned'
  | 'removed'
  | 'forwarded'
  | 'occurrence'
  | 'other'

const activities: readonly (readonly [string, ActivityKind])[] = [
  ['comentário adicionado', 'commentAdded'],
  ['comentário excluído', 'commentDeleted'],
  ['comentário', 'comment'],
  ['resposta', 'comment'],
  ['criado', 'created'],
  ['novo', 'created'],
  ['concluído', 'completed'],
  ['completado', 'completed'],
  ['cancelado', 'cancelled'],
  ['retornado', 'returned'],
  ['devolvido', 'returned'],
  ['editado', 'edited'],
  ['alterado', 'edited'],
  ['recebido', 'received'],
  ['tramitado', 'assigned'],
  ['cobrada', 'comment'],
  ['solicitado', 'comment'],
  ['negado', 'cancelled'],
  ['atribuído', 'assigned'],
  ['removido', 'removed'],
  ['recusado', 'cancelled'],
  ['redirecionado', 'forwarded'],
  ['encaminhado', 'forwarded'],
  ['ocorrência', 'occurrence'],
]

/** @param action the entry's action, in any letter case */
export const activityKindOf = (action: string | null | undefined): ActivityKind => kindIn(activities, action) ?? 'other'
