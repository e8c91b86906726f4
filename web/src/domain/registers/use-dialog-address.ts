import { useRouter } from '@tanstack/react-router'
import { useRef } from 'react'
import { useLatest } from '../../ui/use-latest.ts'
import type { DialogSearch, RegisterScreenProps } from './register-search.ts'

/** Opens and closes the dialog in the address of a settings screen. */
export function useDialogAddress(dialog: DialogSearch, onDialog: RegisterScreenProps['onDialog']) {
  const { history } = useRouter()
  const isOpenedHere = useRef(false)
  const isAsked = useLatest(dialog.open !== undefined)

  const open = (next: DialogSearch) => {
    isOpenedHere.current = true
    onDialog(next)
  }
  // Goes back in the history, so that the browser's Back does not show the list twice. A dialog that was opened by a
  // link has no list behind it and replaces its entry instead.
  const close = () => {
    if (!isAsked.current) return // Back has closed it during the save
    if (!isOpenedHere.current) return onDialog({}, { replace: true })
    isOpenedHere.current = false
    history.back()
  }
  return { open, close }
}
