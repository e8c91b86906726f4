import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { ProgressBar } from './progress-bar.tsx'

it('shows and says large numbers with their thousands apart', () => {
  const bar = renderToStaticMarkup(<ProgressBar completed={1500} total={12_000} label="Prazos recalculados" />)
  expect(bar).toContain('aria-valuetext="1.500 de 12.000"')
  expect(bar).toContain('1.500/12.000')
})
