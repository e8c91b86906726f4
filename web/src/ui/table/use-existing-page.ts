import { useEffect, useEffectEvent } from 'react'

/**
 * Navigates to the last page when the requested one does not exist, because its last row was deleted or the link is
 * old.
 *
 * @param lastPage undefined while it is unknown
 */
export function useExistingPage(page: number, lastPage: number | undefined, goTo: (page: number) => void) {
  const goToLast = useEffectEvent(goTo)
  useEffect(() => {
    if (lastPage !== undefined && page > lastPage) goToLast(lastPage)
  }, [page, lastPage])
}
