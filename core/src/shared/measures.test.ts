import { expect, it } from 'vitest'
import { countInWords, sizeInWords, spanInWords } from './measures.ts'

it.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [820, '820 bytes'],
  [14_300, '14 kB'],
  [2_440_000, '2,4 MB'],
  [999_700_000, '1 GB'],
  [52_000_000_000, '52 GB'],
  [3_200_000_000_000_000, '3.200 TB'],
])('%i bytes are %s', (bytes, words) => {
  expect(sizeInWords(bytes)).toBe(words)
})

it.each([
  [-3, '0 segundos'],
  [1.9, '1 segundo'],
  [60, '1 minuto'],
  [7199, '1 hora'],
  [47 * 3600, '47 horas'],
  [50 * 3600, '2 dias'],
])('%d seconds are %s', (seconds, words) => {
  expect(spanInWords(seconds)).toBe(words)
})

it('counts with its noun', () => {
  expect(countInWords(1, 'item', 'itens')).toBe('1 item')
  expect(countInWords(12_000, 'item', 'itens')).toBe('12.000 itens')
})
