import { formatDateAtTime } from '../../lib/format.ts'

interface StationNoteProps {
  /** What happened there. */
  words: string
  by?: string | null | undefined
  at: string | null | undefined
}

/** Under a station of the path: what happened, by whom and when. */
export function StationNote({ words, by, at }: StationNoteProps) {
  return (
    <>
      <div>{by ? `${words} por ${by}` : words}</div>
      {at && <time dateTime={at}>{formatDateAtTime(at)}</time>}
    </>
  )
}
