/** The door of this feature: what others may call. */
export { forgetOldKeys } from './forget-old-keys.ts'
export { recordHistory } from './history.repo.ts'
export { responsiblesOf } from './involved.queries.ts'
export { itemLabel, itemLabels } from './item-label.ts'
export {
  itemsOfLocked,
  type LockedItem,
  type LockedProtocol,
  lockProtocol,
  lockProtocolOfItem,
} from './lock-protocol.ts'
export { isoInstant } from './protocol-row.ts'
export { isInScope, narrowed, narrowingOf, type Scope, scopeOf, sourceOf } from './protocol-scope.ts'
export { mostCounted, readSearch, type Search } from './protocol-search.ts'
export { moveItems, updateItems } from './protocols.repo.ts'
export { removeOrphanedFiles } from './remove-orphaned-files.ts'
export { responsibleIn } from './responsible.queries.ts'
export { visibleTo } from './visible-to.ts'
