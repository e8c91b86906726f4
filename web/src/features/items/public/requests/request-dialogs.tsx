import type { CivilDate } from '@malote/core/shared/civil-date.ts'
import { AnswerDialog } from './answer-dialog.tsx'
import { DecideDialog } from './decide-dialog.tsx'
import type { OpenRequestDialog } from './requested-item.ts'

interface RequestDialogsProps extends OpenRequestDialog {
  isOpen: boolean
  today: CivilDate
  onClose: () => void
}

/** Asking for more time, answering a reminder, and deciding a request; loaded when the first one opens. */
export default function RequestDialogs({ action, item, ...dialog }: RequestDialogsProps) {
  if (action !== 'decide') {
    return <AnswerDialog item={item} fixed={action === 'moreTime' ? 'extension' : null} {...dialog} />
  }
  if (!item.extensionRequest) return null
  return <DecideDialog item={item} request={item.extensionRequest} {...dialog} />
}
