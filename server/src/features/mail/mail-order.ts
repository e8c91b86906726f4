/** An item as the mail of a reminder lists it. */
export interface ReminderLine {
  protocolId: number
  /** `Item 12/2026 (Contrato)` */
  item: string
  /** `Recursos Humanos → Jurídico` */
  path: string
  /** `vence amanhã` */
  words: string
  isOverdue: boolean
}

/**
 * A mail that somebody is to get, as it waits in the queue: who and why, never a token. The text is written when it is
 * sent, for whoever the person then is.
 */
export type MailOrder =
  | { kind: 'invitation'; userId: number }
  /** The address as it was typed, whether or not it is anybody's. */
  | { kind: 'passwordReset'; email: string }
  /** A notification of the app, for somebody who wants to know of such things. */
  | { kind: 'notification'; userId: number; title: string; message: string; because: string; protocolId: number }
  /** What is due, of one person; `omitted` items more than the lines say. */
  | { kind: 'reminder'; userId: number; title: string; lines: ReminderLine[]; omitted: number; because: string }
