import { LinkButton } from '../../ui/link-button.tsx'

/** Leads from the header of a list to the open occurrences. */
export const OccurrencesLink = () => (
  <LinkButton to="/ocorrencias" variant="subtle">
    Ocorrências
  </LinkButton>
)
