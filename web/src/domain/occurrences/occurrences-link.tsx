import { AnchorLink } from '../../ui/anchor-link.tsx'

/** Leads from the summary of a list to the open occurrences. */
export const OccurrencesLink = () => (
  <>
    {' · '}
    <AnchorLink to="/ocorrencias" inherit>
      Ocorrências
    </AnchorLink>
  </>
)
