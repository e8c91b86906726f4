import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { useForm } from 'react-hook-form'
import { expect, it } from 'vitest'
import type { ProtocolForm } from '../form/protocol-form.ts'
import { NewItems } from './new-items.tsx'

const empty: ProtocolForm = {
  remarks: '',
  originDepartmentId: null,
  destinationDepartmentId: null,
  destinationDepartmentIds: null,
  requiresReturn: false,
  items: [],
}

const WithoutItems = () => <NewItems form={useForm<ProtocolForm>({ defaultValues: empty })} onMoved={() => {}} />

// proves 2.7.4
it('says how to begin when there is no item', () => {
  const card = renderToStaticMarkup(
    <MantineProvider>
      <QueryClientProvider client={new QueryClient()}>
        <WithoutItems />
      </QueryClientProvider>
    </MantineProvider>,
  )
  const words = card.replace(/<style.*?<\/style>|<[^>]+>/g, '').replaceAll('&quot;', '"')
  expect(words).toContain('Nenhum item adicionado. Clique em "Adicionar Item" para começar.')
})
