import { createHash } from 'node:crypto'
import type { NewProtocol, ProtocolEdit } from '@malote/core/protocols/protocol.ts'
import type { ReceivedFile } from '../../../files/receive-file.ts'

/** An edit, and what it edits. */
type EditOf = ProtocolEdit & { id: number }

/**
 * SHA-256 of what a creation or an edit asks for, the same however it travels: as multipart or JSON, its fields in any order, what is
 * left open absent, null or blank. What the server works out by itself is no part of it: due dates depend on the day.
 *
 * @param files in any order; their names and contents count
 */
export function contentDigest(sent: NewProtocol | EditOf, files: readonly ReceivedFile[]): Buffer {
  const content = {
    ...sent,
    items: sent.items.map(({ returnDate, hasAttachment, ...item }: Record<string, unknown>) => item),
    files: files
      .toSorted((a, b) => a.index - b.index)
      .map(({ index, fileName, sha256 }) => ({ index, fileName, sha256: sha256.toString('hex') })),
  }
  return createHash('sha256').update(JSON.stringify(content, canonical)).digest()
}

/** For `JSON.stringify`: keys in alphabetical order, without those that say nothing. */
function canonical(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const said = Object.entries(value).filter(([, field]) => field !== null && field !== '')
  return Object.fromEntries(said.sort(([a], [b]) => (a < b ? -1 : 1)))
}
