import type { BlackOutKind } from '@malote/core/black-outs/black-out.ts'
import type { Removable } from '@malote/core/black-outs/black-out-rules.ts'
import type { LockedItem, LockedProtocol } from '../../domain/custody/lock-protocol.ts'
import type { Trx } from '../../platform/db/connect.ts'
import type { Removed } from './black-outs.repo.ts'

/** Something that is to be removed, in a protocol that the transaction has locked. */
export interface RemovalTarget extends Removable {
  protocol: LockedProtocol
  kind: BlackOutKind
  id: number
  /** Of an item, of its attachments and of its texts. */
  item?: LockedItem
  /** Its name in the audit. */
  subjectKind: 'attachment' | 'comment' | 'extension_request' | 'history' | 'item' | 'occurrence' | 'protocol'
  /** In the history, after "removeu": `as observações do protocolo`. */
  words: string
  /** Places with the same text, which are removed with it. */
  alsoRemoved?: readonly Removed[]
  /** The same text in other protocols, which it was copied to or from; each is a removal of its own there. */
  copies?: readonly RemovalTarget[]
  /** Replaces the text. */
  remove: (trx: Trx, at: Date) => Promise<unknown>
  /** Key of the file in the storage. */
  storageKey?: string
}
