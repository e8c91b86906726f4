/** The actions of the history, with the texts of contract 11.12. */
export const historyAction = {
  protocolCreated: 'Protocolo criado',
  protocolReceived: 'Protocolo recebido',
  protocolEdited: 'Protocolo editado',
  protocolCompleted: 'Protocolo concluído',
  protocolCancelled: 'Protocolo cancelado',
  commentAdded: 'Comentário adicionado',
  commentDeleted: 'Comentário excluído',
  itemReturned: 'Item retornado',
  itemCompleted: 'Item concluído',
  itemCancelled: 'Item cancelado',
  itemTransferred: 'Item tramitado',
  itemAssigned: 'Usuário atribuído',
  dueDateChanged: 'Prazo alterado',
  extensionRequested: 'Prazo solicitado',
  extensionDenied: 'Pedido de prazo negado',
  itemsAskedFor: 'Devolução cobrada',
  protocolRefused: 'Protocolo recusado',
  protocolRedirected: 'Protocolo redirecionado',
  occurrenceOpened: 'Ocorrência registrada',
  occurrenceResolved: 'Ocorrência resolvida',
  itemForwarded: 'Item encaminhado',
  itemBackFromForward: 'Item devolvido pelo encaminhamento',
  contentRemoved: 'Conteúdo removido',
} as const
export type HistoryAction = (typeof historyAction)[keyof typeof historyAction]

/** The side that the rules fix for an action on an item. A cancellation may come from either side. */
export const sideOfAction: { [action: string]: 'origin' | 'destination' | undefined } = {
  [historyAction.itemReturned]: 'destination',
  [historyAction.itemAssigned]: 'destination',
  [historyAction.itemTransferred]: 'destination',
  [historyAction.itemCompleted]: 'origin',
  [historyAction.dueDateChanged]: 'origin',
  [historyAction.itemsAskedFor]: 'origin',
}

/** The actions that change where items are, or until when: what the protocols of earlier hops show. */
export const movingActions: readonly HistoryAction[] = [
  historyAction.protocolCreated,
  historyAction.protocolReceived,
  historyAction.protocolCompleted,
  historyAction.protocolCancelled,
  historyAction.protocolRefused,
  historyAction.protocolRedirected,
  historyAction.itemReturned,
  historyAction.itemCompleted,
  historyAction.itemCancelled,
  historyAction.itemForwarded,
  historyAction.dueDateChanged,
  historyAction.occurrenceResolved,
]

/** What an act is about, after 1 and after other numbers. */
const units = { protocol: ['protocolo', 'protocolos'], item: ['item', 'itens'], dueDate: ['prazo', 'prazos'] } as const

/** The words of an act: one verb wherever it is offered, done or told. */
export interface ActWords {
  /** On a button in a row, and in front of a number: 'Retornar 3 itens'. */
  verb: string
  /** The whole name, in menus, in panels and as the title of its dialog; the contract's where it has one. */
  name: string
  /** On its button while it is being done. */
  busy: string
  /** What became of the thing, after 1 and after other numbers. */
  done: readonly [string, string]
  unit: readonly [string, string]
  /** Its entry of the history; null for what writes none. */
  history: string | null
  /** Cannot be undone, and ends something. */
  isDangerous?: true
  /** Of an act on one item that has no data but a reason: the end of its path, and what is said of its outcome. */
  call?: { path: string; success: string; failure: string }
}

/** Every act on protocols and items, in the words of every screen, message and mail. */
export const acts = {
  receive: {
    ...{ verb: 'Receber', name: 'Receber', busy: 'Recebendo...', done: ['recebido', 'recebidos'] },
    ...{ unit: units.protocol, history: historyAction.protocolReceived },
  },
  check: {
    ...{ verb: 'Conferir', name: 'Conferir e receber', busy: 'Recebendo...', done: ['recebido', 'recebidos'] },
    ...{ unit: units.protocol, history: historyAction.protocolReceived },
  },
  edit: {
    ...{ verb: 'Editar', name: 'Editar', busy: 'Salvando...', done: ['editado', 'editados'] },
    ...{ unit: units.protocol, history: historyAction.protocolEdited },
  },
  redirect: {
    ...{ verb: 'Redirecionar', name: 'Redirecionar', busy: 'Redirecionando...' },
    ...{ done: ['redirecionado', 'redirecionados'], unit: units.protocol, history: historyAction.protocolRedirected },
  },
  forward: {
    ...{ verb: 'Encaminhar', name: 'Encaminhar', busy: 'Encaminhando...', done: ['encaminhado', 'encaminhados'] },
    ...{ unit: units.item, history: historyAction.itemForwarded },
  },
  print: {
    ...{ verb: 'Imprimir', name: 'Imprimir', busy: 'Preparando...', done: ['impresso', 'impressos'] },
    ...{ unit: units.protocol, history: null },
  },
  refuse: {
    ...{ verb: 'Recusar', name: 'Recusar', busy: 'Recusando...', done: ['recusado', 'recusados'] },
    ...{ unit: units.protocol, history: historyAction.protocolRefused, isDangerous: true },
  },
  cancel: {
    ...{ verb: 'Cancelar', name: 'Cancelar', busy: 'Cancelando...', done: ['cancelado', 'cancelados'] },
    ...{ unit: units.protocol, history: historyAction.protocolCancelled, isDangerous: true },
  },
  complete: {
    ...{ verb: 'Concluir', name: 'Concluir', busy: 'Concluindo...', done: ['concluído', 'concluídos'] },
    ...{ unit: units.protocol, history: historyAction.protocolCompleted },
  },
  returnItem: {
    ...{ verb: 'Retornar', name: 'Marcar como Retornado', busy: 'Retornando...', done: ['retornado', 'retornados'] },
    ...{ unit: units.item, history: historyAction.itemReturned },
    call: {
      path: 'return',
      success: 'Item retornado com sucesso!',
      failure: 'Erro ao retornar o item. Tente novamente.',
    },
  },
  completeItem: {
    ...{ verb: 'Concluir', name: 'Marcar como Concluído', busy: 'Concluindo...', done: ['concluído', 'concluídos'] },
    ...{ unit: units.item, history: historyAction.itemCompleted },
    call: {
      path: 'complete',
      success: 'Item concluído com sucesso!',
      failure: 'Erro ao concluir o item. Tente novamente.',
    },
  },
  remind: {
    ...{ verb: 'Cobrar', name: 'Cobrar', busy: 'Cobrando...', done: ['cobrado', 'cobrados'] },
    ...{ unit: units.item, history: historyAction.itemsAskedFor },
  },
  assign: {
    ...{ verb: 'Atribuir', name: 'Atribuir usuário', busy: 'Atribuindo...', done: ['atribuído', 'atribuídos'] },
    ...{ unit: units.item, history: historyAction.itemAssigned },
  },
  transfer: {
    ...{ verb: 'Tramitar', name: 'Tramitar Item', busy: 'Tramitando...', done: ['tramitado', 'tramitados'] },
    ...{ unit: units.item, history: historyAction.itemTransferred },
  },
  dueDate: {
    ...{ verb: 'Prorrogar', name: 'Prorrogar prazo', busy: 'Salvando...', done: ['prorrogado', 'prorrogados'] },
    ...{ unit: units.dueDate, history: historyAction.dueDateChanged },
  },
  cancelItem: {
    ...{ verb: 'Cancelar', name: 'Cancelar Item', busy: 'Cancelando...', done: ['cancelado', 'cancelados'] },
    ...{ unit: units.item, history: historyAction.itemCancelled, isDangerous: true },
    call: {
      path: 'cancel',
      success: 'Item cancelado com sucesso!',
      failure: 'Erro ao cancelar o item. Tente novamente.',
    },
  },
  report: {
    ...{ verb: 'Registrar', name: 'Registrar ocorrência', busy: 'Registrando...', done: ['registrada', 'registradas'] },
    ...{ unit: ['ocorrência', 'ocorrências'], history: historyAction.occurrenceOpened },
  },
  answer: {
    ...{ verb: 'Responder', name: 'Responder ao lembrete', busy: 'Enviando...', done: ['respondido', 'respondidos'] },
    ...{ unit: ['lembrete', 'lembretes'], history: null },
  },
  askForTime: {
    ...{ verb: 'Pedir', name: 'Pedir mais prazo', busy: 'Enviando...', done: ['solicitado', 'solicitados'] },
    ...{ unit: units.dueDate, history: historyAction.extensionRequested },
  },
  decide: {
    ...{ verb: 'Decidir', name: 'Decidir pedido de prazo', busy: 'Enviando...', done: ['negado', 'negados'] },
    ...{ unit: ['pedido', 'pedidos'], history: historyAction.extensionDenied },
  },
} as const satisfies Record<string, ActWords>

export type ActName = keyof typeof acts

/** The acts that have a `call`. */
export type ItemCall = { [Act in ActName]: (typeof acts)[Act] extends { call: unknown } ? Act : never }[ActName]

const amount = (count: number, [one, many]: readonly [string, string]) => (count === 1 ? one : many)

/** What is done or refused to several: 'itens retornados', 'item não pôde ser retornado'; the caller adds the number. */
export const doneWords = (act: ActName): readonly [string, string] => {
  const { unit, done } = acts[act]
  return [`${unit[0]} ${done[0]}`, `${unit[1]} ${done[1]}`]
}
export const refusedWords = (act: ActName): readonly [string, string] => {
  const { unit, done } = acts[act]
  return [`${unit[0]} não pôde ser ${done[0]}`, `${unit[1]} não puderam ser ${done[1]}`]
}

/** 'Item retornado', '3 itens retornados': the title of what is told of them. */
export function doneTitle(act: ActName, count: number): string {
  const [one, many] = doneWords(act)
  return count === 1 ? `${one.charAt(0).toUpperCase()}${one.slice(1)}` : `${count} ${many}`
}

/** 'Retornar 3 itens': the button of an act on several. */
export const severalLabel = (act: ActName, count: number): string =>
  count === 0 ? acts[act].verb : `${acts[act].verb} ${count} ${amount(count, acts[act].unit)}`

/** 'Não retornados': the heading of what was refused. */
export const refusedTitle = (act: ActName): string => `Não ${acts[act].done[1]}`

/** The act that an entry of the history tells of; undefined for what nobody does with a button of ours. */
export const actOfHistory = (action: string | null | undefined): ActName | undefined =>
  (Object.keys(acts) as ActName[]).find((name) => acts[name].history === action && name !== 'check')
