import { TextLink } from '../../ui/text-link.tsx'

/** A protocol's number as a link to it. */
export function ProtocolLink({ id }: { id: number }) {
  return (
    <TextLink to="/protocolos/$id" params={{ id: String(id) }} fw={500} inherit>
      #{id}
    </TextLink>
  )
}
