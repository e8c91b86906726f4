import { unsaved } from '../../lib/unsaved.ts'
import { LeaveDialog } from '../../ui/leave-dialog.tsx'
import { useLeaveAtOnce } from './use-leave.ts'

interface LeaveQuestionProps {
  isOpen: boolean
  onClose: () => void
}

/** Before *Sair*, when something that was typed would be lost. Loaded when it is first asked. */
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
