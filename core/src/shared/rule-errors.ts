import type { ErrorEntry } from './error-kind.ts'

/** What rules refuse. The web app shows these sentences too, so they have a file of their own. */
export const ruleErrors = {
  ONLY_ADMINS: { kind: 'forbidden', message: 'Apenas administradores podem realizar esta ação' },
  ONLY_ADMINS_AND_MANAGERS: { kind: 'forbidden', message: 'Apenas administradores e gestores podem ver os usuários' },
  LAST_ADMIN: { kind: 'conflict', message: 'Não é possível remover o último administrador ativo' },
  NOT_YOURSELF: { kind: 'forbidden', message: 'Você não pode excluir o seu próprio usuário' },
  OWN_ACCOUNT_STAYS_ACTIVE: { kind: 'forbidden', message: 'Você não pode desativar o seu próprio usuário' },
  USER_HAS_PROTOCOLS: { kind: 'conflict', message: 'Não é possível excluir usuários com protocolos associados' },
  USER_INACTIVE: { kind: 'conflict', message: 'Este usuário está inativo' },
  USER_STILL_ACTIVE: { kind: 'conflict', message: 'Desative este usuário antes de remover os dados pessoais' },
  USER_HOLDS_ITEMS: {
    kind: 'conflict',
    message: 'Este usuário ainda responde por itens pendentes. Tramite os itens antes de remover os dados pessoais',
  },
  USER_ANONYMIZED: { kind: 'conflict', message: 'Os dados pessoais deste usuário já foram removidos' },
  ONLY_OWN_DATA: {
    kind: 'forbidden',
    message: 'Você só pode baixar os seus próprios dados. Os de outras pessoas, só um administrador',
  },
  OWN_SECOND_STEP: { kind: 'forbidden', message: 'Altere a sua própria verificação em duas etapas no seu perfil' },
  SECOND_STEP_REQUIRED: {
    kind: 'conflict',
    message: 'A sua organização exige a verificação em duas etapas. Cadastre outra forma antes de remover esta.',
  },

  DEPARTMENT_MISSING: {
    kind: 'forbidden',
    message: 'Seu acesso ainda precisa de um departamento. Fale com um administrador.',
  },
  DEPARTMENT_IN_USE: {
    kind: 'conflict',
    message: 'Não é possível excluir departamentos com usuários ou protocolos associados',
  },
  CATEGORY_IN_USE: { kind: 'conflict', message: 'Não é possível excluir categorias com protocolos associados' },
  ITEM_TYPE_IN_USE: { kind: 'conflict', message: 'Não é possível excluir tipos de itens com itens associados' },

  ONLY_OWN_DEPARTMENT_SENDS: {
    kind: 'forbidden',
    message: 'Você só pode enviar protocolos a partir do seu departamento',
  },
  ONLY_DESTINATION_RECEIVES: {
    kind: 'forbidden',
    message: 'Apenas usuários do departamento de destino podem receber este protocolo',
  },
  NOTHING_TO_RECEIVE: {
    kind: 'conflict',
    message: 'Este protocolo não requer devolução e por isso não precisa ser recebido',
  },
  PROTOCOL_ALREADY_RECEIVED: { kind: 'conflict', message: 'Este protocolo já foi recebido' },
  PROTOCOL_ALREADY_COMPLETED: { kind: 'conflict', message: 'Este protocolo já foi concluído' },
  PROTOCOL_ALREADY_CANCELLED: { kind: 'conflict', message: 'Este protocolo já foi cancelado' },
  ONLY_DESTINATION_COMPLETES: {
    kind: 'forbidden',
    message: 'Apenas usuários do departamento de destino podem concluir este protocolo',
  },
  ONLY_ORIGIN_COMPLETES: {
    kind: 'forbidden',
    message: 'Apenas usuários do departamento de origem podem concluir este protocolo',
  },
  PROTOCOL_NOT_RECEIVED: { kind: 'conflict', message: 'Este protocolo ainda não foi recebido pelo destino' },
  ITEMS_STILL_PENDING: { kind: 'conflict', message: 'Este protocolo ainda tem itens pendentes' },
  NO_ITEM_TO_COMPLETE: {
    kind: 'conflict',
    message: 'Este protocolo não tem itens a concluir; ele só pode ser cancelado',
  },
  ONLY_DESTINATION_REFUSES: {
    kind: 'forbidden',
    message: 'Apenas usuários do departamento de destino podem recusar este protocolo',
  },
  ONLY_PENDING_IS_REFUSED: { kind: 'conflict', message: 'Este protocolo já foi recebido e não pode mais ser recusado' },
  ONLY_ORIGIN_REDIRECTS: {
    kind: 'forbidden',
    message: 'Apenas usuários do departamento de origem podem redirecionar este protocolo',
  },
  ONLY_PENDING_IS_REDIRECTED: {
    kind: 'conflict',
    message: 'Este protocolo já foi recebido e não pode mais ser redirecionado',
  },
  ONLY_HOLDER_FORWARDS: {
    kind: 'forbidden',
    message: 'Apenas usuários do departamento de destino podem encaminhar itens deste protocolo',
  },
  ALREADY_THERE: { kind: 'conflict', message: 'Os itens já estão neste departamento. Escolha outro.' },
  NOT_FORWARDED_BACK: { kind: 'conflict', message: 'Para devolver à origem, use Marcar como Retornado.' },
  TOO_MANY_HOPS: {
    kind: 'conflict',
    message: 'Este item já passou por dez departamentos. Devolva-o antes de encaminhá-lo de novo.',
  },
  ITEM_IS_ELSEWHERE: { kind: 'conflict', message: 'Este item está em outro departamento. Aguarde a volta.' },
  ITEM_IS_ABSENT: {
    kind: 'conflict',
    message: 'Este item não veio ou foi extraviado e fica de fora até a ocorrência ser resolvida',
  },
  ONLY_ORIGIN_EDITS: {
    kind: 'forbidden',
    message: 'Apenas usuários do departamento de origem podem editar este protocolo',
  },
  ONLY_PENDING_IS_EDITED: { kind: 'conflict', message: 'Apenas protocolos pendentes podem ser editados' },
  CANCELLED_IS_NOT_PRINTED: { kind: 'conflict', message: 'Não é possível imprimir protocolos cancelados.' },
  CANCELLED_TAKES_NO_COMMENT: { kind: 'conflict', message: 'Não é possível comentar em protocolos cancelados' },
  ONLY_AUTHOR_DELETES_COMMENT: { kind: 'forbidden', message: 'Apenas o autor pode excluir este comentário' },
  CLOSED_KEEPS_COMMENTS: {
    kind: 'conflict',
    message: 'Não é possível excluir comentários de protocolos concluídos ou cancelados',
  },

  ITEM_NOT_PENDING: { kind: 'conflict', message: 'Apenas itens pendentes podem ser alterados' },
  ITEM_ALREADY_RETURNED: { kind: 'conflict', message: 'Este item já foi retornado' },
  ITEM_ALREADY_COMPLETED: { kind: 'conflict', message: 'Este item já foi concluído' },
  ITEM_ALREADY_CANCELLED: { kind: 'conflict', message: 'Este item já foi cancelado' },
  ONLY_DESTINATION_RETURNS: {
    kind: 'forbidden',
    message: 'Apenas usuários do departamento de destino podem retornar este item',
  },
  NOTHING_TO_RETURN: { kind: 'conflict', message: 'Este protocolo não requer devolução de itens' },
  ITEM_HAS_NO_DUE_DATE: { kind: 'conflict', message: 'Este item não tem data de retorno definida' },
  ONLY_RESPONSIBLE_RETURNS: {
    kind: 'forbidden',
    message: 'Você só pode retornar itens que estão sob a sua responsabilidade',
  },
  ITEM_HAS_NO_RESPONSIBLE: { kind: 'conflict', message: 'Este item ainda não tem um usuário responsável' },
  ONLY_ORIGIN_COMPLETES_ITEM: {
    kind: 'forbidden',
    message: 'Apenas usuários do departamento de origem podem concluir este item',
  },
  ITEM_NOT_RETURNED: { kind: 'conflict', message: 'Apenas itens retornados podem ser concluídos' },
  ONLY_MANAGERS_ASSIGN: { kind: 'forbidden', message: 'Apenas gestores podem atribuir usuários a itens' },
  ONLY_DESTINATION_MANAGERS_ASSIGN: {
    kind: 'forbidden',
    message: 'Apenas gestores do departamento de destino podem atribuir responsáveis',
  },
  ONLY_PENDING_IS_ASSIGNED: {
    kind: 'conflict',
    message: 'Apenas itens pendentes podem receber atribuição de usuário',
  },
  ITEM_ALREADY_ASSIGNED: { kind: 'conflict', message: 'Este item já possui um usuário atribuído' },
  ONLY_RETURNABLE_IS_ASSIGNED: {
    kind: 'conflict',
    message: 'Apenas itens de protocolos que requerem devolução podem receber atribuição de usuário',
  },
  ONLY_MANAGERS_TRANSFER: { kind: 'forbidden', message: 'Apenas gestores podem tramitar itens' },
  ONLY_DESTINATION_MANAGERS_TRANSFER: {
    kind: 'forbidden',
    message: 'Apenas gestores do departamento de destino podem tramitar itens',
  },
  ONLY_PENDING_IS_TRANSFERRED: { kind: 'conflict', message: 'Apenas itens pendentes podem ser tramitados' },
  ONLY_ORIGIN_SETS_DUE_DATE: {
    kind: 'forbidden',
    message: 'Apenas usuários do departamento de origem podem alterar o prazo deste item',
  },
  ONLY_ORIGIN_REMINDS: {
    kind: 'forbidden',
    message: 'Apenas usuários do departamento de origem podem cobrar este item',
  },
  ALREADY_REMINDED: { kind: 'conflict', message: 'Já cobrado hoje.' },

  ONLY_ORIGIN_RESOLVES: {
    kind: 'forbidden',
    message: 'Apenas usuários do departamento de origem podem resolver esta ocorrência',
  },
  OCCURRENCE_ALREADY_RESOLVED: { kind: 'conflict', message: 'Esta ocorrência já foi resolvida' },
  OCCURRENCE_ALREADY_OPEN: { kind: 'conflict', message: 'Este item já tem uma ocorrência aberta deste tipo' },

  ONLY_HOLDER_ASKS_FOR_TIME: {
    kind: 'forbidden',
    message: 'Apenas o responsável pelo item ou um gestor do departamento de destino pode pedir mais prazo',
  },
  REQUEST_ALREADY_OPEN: { kind: 'conflict', message: 'Este item já tem um pedido de prazo aberto' },
  ONLY_ORIGIN_DECIDES_REQUEST: {
    kind: 'forbidden',
    message: 'Apenas usuários do departamento de origem podem decidir este pedido de prazo',
  },
  REQUEST_ALREADY_DECIDED: { kind: 'conflict', message: 'Este pedido de prazo já foi decidido' },
  REQUEST_ENDED: {
    kind: 'conflict',
    message: 'Este pedido de prazo foi encerrado, porque o item não está mais pendente',
  },

  CONTENT_ALREADY_REMOVED: { kind: 'conflict', message: 'Este conteúdo já foi removido' },
  NOTHING_TO_REMOVE: { kind: 'conflict', message: 'Não há nada a remover aqui' },
  REMOVAL_STAYS: { kind: 'conflict', message: 'O registro de uma remoção não pode ser removido' },
} as const satisfies Record<string, ErrorEntry>

export type RuleErrorCode = keyof typeof ruleErrors
