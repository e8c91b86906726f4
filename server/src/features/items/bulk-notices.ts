import { andMore } from '@malote/core/shared/portuguese.ts'
import { itemLabels } from '../../domain/custody/item-label.ts'
import type { LockedItem, LockedProtocol } from '../../domain/custody/lock-protocol.ts'
import type { ItemAudience, NoticeText, Part } from '../../domain/notices/notices-of-act.ts'

export const itemsOf = <Item>(parts: readonly Part<Item>[]): Item[] => parts.flatMap(({ items }) => items)

export const isResponsibleFor = ({ responsibleId }: LockedItem, userId: number): boolean => responsibleId === userId

/**
 * Who must return each of the items: the responsible user, or the Gestores of the destination if nobody there is
 * responsible for it (contract 11.20).
 */
export const answeringForEach = (
  { destinationDepartmentId }: LockedProtocol,
  items: readonly LockedItem[],
): ItemAudience<LockedItem>[] => [
  {
    users: items.map(({ responsibleId }) => responsibleId),
    because: 'responde por isso',
    only: (item, userId) => item.isResponsibleThere && isResponsibleFor(item, userId),
  },
  {
    managersOf: destinationDepartmentId,
    because: 'é gestor do departamento de destino e ninguém de lá responde por isso',
    only: (item) => !item.isResponsibleThere,
  },
]

/** Maximum number of protocols that a notification lists individually. */
const listed = 5

/** The items of an act in a notification: `do protocolo #5: Item A; Item B.`, or a line per protocol. */
export function ofProtocols(parts: readonly Part<LockedItem>[]): string {
  const [first, ...others] = parts
  if (first && others.length === 0) return `do protocolo #${first.protocolId}: ${itemLabels(first.items)}.`
  const lines = parts.slice(0, listed).map(({ protocolId, items }) => `Protocolo #${protocolId}: ${itemLabels(items)}`)
  const more = andMore(parts.length - lines.length, 'protocolo', 'protocolos')
  return [`de ${parts.length} protocolos:`, ...lines, ...more].join('\n')
}

/** What a notification leads to: the only protocol and the only item, or the first protocol. */
export function firstSubject(parts: readonly Part<{ id: number }>[]): Pick<NoticeText, 'protocolId' | 'itemId'> {
  const [item, ...others] = itemsOf(parts)
  return { protocolId: parts[0]?.protocolId ?? null, itemId: others.length === 0 ? (item?.id ?? null) : null }
}

/** Like {@link firstSubject}, but null for several protocols: the notification then leads to the returns screen. */
export function onlySubject(parts: readonly Part<{ id: number }>[]): Pick<NoticeText, 'protocolId' | 'itemId'> {
  return parts.length > 1 ? { protocolId: null, itemId: null } : firstSubject(parts)
}
