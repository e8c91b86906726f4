import { sql } from 'kysely'

/** Rows of one table that refer to a person, as their export shows them. */
export interface StoredAbout {
  /** Name in the file; the same for a table that refers to people in several columns is not possible. */
  name: string
  /** Title for the person who reads the file. */
  title: string
  table: string
  /** The column with the person's id. */
  person: string
  /**
   * What the file shows, as SQL. Never a password, a token, a secret or a hash, and of protocols and items only which
   * they are and what the person did: what is written there belongs to the departments, and the person may no longer
   * see it.
   */
  columns: readonly string[]
  /** A further condition, as SQL. */
  where?: string
  /** SQL of what orders the person's rows and is unique among them. */
  key?: string
}

const protocol = ['id as protocol', 'status', 'origin_department_id', 'destination_department_id']
const item = ['id as item', 'protocol_id as protocol', 'position', 'status', 'return_date']
const audited = ['id', 'at', 'action', 'subject_kind', 'subject_id', 'before', 'after']

/** All tables that refer to people, beside `users` itself. A test compares it with the schema of the database. */
export const storedAbout: readonly StoredAbout[] = [
  {
    ...{ name: 'sessions', title: 'Sessões abertas', table: 'sessions', person: 'user_id' },
    columns: ['created_at', 'last_seen_at', 'expires_at', 'remember', 'user_agent', 'network', 'proved_at'],
  },
  {
    ...{ name: 'unfinished_sign_ins', title: 'Entradas não concluídas', table: 'pending_sign_ins', person: 'user_id' },
    columns: ['expires_at', 'remember', 'user_agent', 'wrong_codes'],
  },
  {
    ...{ name: 'known_networks', title: 'Redes de onde já entrou', table: 'known_networks', person: 'user_id' },
    ...{ columns: ['network', 'last_at'], key: 'network' },
  },
  {
    ...{ name: 'devices', title: 'Navegadores em que já entrou', table: 'devices', person: 'user_id' },
    columns: ['created_at', 'last_at'],
  },
  {
    ...{
      name: 'notified_people',
      title: 'Pessoas avisadas por atos recentes',
      table: 'notified_people',
      person: 'actor_id',
    },
    columns: ['notified_at', 'people'],
  },
  {
    ...{ name: 'mails_caused', title: 'E-mails recentes sobre os seus atos', table: 'notice_mails' },
    ...{ person: 'actor_id', columns: ['at'] },
  },
  {
    ...{ name: 'mails_received', title: 'E-mails recentes sobre atos de outros', table: 'notice_mails' },
    ...{ person: 'user_id', columns: ['at'] },
  },
  {
    ...{ name: 'password_links', title: 'Links para criar a senha', table: 'account_tokens', person: 'user_id' },
    columns: ['purpose', 'channel', 'created_at', 'expires_at', 'used_at'],
  },
  {
    ...{ name: 'identities', title: 'Contas em provedores de identidade', table: 'identities', person: 'user_id' },
    ...{ columns: ['issuer', 'subject', 'created_at'], key: 'issuer' },
  },
  {
    ...{ name: 'second_step', title: 'Verificação em duas etapas', table: 'second_step_methods', person: 'user_id' },
    columns: ['kind', 'name', 'created_at', 'last_used_at'],
  },
  {
    ...{ name: 'recovery_codes', title: 'Códigos de recuperação', table: 'recovery_codes', person: 'user_id' },
    ...{ columns: ['created_at', 'cardinality(hashes) as left'], key: `'only'` },
  },
  {
    ...{ name: 'calendar_feed', title: 'Endereço de calendário', table: 'calendar_feeds', person: 'user_id' },
    ...{ columns: ['created_at'], key: `'only'` },
  },
  {
    ...{ name: 'protocols_created', title: 'Protocolos que criou', table: 'protocols', person: 'created_by' },
    columns: [...protocol, 'created_at'],
  },
  {
    ...{ name: 'protocols_received', title: 'Protocolos que recebeu', table: 'protocols', person: 'received_by' },
    columns: [...protocol, 'received_at'],
  },
  {
    ...{ name: 'protocols_completed', title: 'Protocolos que concluiu', table: 'protocols', person: 'completed_by' },
    columns: [...protocol, 'completed_at'],
  },
  {
    ...{ name: 'protocols_cancelled', title: 'Protocolos que cancelou', table: 'protocols', person: 'cancelled_by' },
    columns: [...protocol, 'cancelled_at', 'cancel_reason'],
  },
  {
    ...{ name: 'items_answered_for', title: 'Itens por que responde', table: 'items', person: 'responsible_id' },
    columns: item,
  },
  {
    ...{ name: 'items_returned', title: 'Itens que devolveu', table: 'items', person: 'returned_by' },
    columns: [...item, 'actual_return_date'],
  },
  {
    ...{ name: 'items_completed', title: 'Itens que concluiu', table: 'items', person: 'completed_by' },
    columns: [...item, 'completed_at'],
  },
  {
    ...{ name: 'items_cancelled', title: 'Itens que cancelou', table: 'items', person: 'cancelled_by' },
    columns: [...item, 'cancelled_at', 'cancel_reason'],
  },
  {
    ...{ name: 'items_reminded_of', title: 'Itens que cobrou', table: 'items', person: 'reminded_by' },
    columns: [...item, 'reminded_at'],
  },
  {
    ...{ name: 'attachments', title: 'Anexos que enviou', table: 'attachments', person: 'uploaded_by' },
    columns: ['id', 'item_id as item', 'file_name', 'content_type', 'size_bytes', 'created_at'],
  },
  {
    ...{ name: 'comments', title: 'Comentários que escreveu', table: 'comments', person: 'created_by' },
    columns: ['protocol_id as protocol', 'text', 'created_at'],
  },
  {
    ...{ name: 'history', title: 'Atos no histórico dos protocolos', table: 'history', person: 'created_by' },
    // Its description quotes what others wrote.
    columns: ['protocol_id as protocol', 'item_id as item', 'action', 'created_at'],
  },
  {
    ...{ name: 'notifications', title: 'Notificações recebidas', table: 'notifications', person: 'user_id' },
    columns: [
      ...['type', 'title', 'filled_in(message, texts) as message', 'protocol_id as protocol', 'item_id as item'],
      ...['created_at', 'read_at'],
    ],
  },
  {
    ...{ name: 'reminders', title: 'Lembretes de prazo enviados', table: 'item_reminders', person: 'user_id' },
    ...{
      columns: ['item_id as item', 'return_date', 'kind', 'sent_on'],
      key: `concat_ws(' ', item_id, return_date, kind)`,
    },
  },
  {
    ...{ name: 'answer_links', title: 'Links de resposta nos lembretes', table: 'answer_links', person: 'user_id' },
    columns: ['item_id as item', 'return_date', 'created_at', 'used_at', 'ended_at'],
  },
  {
    ...{ name: 'receipt_reminders', title: 'Lembretes de recebimento enviados' },
    ...{ table: 'receipt_reminders', person: 'user_id' },
    ...{ columns: ['protocol_id as protocol', 'sent_on'], key: 'protocol_id::text' },
  },
  {
    ...{
      name: 'submitted_forms',
      title: 'Formulários enviados há pouco',
      table: 'idempotency_keys',
      person: 'user_id',
    },
    ...{ columns: ['protocol_id as protocol', 'created_at'], key: 'key' },
  },
  {
    ...{ name: 'suggestions', title: 'Sugestões que fez', table: 'suggestions', person: 'created_by' },
    columns: ['title', 'description', 'category', 'priority', 'expected_benefit', 'status', 'created_at'],
  },
  {
    ...{ name: 'suggestion_votes', title: 'Votos em sugestões', table: 'suggestion_votes', person: 'user_id' },
    ...{ columns: ['suggestion_id as suggestion', 'vote', 'created_at'], key: 'suggestion_id::text' },
  },
  {
    ...{ name: 'ratings', title: 'Avaliações da ajuda', table: 'ratings', person: 'user_id' },
    columns: ['section', 'rating', 'comments', 'created_at'],
  },
  {
    ...{ name: 'occurrences_opened', title: 'Ocorrências que registrou', table: 'occurrences', person: 'opened_by' },
    columns: ['id', 'protocol_id as protocol', 'item_id as item', 'kind', 'description', 'status', 'opened_at'],
  },
  {
    ...{ name: 'occurrences_resolved', title: 'Ocorrências que resolveu', table: 'occurrences', person: 'resolved_by' },
    columns: ['id', 'protocol_id as protocol', 'item_id as item', 'kind', 'outcome', 'outcome_note', 'resolved_at'],
  },
  {
    ...{ name: 'time_requested', title: 'Prazos que pediu', table: 'extension_requests', person: 'asked_by' },
    columns: ['id', 'protocol_id as protocol', 'item_id as item', 'requested_date', 'reason', 'status', 'asked_at'],
  },
  {
    ...{ name: 'requests_decided', title: 'Pedidos de prazo que decidiu' },
    ...{ table: 'extension_requests', person: 'decided_by' },
    columns: ['id', 'protocol_id as protocol', 'item_id as item', 'status', 'granted_date', 'note', 'decided_at'],
  },
  {
    ...{ name: 'due_dates_changed', title: 'Prazos que alterou', table: 'due_date_changes', person: 'changed_by' },
    columns: [
      ...['item_id as item', 'kind', 'from_date', 'to_date', 'changed_at'],
      // That of a request for time was written by who asked.
      `case when kind <> 'request' then filled_in(reason, texts) end as reason`,
    ],
  },
  {
    ...{ name: 'removals', title: 'Conteúdos que removeu', table: 'black_outs', person: 'removed_by' },
    columns: ['protocol_id as protocol', 'kind', 'target_id', 'reason', 'removed_at'],
  },
  {
    ...{ name: 'audit_by', title: 'Auditoria: o que fez', table: 'audit_events', person: 'actor_id' },
    columns: [...audited, 'host(address) as address'],
    // An attempt at a hidden record is recorded only when the record exists, which the person must not learn.
    where: `action <> 'access.denied'`,
  },
  {
    ...{ name: 'audit_about', title: 'Auditoria: o que foi feito na sua conta', table: 'audit_events' },
    ...{ person: 'subject_id', columns: audited, where: `subject_kind = 'user' and action <> 'sign-in.failed'` },
  },
]

/** The person's id as the column has it. */
export const idIn = ({ person }: StoredAbout, userId: number) =>
  person === 'subject_id' ? sql`${String(userId)}::text` : sql`${userId}::int`
