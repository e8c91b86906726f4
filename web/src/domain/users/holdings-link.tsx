import { TextLink } from '../../ui/links.tsx'

interface HoldingsLinkProps {
  userId: number
  name: string
}

/** Leads from a person to the items that they answer for. */
export function HoldingsLink({ userId, name }: HoldingsLinkProps) {
  return (
    <TextLink to="/retornos" search={{ responsible: userId }} title={`Ver o que está com ${name}`} inherit>
      {name}
    </TextLink>
  )
}
