import type { ErrorEntry, ErrorKind } from './error-kind.ts'
import { ruleErrors } from './rule-errors.ts'

/**
 * Every expected refusal: the code is for programs, the sentence is for the user (from contract 5 and 8 where they
 * have one). What verdicts refuse is in `rule-errors.ts`.
 */
export const errors = {
  ...ruleErrors,

  INVALID_INPUT: { kind: 'invalid', message: 'Verifique os campos destacados' },
  MALFORMED_BODY: { kind: 'invalid', message: 'Não foi possível ler os dados enviados' },
  UNSUPPORTED_MEDIA_TYPE: { kind: 'unsupportedMedia', message: 'Formato de envio não suportado' },
  FILE_TOO_LARGE: { kind: 'tooLarge', message: 'O arquivo enviado é grande demais' },
  TOO_MANY_FILES: {
    kind: 'tooLarge',
    message: 'Arquivos demais em um só envio. Envie o restante depois, pela edição.',
  },
  FILE_INFECTED: { kind: 'unprocessable', message: 'O arquivo parece conter um vírus e não foi guardado.' },
  SCAN_UNAVAILABLE: {
    kind: 'unavailable',
    message: 'Não foi possível verificar se o arquivo contém vírus. Tente novamente em alguns minutos.',
  },
  BODY_TOO_LARGE: { kind: 'tooLarge', message: 'Os dados enviados são grandes demais' },
  ROUTE_NOT_FOUND: { kind: 'notFound', message: 'Endereço não encontrado' },
  TOO_MANY_REQUESTS: { kind: 'tooManyRequests', message: 'Muitas requisições. Aguarde um momento e tente novamente.' },
  TOO_MANY_EXPORTS: {
    kind: 'tooManyRequests',
    message: 'Você já tem outras exportações em andamento. Aguarde que terminem e tente novamente.',
  },
  TOO_MANY_UPLOADS: {
    kind: 'tooManyRequests',
    message: 'O limite diário de anexos por pessoa foi atingido. Envie o restante amanhã.',
  },
  TOO_MANY_NOTIFIED: {
    kind: 'tooManyRequests',
    message: 'Você já avisou muitas pessoas na última hora. Aguarde alguns minutos e tente novamente.',
  },
  TOO_MANY_COMMENTS: {
    kind: 'tooManyRequests',
    message: 'Você já fez muitos comentários neste protocolo na última hora. Aguarde e tente novamente.',
  },
  STORAGE_FULL: {
    kind: 'full',
    message: 'Não há espaço para guardar os anexos agora. Avise o suporte e tente novamente mais tarde.',
  },
  REQUEST_TOO_SLOW: {
    kind: 'tooSlow',
    message: 'O envio demorou demais. Verifique a sua conexão e tente novamente.',
  },
  OVERLOADED: { kind: 'unavailable', message: 'O sistema está sobrecarregado. Tente novamente em instantes.' },
  CHANGED_MEANWHILE: {
    kind: 'conflict',
    message: 'Este cadastro foi alterado por outra pessoa enquanto você editava.',
  },
  BUSY: { kind: 'conflict', message: 'Outra pessoa alterou os mesmos dados neste instante. Tente novamente.' },
  UNAVAILABLE: { kind: 'unavailable', message: 'Serviço temporariamente indisponível. Tente novamente em instantes.' },
  INTERNAL_ERROR: { kind: 'internal', message: 'Ocorreu um erro inesperado. Tente novamente.' },
  OUTCOME_UNKNOWN: {
    kind: 'unavailable',
    message: 'A conexão caiu antes da confirmação. Confira se a operação foi concluída antes de tentar novamente.',
  },

  // For API clients: the web app ends the session without showing it (contract 8.3).
  NOT_SIGNED_IN: { kind: 'unauthenticated', message: 'Sua sessão expirou. Entre novamente.' },
  BAD_CREDENTIALS: { kind: 'unauthenticated', message: 'E-mail ou senha incorretos' },
  TOO_MANY_LOGINS: { kind: 'tooManyRequests', message: 'Muitas tentativas de acesso' },
  SESSION_NOT_FOUND: { kind: 'notFound', message: 'Sessão não encontrada' },
  TOKEN_INVALID: { kind: 'invalid', message: 'Este link é inválido ou expirou. Peça um novo.' },
  PROOF_NEEDED: { kind: 'forbidden', message: 'Confirme a sua senha para continuar' },
  DUTY_FIRST: { kind: 'forbidden', message: 'Conclua primeiro o que falta para o seu acesso' },
  PASSWORDS_ARE_OFF: { kind: 'forbidden', message: 'Aqui não se entra com senha. Use a conta da organização.' },
  PROVIDER_SILENT: {
    kind: 'unavailable',
    message: 'O serviço que confirma quem você é não está respondendo. Tente novamente em instantes.',
  },
  OTHER_ADDRESS: { kind: 'conflict', message: 'Para entrar assim, abra o Malote pelo endereço oficial.' },
  SIGN_IN_EXPIRED: {
    kind: 'unauthenticated',
    message: 'Esta entrada expirou ou começou em outra janela. Tente novamente.',
  },
  SIGN_IN_CANCELLED: { kind: 'unauthenticated', message: 'A entrada não foi concluída. Tente novamente.' },
  SIGN_IN_REFUSED: { kind: 'unauthenticated', message: 'Não foi possível confirmar quem você é. Tente novamente.' },
  EMAIL_NOT_VERIFIED: {
    kind: 'forbidden',
    message: 'O e-mail da sua conta ainda não foi confirmado. Fale com um administrador.',
  },
  OTHER_IDENTITY: {
    kind: 'forbidden',
    message: 'O seu e-mail já está ligado a outra conta de acesso. Fale com um administrador.',
  },
  ADDRESS_JUST_CHANGED: {
    kind: 'conflict',
    message: 'O e-mail deste usuário mudou há menos de 24 horas. Peça o link para a nova senha depois disso.',
  },
  ACCOUNT_INACTIVE: { kind: 'forbidden', message: 'Seu acesso ao Malote está desativado. Fale com um administrador.' },
  ACCOUNT_UNKNOWN: { kind: 'forbidden', message: 'Você ainda não tem acesso ao Malote. Fale com um administrador.' },
  SECOND_STEP_WRONG: { kind: 'unauthenticated', message: 'Código incorreto' },
  SECOND_STEP_EXPIRED: { kind: 'unauthenticated', message: 'A confirmação demorou demais. Entre novamente.' },
  SECOND_STEP_METHOD_NOT_FOUND: { kind: 'notFound', message: 'Esta forma de verificação já foi removida' },
  ENROLMENT_EXPIRED: { kind: 'conflict', message: 'O cadastro demorou demais. Comece de novo.' },
  PASSKEY_REFUSED: { kind: 'invalid', message: 'Não foi possível cadastrar esta chave de acesso. Tente novamente.' },
  CURRENT_PASSWORD_WRONG: { kind: 'invalid', message: 'Senha atual incorreta' },

  ONLY_OPERATORS: { kind: 'forbidden', message: 'Este endereço é reservado à operação do sistema' },
  USER_NOT_FOUND: { kind: 'notFound', message: 'Usuário não encontrado' },
  USER_HAS_RECORDS: {
    kind: 'conflict',
    message: 'Este usuário tem registros associados e não pode ser excluído. Desative-o.',
  },
  ONLY_OWN_NOTIFICATIONS: { kind: 'forbidden', message: 'Você só pode ver as suas próprias notificações' },
  EMAIL_TAKEN: { kind: 'conflict', message: 'Já existe um usuário com este e-mail' },

  DEPARTMENT_NOT_FOUND: { kind: 'notFound', message: 'Departamento não encontrado' },
  CATEGORY_NOT_FOUND: { kind: 'notFound', message: 'Categoria não encontrada' },
  ITEM_TYPE_NOT_FOUND: { kind: 'notFound', message: 'Tipo de item não encontrado' },
  SUPPLIER_NOT_FOUND: { kind: 'notFound', message: 'Fornecedor não encontrado' },
  SUPPLIER_IN_USE: { kind: 'conflict', message: 'Não é possível excluir fornecedores com protocolos associados' },
  SUPPLIER_TAKEN: { kind: 'conflict', message: 'Já existe um fornecedor com este CNPJ e loja' },
  NAME_TAKEN: { kind: 'conflict', message: 'Já existe um cadastro com este nome' },

  HOLIDAY_NOT_FOUND: { kind: 'notFound', message: 'Feriado não encontrado' },
  HOLIDAY_TAKEN: { kind: 'conflict', message: 'Já existe um feriado nesta data' },
  CALENDAR_CHANGED_MEANWHILE: {
    kind: 'conflict',
    message: 'O calendário mudou de novo enquanto isso. Confira outra vez os prazos em aberto.',
  },

  IMPORT_UNREADABLE: { kind: 'invalid', message: 'O arquivo não é uma planilha em formato CSV' },
  DOCUMENT_TOO_LONG: {
    kind: 'tooLarge',
    message: 'Os protocolos escolhidos têm mais de 5.000 itens. Escolha menos protocolos de cada vez.',
  },
  SHEET_TOO_LONG: {
    kind: 'tooLarge',
    message: 'A lista tem mais de 20.000 linhas, que não cabem em uma planilha. Escolha filtros ou exporte em CSV.',
  },
  IMPORT_TOO_LONG: {
    kind: 'tooLarge',
    message: 'O arquivo tem linhas demais. Divida-o em partes de até 50.000 linhas.',
  },
  IMPORT_CHANGED_MEANWHILE: {
    kind: 'conflict',
    message: 'O arquivo ou os cadastros mudaram desde a conferência. Confira o arquivo de novo.',
  },

  PROTOCOL_NOT_FOUND: { kind: 'notFound', message: 'Protocolo não encontrado' },
  ITEM_NOT_FOUND: { kind: 'notFound', message: 'Item não encontrado' },
  OCCURRENCE_NOT_FOUND: { kind: 'notFound', message: 'Ocorrência não encontrada' },
  EXTENSION_REQUEST_NOT_FOUND: { kind: 'notFound', message: 'Pedido de prazo não encontrado' },
  ANSWER_LINK_DEAD: { kind: 'gone', message: 'Este link não vale mais.' },
  COMMENT_NOT_FOUND: { kind: 'notFound', message: 'Comentário não encontrado' },
  ATTACHMENT_NOT_FOUND: { kind: 'notFound', message: 'Anexo não encontrado' },
  ATTACHMENT_REMOVED: { kind: 'gone', message: 'Este arquivo foi removido por um administrador' },
  HISTORY_ENTRY_NOT_FOUND: { kind: 'notFound', message: 'Registro do histórico não encontrado' },
  TOO_FRESH_TO_REMOVE: {
    kind: 'conflict',
    message:
      'Este conteúdo é muito recente: o histórico ainda está sendo encadeado. Tente novamente em alguns segundos.',
  },
  CODE_NOT_FOUND: { kind: 'notFound', message: 'Código não encontrado.' },
  VERIFICATION_OFF: { kind: 'notFound', message: 'Esta organização não oferece a verificação pública de documentos.' },
  NOTIFICATION_NOT_FOUND: { kind: 'notFound', message: 'Notificação não encontrada' },

  EDITED_MEANWHILE: {
    kind: 'conflict',
    message: 'Este protocolo foi alterado por outra pessoa enquanto você editava. Recarregue para ver a nova versão.',
  },
  IDEMPOTENCY_KEY_REUSED: {
    kind: 'unprocessable',
    message:
      'Este envio já foi registrado com outro conteúdo. Confira na lista de protocolos o que foi criado antes de enviar de novo.',
  },

  ITEM_HANDED_ON_MEANWHILE: { kind: 'conflict', message: 'Este item acabou de passar para outra pessoa' },
  DUE_DATE_CHANGED_MEANWHILE: { kind: 'conflict', message: 'O prazo deste item acabou de ser alterado' },

  SUGGESTION_NOT_FOUND: { kind: 'notFound', message: 'Sugestão não encontrada' },
  VOTE_NOT_FOUND: { kind: 'notFound', message: 'Você ainda não votou nesta sugestão' },
  ALREADY_RATED: { kind: 'conflict', message: 'Você já avaliou esta seção' },
} as const satisfies Record<string, ErrorEntry>

export type ErrorCode = keyof typeof errors

/** Error messages of fields, by their path in the request (`items.0.reason`). */
export type FieldErrors = Record<string, string>

/** An expected refusal; anything else that is thrown is a bug. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly kind: ErrorKind
  readonly fieldErrors: FieldErrors | undefined
  /** The saved values, by their wire names, when the refused change was based on older ones. */
  readonly current: object | undefined
  /** Whole seconds after which a repetition may succeed. */
  readonly retryAfter: number | undefined

  /** @param details a more specific message than the table's, the messages of fields, the saved values, when to retry */
  constructor(
    code: ErrorCode,
    details: {
      message?: string
      fieldErrors?: FieldErrors
      current?: object
      retryAfter?: number
      cause?: unknown
    } = {},
  ) {
    super(details.message ?? errors[code].message, { cause: details.cause })
    this.name = 'AppError'
    this.code = code
    this.kind = errors[code].kind
    this.fieldErrors = details.fieldErrors
    this.current = details.current
    this.retryAfter = details.retryAfter
  }
}

/** A refusal of single fields; the first message is also the message of the response. */
export function invalidFields(fieldErrors: FieldErrors): AppError {
  const message = Object.values(fieldErrors)[0]
  return new AppError('INVALID_INPUT', { ...(message && { message }), fieldErrors })
}
