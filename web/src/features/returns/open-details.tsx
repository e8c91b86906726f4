import type { ReturnRow } from '@malote/core/returns/return-row.ts'
import { useMounted } from '@mantine/hooks'
import { useRef } from 'react'
import { DetailsDialog } from './details-dialog.tsx'
import type { ReturnContext } from './return-columns.tsx'

interface OpenDetailsProps {
  /** null when nothing is open. */
  row: ReturnRow | null
  context: ReturnContext
  onClose: () => void
}

/** Loaded when the first details are opened. */
export default function OpenDetails({ row, context, onClose }: OpenDetailsProps) {
  // A dialog remembers where the focus was when it opens, not when it is born open.
  const isReady = useMounted()
  // The last item stays in sight while the dialog fades out.
  const last = useRef(row)
  if (row) last.current = row
  if (!last.current) return null
  return <DetailsDialog isOpen={isReady && row !== null} row={last.current} context={context} onClose={onClose} />
}
