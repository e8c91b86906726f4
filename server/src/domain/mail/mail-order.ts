import type { AnswerableItem } from './answer-links.repo.ts'

/** An item in the mail of a reminder. */
export interface ReminderLine {
  protocolId: number
  /** `Item 12/2026 (Contrato)` */
  item: string
  /** `Recursos Humanos → Jurídico` */
  path: string
  /** `vence amanhã` */
  words: string
  isOverdue: boolean
  /** What the line's links answer; absent when it offers none. */
  answers?: AnswerableItem
}

/**
 * A mail in the queue: recipient and reason, never a token. The text is written when it is sent, from the person's data
 * at that time.
 */
export type MailOrder =
  | { kind: 'invitation'; userId: number }
  /** An Admin asks for a link on behalf of a person who has a password; `by` is the Admin's name. */
  | { kind: 'passwordLink'; userId: number; by: string }
  /** The address as typed, whether or not it belongs to a person. */
  | { kind: 'passwordReset'; email: string }
  /** A notification of the app, for a person who wants this type. */
  | {
      kind: 'notification'
      userId: number
      title: string
      message: string
      because: string
      /** null when it is about several protocols. */
      protocolId: number | null
      /** The comment to be quoted, if it still exists when the mail is sent. */
      commentId?: number
    }
  /** A day's anchor of the history, for an address of ANCHOR_MAIL. `day` is `yyyy-MM-dd`, `hash` hexadecimal. */
  | { kind: 'anchor'; to: string; number: number; day: string; hash: string }
  /** A notice about the person's own account. */
  | { kind: 'account'; userId: number; title: string; message: string }
  /** One person's due items, and the protocols that nobody has received. */
  | {
      kind: 'reminder'
      userId: number
      title: string
      lines: ReminderLine[]
      /** Number of items and protocols that are not in `lines`. */
      omitted: number
      /** How many of them are protocols; absent in mails that an earlier release queued. */
      omittedProtocols?: number
      because: string
    }

export type OrderOf<Kind extends MailOrder['kind']> = Extract<MailOrder, { kind: Kind }>
