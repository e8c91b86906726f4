import { useRouter } from '@tanstack/react-router'
import { useRef } from 'react'
import { useLatest } from '../freshness/use-latest.ts'

/**
 * A layer above the page that the address names, such as a dialog. Opening it is a new entry of the browser's history;
 * closing it goes back to the one before, so that Back does not open it again. A layer that was opened by a link has no
 * page behind it and replaces its entry instead.
 *
 * @param isOpen whether the address names it
 * @param replace takes it out of the address, in the same entry of the history
 * @returns `opened`: call it when the page opens the layer
 */
export function useAddressLayer(isOpen: boolean, replace: () => void) {
  const { history } = useRouter()
  const isOpenedHere = useRef(false)
  const isAsked = useLatest(isOpen)

  const opened = () => {
    isOpenedHere.current = true
  }
  const close = () => {
    if (!isAsked.current) return // Back has closed it meanwhile
    if (!isOpenedHere.current) return replace()
    isOpenedHere.current = false
    history.back()
  }
  return { opened, close }
}
