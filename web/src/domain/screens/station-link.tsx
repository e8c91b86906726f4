import { LinkButton } from '../../ui/links.tsx'

/** Leads from the header of a list to the scan station, which the sidebar does not have. */
export const StationLink = () => (
  <LinkButton to="/conferencia" variant="subtle">
    Conferência
  </LinkButton>
)
