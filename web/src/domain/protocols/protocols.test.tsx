import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { AwaitingNote } from './awaiting-note.tsx'
import { CustodyChain } from './custody-chain.tsx'
import { PathStopNote } from './return-path.tsx'

describe('awaiting note', () => {
  const words = (days: number | null) => renderToStaticMarkup(<AwaitingNote days={days} />)

  // proves 20.55
  it.each([
    [null, ''],
    [0, ''],
    [1, 'aguarda recebimento há 1 dia útil'],
    [3, 'aguarda recebimento há 3 dias úteis'],
  ])('says how long a protocol has been waiting for %s days', (days, text) => {
    expect(words(days).replace(/<[^>]*>/g, '')).toBe(text)
  })

  it('is emphasised after more than two business days', () => {
    expect(words(2)).not.toContain('data-long')
    expect(words(3)).toContain('data-long')
  })
})

describe('custody chain', () => {
  const at = '2026-11-20T12:00:00Z'
  const hop = (department: string) => ({
    department,
    since: at,
    receivedAt: at,
    returnedAt: null,
    returnDate: '2026-11-27',
    protocolId: null,
  })
  const legal = hop('Jurídico')

  it('says the open occurrences of a stop on a line of their own', () => {
    const chain = renderToStaticMarkup(
      <QueryClientProvider client={new QueryClient()}>
        <CustodyChain
          path={[
            { from: null, itemsCount: 1, itemIds: [1], hops: [legal], at: 0 },
            { from: null, itemsCount: 1, itemIds: [2], hops: [legal, hop('Diretoria')], at: 1 },
          ]}
          requiresReturn
          items={[
            { id: 1, openOccurrences: 1, forwardedFrom: null },
            { id: 2, openOccurrences: 0, forwardedFrom: null },
          ]}
          origin="Recursos Humanos"
          destination="Jurídico"
          line="solid"
          sent={null}
          arrived={<PathStopNote words="Recebido" by="Carlos Menezes" at={at} />}
        />
      </QueryClientProvider>,
    )
    const lines = chain.replace(/<\/?div[^>]*>/g, '\n').replace(/<[^>]+>/g, '')
    expect(lines).toMatch(/^1 ocorrência$/m)
    expect(lines.match(/ocorrência/g)).toHaveLength(1)
  })
})
