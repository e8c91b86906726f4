import { useRouter } from '@tanstack/react-router'
import { useRef } from 'react'
import { useLatest } from '../../ui/use-latest.ts'
import type { DialogSearch, RegisterScreenProps } from './register-search.ts'

/** Opens and closes the dialog that the address of a settings screen holds. */
export function useDialogAddress(dialog: DialogSearch, onDialog: RegisterScreenProps['onDialog']) {
  const { history } = useRouter()
  const isOpenedHere = useRef(false)
  const isAsked = useLatest(dialog.open !== undefined)

  const open = (next: DialogSearch) => {
    isOpenedHere.current = true
    onDialog(next)
  }
  // Back to the list one came from, so that the browser's Back does not show it twice; a dialog that the address
  // itself asked for has no list behind it.
  const close = () => {
    if (!isAsked.current) return // Back has closed it while it was saving
    if (!isOpenedHere.current) return onDialog({}, { replace: true })
    isOpenedHere.current = false
    history.back()
  }
  return { open, close }
}
