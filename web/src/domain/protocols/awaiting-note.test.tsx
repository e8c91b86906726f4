import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { AwaitingNote } from './awaiting-note.tsx'

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
