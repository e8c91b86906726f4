import { useEffect, useEffectEvent } from 'react'

/**
 * Leads to the last page when the one that is asked for does not exist: its last row has gone, or a link has grown old.
 *
 * @param lastPage undefined while it is not known
 */
export function useExistingPage(page: number, lastPage: number | undefined, goTo: (page: number) => void) {
  const goToLast = useEffectEvent(goTo)
  useEffect(() => {
    if (lastPage !== undefined && page > lastPage) goToLast(lastPage)
  }, [page, lastPage])
}
