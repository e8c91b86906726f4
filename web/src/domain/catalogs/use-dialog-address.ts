import { useAddressLayer } from '../../ui/dialog/use-address-layer.ts'
import type { DialogSearch, RegisterScreenProps } from './register-search.ts'

/** Opens and closes the dialog in the address of a settings screen. */
export function useDialogAddress(dialog: DialogSearch, onDialog: RegisterScreenProps['onDialog']) {
  const { opened, close } = useAddressLayer(dialog.open !== undefined, () => onDialog({}, { replace: true }))
  const open = (next: DialogSearch) => {
    opened()
    onDialog(next)
  }
  return { open, close }
}
