/** The kind of a refusal; only the server's error plugin maps it to an HTTP status. */
export type ErrorKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'notFound'
  | 'gone'
  | 'conflict'
  | 'tooLarge'
  | 'unsupportedMedia'
  | 'unprocessable'
  | 'tooManyRequests'
  | 'tooSlow'
  | 'full'
  | 'internal'
  | 'unavailable'

/** A refusal in the tables of errors. */
export interface ErrorEntry {
  kind: ErrorKind
  message: string
}
