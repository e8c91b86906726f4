import type { Db } from '../../platform/db/connect.ts'
import type { Config } from '../../platform/settings/config.ts'
import { isSignature, signatureOf } from './unsubscribe.ts'

/** One change of one person's e-mail address by an Admin. */
export interface AddressChange {
  userId: number
  /** In milliseconds; the link ends with the next change, or when it has been used. */
  at: number
}

/** The link by which the owner of the address before says that the change is right. */
export async function confirmationUrl(db: Db, { APP_URL }: Config, { userId, at }: AddressChange): Promise<string> {
  const text = `${userId}.${at}`
  return `${APP_URL}/confirmar-endereco#token=${text}.${await signatureOf(db, `address.${text}`)}`
}

/** The change that a token confirms; undefined when it is not ours. */
export async function readConfirmation(db: Db, token: string): Promise<AddressChange | undefined> {
  const [, id, at, signature] = /^(\d{1,9})\.(\d{1,15})\.([\w-]{43})$/.exec(token) ?? []
  if (signature === undefined || !(await isSignature(db, `address.${id}.${at}`, signature))) return undefined
  return { userId: Number(id), at: Number(at) }
}
