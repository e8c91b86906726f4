import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { AttachmentList } from './attachment-list.tsx'

const page = renderToStaticMarkup(
  <MantineProvider>
    <QueryClientProvider client={new QueryClient()}>
      <AttachmentList
        attachments={[
          { id: 1, fileName: 'contrato.pdf', sizeBytes: 900 },
          { id: 2, fileName: 'laudo.pdf', sizeBytes: 900, scanSkipped: true },
          { id: 3, fileName: '[arquivo removido]' },
        ]}
      />
    </QueryClientProvider>
  </MantineProvider>,
)

// proves 18.68
it('says which file was not scanned, and nothing of the others', () => {
  const files = page.split('</li>').map((file) => file.replace(/<[^>]+>/g, ' '))
  expect(files[0]).not.toContain('verificado')
  expect(files[1]).toContain('Não verificado contra vírus')
})

it('has a button to save each file that is still there', () => {
  expect(page.match(/aria-label="Baixar" aria-description="[^"]+"/g)).toEqual([
    'aria-label="Baixar" aria-description="contrato.pdf"',
    'aria-label="Baixar" aria-description="laudo.pdf"',
  ])
})
