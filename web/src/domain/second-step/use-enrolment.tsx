import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useDialog } from '../../ui/dialog/use-dialog.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { offerTotp, renewCodes, type TotpOffer } from './second-step.api.ts'

const load = () => import('./dialogs.ts')
const TotpDialog = lazyPart(async () => ({ default: (await load()).TotpDialog }))
const PasskeyDialog = lazyPart(async () => ({ default: (await load()).PasskeyDialog }))
const RecoveryCodesDialog = lazyPart(async () => ({ default: (await load()).RecoveryCodesDialog }))

/**
 * The ways to enrol a second step, with their dialogs.
 *
 * @param onDone called when a method is enrolled and its recovery codes, if there are any, are kept
 */
export function useEnrolment(onDone?: () => void) {
  const offer = useMutation(offerTotp)
  const renewal = useMutation(renewCodes(useQueryClient()))
  const totp = useDialog<TotpOffer>()
  const passkey = useDialog<true>()
  const recovery = useDialog<readonly string[]>()

  const enrolled = (close: () => void) => (codes: readonly string[]) => {
    close()
    if (codes.length > 0) recovery.open(codes)
    else onDone?.()
  }
  const dialogs = (
    <>
      {totp.subject && (
        <TotpDialog
          key={totp.opening}
          isOpen={totp.isOpen}
          offer={totp.subject}
          onEnrolled={enrolled(totp.close)}
          onClose={totp.close}
        />
      )}
      {passkey.subject && (
        <PasskeyDialog
          key={passkey.opening}
          isOpen={passkey.isOpen}
          onEnrolled={enrolled(passkey.close)}
          onClose={passkey.close}
        />
      )}
      {recovery.subject && (
        <RecoveryCodesDialog
          key={recovery.opening}
          isOpen={recovery.isOpen}
          codes={recovery.subject}
          onClose={() => {
            recovery.close()
            onDone?.()
          }}
        />
      )}
    </>
  )
  return {
    startTotp: () => offer.mutate(undefined, { onSuccess: totp.open }),
    startPasskey: () => passkey.open(true),
    startRenewal: () => renewal.mutate(undefined, { onSuccess: recovery.open }),
    isBusy: offer.isPending || renewal.isPending,
    dialogs,
  }
}
