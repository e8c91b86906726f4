// One file for the dialogs of the second step, which are loaded together when the first of them opens.
export { PasskeyDialog, TotpDialog } from './enrol-dialog.tsx'
export { RecoveryCodesDialog } from './recovery-codes-dialog.tsx'
export { RemoveMethodDialog, ResetDialog } from './remove-method-dialog.tsx'
