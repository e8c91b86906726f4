import { type TellingAct, type ToldAbout, toldWords } from '@malote/core/acts/told.ts'
import { useQuery } from '@tanstack/react-query'
import type { BulkItem } from '../items/bulk/bulk-item.ts'
import { protocolQuery } from '../protocols/protocols.api.ts'
import { useViewer } from '../session/session.tsx'

interface WhoIsToldProps {
  act: TellingAct
  protocolId: number
  /** The item that the act is about; without, all of the protocol. */
  itemId?: number
}

/** Whom an act tells, from the protocol, which every dialog about it or its items loads; nothing until then. */
export function WhoIsTold({ act, protocolId, itemId }: WhoIsToldProps) {
  const { data: protocol } = useQuery({ ...protocolQuery(protocolId), enabled: false })
  if (!protocol) return null
  const items = protocol.items.filter(({ id }) => itemId === undefined || id === itemId)
  return <Told act={act} {...aboutItems(items.map((item) => ({ ...item, protocol })))} creator={protocol.creator} />
}

/** The same for several items of any protocols. */
export const WhoIsToldOfItems = ({ act, items }: { act: TellingAct; items: readonly BulkItem[] }) => (
  <Told act={act} {...aboutItems(items)} />
)

const aboutItems = (items: readonly Pick<BulkItem, 'protocol' | 'responsible'>[]): ToldAbout => ({
  origins: items.map(({ protocol }) => protocol.originDepartment || 'origem'),
  destinations: items.map(({ protocol }) => protocol.destinationDepartment || 'destino'),
  responsibles: items.map(({ responsible }) => responsible || null),
  requiresReturn: items[0]?.protocol.requiresReturn ?? true,
})

function Told({ act, ...about }: ToldAbout & { act: TellingAct }) {
  const { name } = useViewer()
  const words = toldWords(act, about, name)
  return words && <p className="soft small">{words}</p>
}
