import type { CivilDate } from '@malote/core/shared/civil-date.ts'
import { refusalWords, useChangedProtocol } from '../../protocols/protocols.api.ts'
import { useViewer } from '../../session/session.tsx'
import { AnswerDialog } from './answer-dialog.tsx'
import { DecideDialog } from './decide-dialog.tsx'
import { mayStillAsk } from './request-actions.ts'
import type { OpenRequestDialog } from './requests.api.ts'

interface RequestDialogsProps extends OpenRequestDialog {
  isOpen: boolean
  today: CivilDate
  onClose: () => void
}

/** Asking for more time, answering a reminder, and deciding a request; loaded when the first one opens. */
export default function RequestDialogs({ action, item, answer, ...dialog }: RequestDialogsProps) {
  const refusal = useOvertakenRequest({ action, item }, dialog.isOpen)
  if (action !== 'decide') {
    const fixed = action === 'moreTime' ? 'extension' : null
    return <AnswerDialog item={item} fixed={fixed} chosen={answer ?? fixed} refusal={refusal} {...dialog} />
  }
  if (!item.extensionRequest) return null
  return <DecideDialog item={item} request={item.extensionRequest} refusal={refusal} {...dialog} />
}

/** Why it can no longer be done; null while it can. */
function useOvertakenRequest({ action, item }: OpenRequestDialog, isOpen: boolean): string | null {
  const viewer = useViewer()
  const protocol = useChangedProtocol(item.protocolId, isOpen)
  const now = protocol?.items.find(({ id }) => id === item.id)
  return protocol && now ? refusalWords(mayStillAsk(action, viewer, protocol, now, item.extensionRequest)) : null
}
