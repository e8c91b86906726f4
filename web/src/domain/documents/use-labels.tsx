import { useDialog } from '../../ui/dialog/use-dialog.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import type { Subjects } from './documents.ts'

const LabelDialog = lazyPart(() => import('./label-dialog.tsx'))

/** The dialog of labels, for whatever offers them; render `dialog` anywhere on the page. */
export function useLabels() {
  const { subject, isOpen, opening, open, close } = useDialog<Subjects>()
  const dialog = subject && <LabelDialog key={opening} isOpen={isOpen} subjects={subject} onClose={close} />
  return { open, dialog }
}
