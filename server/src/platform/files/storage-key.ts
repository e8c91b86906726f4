import { randomBytes } from 'node:crypto'

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'
const name = '[0-9]{4}-[0-9]{2}/[0-9a-f]{40}'

/** `{installation}/{month}/{random}`; files from before installations had an identity have no first part. */
const storageKey = new RegExp(`^(${uuid}/)?${name}$`)
const quarantineKey = new RegExp(`^(${uuid})/quarantine/([0-9]{4}-[0-9]{2}-[0-9]{2})/(${name})$`)

/** Length of `{month}/{random}`. */
const nameLength = 48

/** Whether a text is a key that we make. All others could lead out of the storage's folder. */
export const isStorageKey = (key: string): boolean => storageKey.test(key)

/** A key of our own, or of a file in quarantine. */
export const isOurs = (key: string): boolean => isStorageKey(key) || quarantineKey.test(key)

/**
 * A new key for a file of this installation. The random part reveals nothing; the month lets a sweep skip what is older.
 */
export const newStorageKey = (installation: string, now: Date): string =>
  `${installation}/${now.toISOString().slice(0, 7)}/${randomBytes(20).toString('hex')}`

/** The same file's key in another installation. */
export const keyIn = (installation: string, key: string): string => `${installation}/${key.slice(-nameLength)}`

/** Folder of the files that this installation no longer refers to, by the day on which that was noticed. */
export const quarantineOf = (installation: string): string => `${installation}/quarantine`

/** @param day civil date in UTC, `yyyy-MM-dd` */
export const inQuarantine = (installation: string, day: string, key: string): string =>
  `${quarantineOf(installation)}/${day}/${key.slice(-nameLength)}`

/** The day on which a file went into quarantine, and the key that it had; undefined for other keys. */
export function fromQuarantine(key: string): { day: string; key: string } | undefined {
  const [, installation, day, rest] = quarantineKey.exec(key) ?? []
  return day === undefined ? undefined : { day, key: `${installation}/${rest}` }
}
