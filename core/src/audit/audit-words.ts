import { reportTypeLabels } from '../reports/report.ts'
import { inPortuguese, isCivilDate } from '../shared/civil-date.ts'
import { errors } from '../shared/errors.ts'
import { periodLabels } from '../shared/period.ts'
import type { AuditAction, AuditSubject } from './audit-event.ts'
import type { AuditChoice } from './audit-filter.ts'

const actionWords: Readonly<Record<AuditAction, string>> = {
  'sign-in': 'Entrada',
  'sign-in.failed': 'Entrada recusada',
  'sign-out': 'Saída',
  'session.ended': 'Sessão encerrada',
  'password.changed': 'Senha trocada',
  'password.link': 'Link de senha criado',
  'user.address-confirmed': 'Novo e-mail confirmado',
  'second-step.enrolled': 'Segunda etapa cadastrada',
  'second-step.removed': 'Segunda etapa retirada',
  'second-step.reset': 'Segunda etapa redefinida',
  'user.created': 'Usuário criado',
  'user.changed': 'Usuário alterado',
  'user.deleted': 'Usuário excluído',
  'user.anonymized': 'Dados pessoais removidos',
  'role.changed': 'Perfil de acesso alterado',
  'department.created': 'Departamento criado',
  'department.changed': 'Departamento alterado',
  'department.deleted': 'Departamento excluído',
  'category.created': 'Categoria criada',
  'category.changed': 'Categoria alterada',
  'category.deleted': 'Categoria excluída',
  'item-type.created': 'Tipo de item criado',
  'item-type.changed': 'Tipo de item alterado',
  'item-type.deleted': 'Tipo de item excluído',
  'supplier.created': 'Fornecedor criado',
  'supplier.changed': 'Fornecedor alterado',
  'supplier.deleted': 'Fornecedor excluído',
  'calendar.changed': 'Calendário alterado',
  'configuration.changed': 'Configuração alterada',
  'suggestion.changed': 'Sugestão avaliada',
  'hand-over': 'Itens tramitados',
  import: 'Importação',
  export: 'Exportação',
  download: 'Anexo aberto',
  'infected-file': 'Arquivo com vírus recusado',
  retention: 'Registros antigos apagados',
  'black-out': 'Conteúdo removido',
  'calendar-feed.opened': 'Endereço de calendário criado',
  'calendar-feed.ended': 'Endereço de calendário encerrado',
  'access.denied': 'Acesso negado',
}

const familyWords: Readonly<Record<Exclude<AuditChoice, AuditAction>, string>> = {
  session: 'Sessões',
  password: 'Senhas',
  'second-step': 'Segunda etapa',
  user: 'Usuários',
  role: 'Perfis de acesso',
  department: 'Departamentos',
  category: 'Categorias',
  'item-type': 'Tipos de itens',
  supplier: 'Fornecedores',
  calendar: 'Calendário',
  'calendar-feed': 'Endereços de calendário',
  configuration: 'Configuração',
  suggestion: 'Sugestões',
  access: 'Acessos negados',
}

/** An event in words: `Usuário criado`. */
export const auditWords = (action: AuditAction): string => actionWords[action] ?? action

/** A choice of the filter, in words: an action, or a whole family (`Usuários`). */
export const choiceWords = (choice: AuditChoice): string =>
  choice in actionWords ? actionWords[choice as AuditAction] : familyWords[choice as keyof typeof familyWords]

/** Labels of the fields in `before` and `after`, by their wire names. */
const fieldWords: Readonly<Record<string, string>> = {
  uname: 'Nome',
  uemail: 'E-mail',
  uphone: 'Telefone',
  udpid: 'Departamento (código)',
  department_name: 'Departamento',
  role: 'Perfil',
  is_active: 'Ativo',
  dpname: 'Nome',
  dpdescription: 'Descrição',
  ctname: 'Nome',
  category_parameter: 'Contagem dos dias',
  return_days: 'Dias para retorno',
  color: 'Cor',
  type_name: 'Nome',
  type_description: 'Descrição',
  cnpj: 'CNPJ',
  code: 'Código',
  store: 'Loja',
  company_name: 'Razão social',
  state: 'UF',
  city: 'Cidade',
  date: 'Data',
  name: 'Nome',
  kind: 'Tipo',
  added: 'Feriado incluído',
  removed: 'Feriado retirado',
  shorten: 'Prazos antecipados',
  moved: 'Prazos movidos',
  status: 'Status',
  total: 'Linhas',
  created: 'Criados',
  changed: 'Alterados',
  unchanged: 'Sem alteração',
  refused: 'Recusados',
  leftOut: 'Deixados de fora',
  format: 'Formato',
  rows: 'Linhas',
  files: 'Arquivos',
  type: 'Relatório',
  period: 'Período',
  department: 'Departamento (código)',
  dateFilter: 'Prazo',
  dateFrom: 'Prazo desde',
  dateTo: 'Prazo até',
  side: 'Lado',
  occurrence: 'Com ocorrência',
  methods: 'Etapas',
  responsible: 'Responsável',
  search: 'Busca',
  actor: 'Quem (código)',
  action: 'Ação',
  from: 'De',
  to: 'Até',
  sessions: 'Sessões',
  item_ids: 'Itens',
  protocol: 'Protocolo',
  size: 'Tamanho (bytes)',
  file_name: 'Arquivo',
  signature: 'Vírus',
  reason: 'Motivo',
  issuer: 'Provedor',
  subject: 'Identificação no provedor',
  email: 'E-mail',
  verified: 'Autenticada',
  route: 'Chamada',
  repeated: 'Repetições no minuto seguinte',
  records: 'Registros',
  days: 'Dias de guarda',
  content: 'Conteúdo',
  history_entries: 'Registros do histórico que o citavam',
}

/** The label of a field; a field without one keeps its wire name. */
export const auditFieldWords = (name: string): string => fieldWords[name] ?? name

/** Values that are words of the program, by the wire name of their field. */
const valueWords: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  status: { all: 'Todos' },
  dateFilter: { all: 'Todas', today: 'Hoje', overdue: 'Atrasados', week: 'Próximos 7 dias' },
  side: { toReturn: 'Para devolver', toReceive: 'A receber de volta' },
  responsible: { me: 'O próprio usuário', none: 'Sem responsável' },
  occurrence: { '1': 'Sim' },
  type: reportTypeLabels,
  period: periodLabels,
  format: { csv: 'CSV', xlsx: 'Excel', pdf: 'PDF', json: 'JSON' },
  kind: {
    ...{ national: 'Nacional', local: 'Local' },
    ...{ totp: 'Aplicativo autenticador', passkey: 'Chave de acesso', recovery: 'Códigos de recuperação' },
  },
}

/** A value of `before` or `after` as people read it. */
export function auditValueWords(name: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return '—'
  if (typeof value === 'boolean') return value ? 'Sim' : 'Não'
  if (Array.isArray(value)) return value.map((one) => auditValueWords(name, one)).join(', ')
  if (typeof value === 'object') return fieldsInWords(value as Readonly<Record<string, unknown>>)
  const text = String(value)
  if (name === 'reason' && text in errors) return errors[text as keyof typeof errors].message
  if (name === 'action') return choiceWords(text as AuditChoice) ?? text
  return valueWords[name]?.[text] ?? (isCivilDate(text) ? inPortuguese(text) : text)
}

/** Several fields: `Nome: Ana Lima; Ativo: Sim`. */
export const fieldsInWords = (fields: Readonly<Record<string, unknown>>): string =>
  Object.entries(fields)
    .map(([name, value]) => `${auditFieldWords(name)}: ${auditValueWords(name, value)}`)
    .join('; ')

/** The kind of an event's subject, before its name: `Usuário Ana Lima`, `Protocolo 12`. */
const subjectWords: Readonly<Record<string, string>> = {
  user: 'Usuário',
  session: 'Sessão',
  sessions: 'Sessões de todos',
  department: 'Departamento',
  category: 'Categoria',
  'item-type': 'Tipo de item',
  supplier: 'Fornecedor',
  holiday: 'Feriado',
  deadlines: 'Prazos em aberto',
  suggestion: 'Sugestão',
  protocol: 'Protocolo',
  item: 'Item',
  attachment: 'Anexo',
  comment: 'Comentário',
  history: 'Registro do histórico',
  notification: 'Notificação',
  suppliers: 'Fornecedores',
  users: 'Usuários',
  report: 'Relatório',
  returns: 'Retornos',
  audit: 'Auditoria',
  'personal-data': 'Dados pessoais de',
  archive: 'Cópia de segurança',
  route: 'Chamada',
}

/** The subject in words; the id stands in for a name that is not known. */
export function auditSubjectWords({ kind, id, name }: AuditSubject): string {
  const told =
    kind === 'holiday' && id !== null ? `${auditValueWords('date', id)}${name ? ` (${name})` : ''}` : (name ?? id)
  return [subjectWords[kind] ?? kind, told].filter((part) => part !== null && part !== '').join(' ')
}
