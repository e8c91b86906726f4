import { useEffect, useSyncExternalStore } from 'react'
import { proof } from '../../lib/proof.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'

const ProofDialog = lazyPart(() => import('../../domain/session/proof-dialog.tsx'))

/** Asks for the password when a call needs it again; `lib/api.ts` then repeats the call. */
export function Proof() {
  const { isOpen, opening } = useSyncExternalStore(proof.subscribe, proof.get, proof.get)
  useEffect(proof.host, [])
  return opening > 0 && <ProofDialog key={opening} isOpen={isOpen} onDone={give} onClose={giveUp} />
}

const give = () => proof.answer(true)
const giveUp = () => proof.answer(false)
