import { formatDateAtTime } from '../../lib/format.ts'

interface PathStopNoteProps {
  /** What happened at this stop. */
  words: string
  by?: string | null | undefined
  at: string | null | undefined
}

/** Note below a stop of the path: what happened, by whom and when. */
export function PathStopNote({ words, by, at }: PathStopNoteProps) {
  return (
    <>
      <div>{by ? `${words} por ${by}` : words}</div>
      {at && <time dateTime={at}>{formatDateAtTime(at)}</time>}
    </>
  )
}
