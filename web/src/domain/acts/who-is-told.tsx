import { type TellingAct, type ToldAbout, toldWords } from '@malote/core/acts/told.ts'
import { useQuery } from '@tanstack/react-query'
import type { BulkItem } from '../items/bulk/bulk-item.ts'
import { protocolQuery } from '../protocols/protocols.api.ts'
import { useViewer } from '../session/session.tsx'

/** Whom an act on an item tells, from its protocol, which every dialog about it loads; nothing until then. */
export function WhoIsTold({ act, item }: { act: TellingAct; item: { id: number; protocolId: number } }) {
  const { data: protocol } = useQuery({ ...protocolQuery(item.protocolId), enabled: false })
  const known = protocol?.items.find(({ id }) => id === item.id)
  if (!protocol || !known) return null
  return <Told act={act} about={{ ...aboutProtocol(protocol), responsibles: [known.responsible || null] }} />
}

/** The same for a protocol as a whole; who answers for its items is only known to its detail. */
export function WhoIsToldOf({ act, protocolId }: { act: TellingAct; protocolId: number }) {
  const { data: protocol } = useQuery({ ...protocolQuery(protocolId), enabled: false })
  if (!protocol) return null
  const responsibles = protocol.items.flatMap(({ responsible }) => responsible || [])
  return <Told act={act} about={{ ...aboutProtocol(protocol), responsibles }} />
}

/** The same for several items of any protocols. */
export function WhoIsToldOfItems({ act, items }: { act: TellingAct; items: readonly BulkItem[] }) {
  const about = {
    origins: items.map(({ protocol }) => protocol.originDepartment || 'origem'),
    destinations: items.map(({ protocol }) => protocol.destinationDepartment || 'destino'),
    responsibles: items.map(({ responsible }) => responsible || null),
    requiresReturn: true,
  }
  return <Told act={act} about={about} />
}

interface Ends {
  creator: string
  originDepartment: string
  destinationDepartment: string
  requiresReturn: boolean
}

const aboutProtocol = ({ creator, originDepartment, destinationDepartment, requiresReturn }: Ends) => ({
  creator,
  origins: [originDepartment || 'origem'],
  destinations: [destinationDepartment || 'destino'],
  requiresReturn,
})

function Told({ act, about }: { act: TellingAct; about: ToldAbout }) {
  const { name } = useViewer()
  const words = toldWords(act, about, name)
  return words && <p className="soft small">{words}</p>
}
