/**
 * A mail that somebody is to get, as it waits in the queue: who and why, never a token. The text is written when it is
 * sent, for whoever the person then is.
 */
export type MailOrder =
  | { kind: 'invitation'; userId: number }
  /** The address as it was typed, whether or not it is anybody's. */
  | { kind: 'passwordReset'; email: string }
  /** A notification of the app, for somebody who wants to know of such things. */
  | { kind: 'notification'; userId: number; title: string; message: string; protocolId: number | null }
