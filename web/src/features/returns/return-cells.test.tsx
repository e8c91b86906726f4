import type { ReturnRow } from '@malote/core/returns/return-row.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { TypeCell } from './return-cells.tsx'

const cell = (row: Pick<ReturnRow, 'itemType' | 'category' | 'categoryColor'>) =>
  renderToStaticMarkup(<TypeCell {...(row as ReturnRow)} />)

// proves 2.9.3, 14.3
it('shows the type with its category, in the colour of the category', () => {
  const chip = cell({ itemType: 'Contrato', category: 'Trabalhista', categoryColor: '#1B4F9C' })
  expect(chip.replace(/<[^>]+>/g, ' ')).toMatch(/Contrato\s+Trabalhista/)
  expect(chip).toContain('background:#1B4F9C')
})

it('needs neither a colour nor a category', () => {
  expect(cell({ itemType: 'Contrato', category: 'Trabalhista', categoryColor: null })).not.toContain('background')
  expect(cell({ itemType: '', category: null, categoryColor: null })).toContain('—')
})
