import type { ProtocolDetail } from '@malote/core/protocols/protocol.ts'
import { Box } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { paperChangesQuery } from '../../../domain/codes/codes.api.ts'
import { formatDateAtTime } from '../../../lib/format.ts'
import { Banner } from '../../../ui/banner.tsx'

interface PaperNoticeProps {
  protocol: ProtocolDetail
  /** Of the paper whose code led here. */
  fingerprint: string
}

/** Whether the paper in one's hand still holds, and what has changed since it was printed (contract 22.11). */
export function PaperNotice({ protocol, fingerprint }: PaperNoticeProps) {
  const isCurrent = protocol.fingerprint === fingerprint
  const { data } = useQuery({
    ...paperChangesQuery(protocol.code ?? '', fingerprint, protocol.fingerprint ?? ''),
    enabled: !isCurrent && Boolean(protocol.code),
  })
  if (isCurrent) {
    return (
      <Box mb="md">
        <Banner tone="success">O papel que você leu está em dia.</Banner>
      </Box>
    )
  }
  return (
    <Box mb="md">
      <Banner tone="pending">
        <strong>O papel que você leu não está mais em dia.</strong>
        {data && data.changes.length > 0 && (
          <>
            <p>{data.isSince ? 'Desde a impressão:' : 'Ele é de antes de alguma destas mudanças:'}</p>
            <ul>
              {data.changes.map(({ id, createdAt, description }) => (
                <li key={id}>
                  <time dateTime={createdAt}>{formatDateAtTime(createdAt)}</time>: {description}
                </li>
              ))}
            </ul>
          </>
        )}
      </Banner>
    </Box>
  )
}
