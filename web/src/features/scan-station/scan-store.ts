import type { ScanAction } from '@malote/core/scans/scan.ts'

/** A scan that has no answer yet. */
export interface Scan {
  /** Its `Idempotency-Key`, so that it is done once however often it is sent. */
  key: string
  code: string
  action: ScanAction
  /** Milliseconds since 1970. */
  at: number
}

/** Most scans that wait for the network. */
export const mostWaiting = 500

/** Keeps the scans that wait, of each person apart and in order, across reloads and signing out. */
export interface ScanStore {
  /** The waiting scans of a person, oldest first. */
  read: (userId: number) => Promise<Scan[]>
  add: (userId: number, scan: Scan) => Promise<void>
  remove: (userId: number, key: string) => Promise<void>
}

const name = 'malote-scans'
const table = 'scans'

/** Scans in this browser's IndexedDB; where there is none, they last as long as the page. */
export function browserStore(): ScanStore {
  if (!globalThis.indexedDB) return memoryStore()
  let opened: Promise<IDBDatabase> | undefined
  const open = () => {
    opened ??= new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(name, 1)
      request.onupgradeneeded = () => {
        // The numbers, which keep the order, are the browser's own.
        const scans = request.result.createObjectStore(table, { keyPath: 'n', autoIncrement: true })
        scans.createIndex('person', 'userId')
        scans.createIndex('key', ['userId', 'key'], { unique: true })
      }
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
    return opened
  }
  const run = async <T>(mode: IDBTransactionMode, ask: (scans: IDBObjectStore) => IDBRequest<T>) => {
    const transaction = (await open()).transaction(table, mode)
    const request = ask(transaction.objectStore(table))
    return new Promise<T>((resolve, reject) => {
      transaction.oncomplete = () => resolve(request.result)
      transaction.onabort = () => reject(transaction.error)
    })
  }
  return {
    read: (userId) => run('readonly', (scans) => scans.index('person').getAll(userId)) as Promise<Scan[]>,
    add: async (userId, scan) => void (await run('readwrite', (scans) => scans.add({ ...scan, userId }))),
    async remove(userId, key) {
      const n = await run('readonly', (scans) => scans.index('key').getKey([userId, key]))
      if (n !== undefined) await run('readwrite', (scans) => scans.delete(n))
    },
  }
}

export function memoryStore(): ScanStore {
  const scans = new Map<number, Scan[]>()
  const of = (userId: number) => scans.get(userId) ?? []
  return {
    read: async (userId) => [...of(userId)],
    add: async (userId, scan) => void scans.set(userId, [...of(userId), scan]),
    remove: async (userId, key) =>
      void scans.set(
        userId,
        of(userId).filter((scan) => scan.key !== key),
      ),
  }
}
