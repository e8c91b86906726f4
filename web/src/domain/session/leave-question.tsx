import { unsaved } from '../../lib/drafts.ts'
import { LeaveDialog } from '../../ui/dialog/unsaved-changes-guard.tsx'
import { useLeaveAtOnce } from './use-leave.ts'

interface LeaveQuestionProps {
  isOpen: boolean
  onClose: () => void
}

/** Asks for confirmation of *Sair* when unsaved input would be lost. Loaded when first needed. */
export default function LeaveQuestion({ isOpen, onClose }: LeaveQuestionProps) {
  const leave = useLeaveAtOnce()
  const giveUp = () => {
    unsaved.giveUp()
    leave()
    onClose()
  }
  return (
    <LeaveDialog isOpen={isOpen} onLeave={giveUp} onStay={onClose}>
      O que você digitou e ainda não salvou ou enviou será perdido.
    </LeaveDialog>
  )
}
