import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { CustodyChain } from './custody-chain.tsx'
import { PathStopNote } from './return-path.tsx'

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
