import { join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import type { Config } from '../settings/config.ts'
import { openStore, type Store, type StoreKind } from './store.ts'

/**
 * Storage of attachments, by key. All functions throw AppError UNAVAILABLE when the disk or the bucket fails, STORAGE_FULL
 * when it is full, and an error for a key that is not one of ours, because it could lead out of the folder.
 *
 * New files go to one store. The other one, if it is configured, is read as well: files that `npm run move-files` has not
 * moved yet are found there, at any moment of the move.
 */
export interface Storage extends Omit<Store, 'remove'> {
  /** Local folder for uploads that are not accepted yet. */
  incoming: string
  /** Ignores unknown keys. */
  remove: (keys: readonly string[]) => Promise<void>
}

/** The store of new files: FILES_STORE, by default the bucket if there is one. */
export const storeKind = ({ FILES_STORE, S3_BUCKET }: Config): StoreKind =>
  FILES_STORE ?? (S3_BUCKET === undefined ? 'disk' : 's3')

/** Opens nothing until the first use. */
export function openStorage(config: Config): Storage {
  const kind = storeKind(config)
  const current = openStore(config, kind)
  const other = config.S3_BUCKET === undefined ? undefined : openStore(config, kind === 'disk' ? 's3' : 'disk')
  const stores = other ? [current, other] : [current]

  /** Looks again in the current store, because a file may have been moved there after the first look. */
  const first = async <Result>(look: (store: Store) => Promise<Result | undefined>) => {
    for (const store of other ? [current, other, current] : [current]) {
      const found = await look(store)
      if (found !== undefined) return found
    }
    return undefined
  }
  return {
    incoming: join(resolve(config.DATA_DIR), 'incoming'),
    keep: current.keep,
    read: (key) => first<Readable>((store) => store.read(key)),
    lastModified: (key) => first((store) => store.lastModified(key)),
    async remove(keys) {
      for (const store of stores) await store.remove(keys)
    },
    async move(from, to) {
      for (const store of stores) await store.move(from, to)
    },
    async *list(folder) {
      for (const store of stores) yield* store.list(folder)
    },
    async installations() {
      const found = new Set<string>()
      for (const store of stores) for (const id of await store.installations()) found.add(id)
      return [...found]
    },
  }
}
