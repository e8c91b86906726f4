// One file for the dialogs of the second step, which are loaded together when the first of them opens.
export { PasskeyDialog } from './passkey-dialog.tsx'
export { RecoveryCodesDialog } from './recovery-codes-dialog.tsx'
export { RemoveMethodDialog } from './remove-method-dialog.tsx'
export { ResetDialog } from './reset-dialog.tsx'
export { TotpDialog } from './totp-dialog.tsx'
