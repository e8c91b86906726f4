import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cleanLine, cleanText, searchable, searchableNumber } from './typed-text.ts'

describe('a typed text', () => {
  it.each([
    ['NF\u00a04455', 'NF 4455'],
    ['1\u202f250', '1 250'],
    ['NF  4455\t\u3000x', 'NF 4455 x'],
    ['\u200bNF\u200b44\u206055\ufeff', 'NF4455'],
    ['pro\u00adtocolo', 'protocolo'],
    ['\u202a11.222\u202c \u2066x\u2069', '11.222 x'],
    ['a\u0007b\u001b\u0085c', 'ab\nc'],
    ['Antônio', 'Antônio'],
    ['um\r\ndois\rtrês\u2028quatro\vcinco', 'um\ndois\ntrês\nquatro\ncinco'],
    ['  um \n\n dois  ', 'um \n\n dois'],
    ['👩\u200d👩\u200d👧 ❤\ufe0f 1\ufe0f\u20e3 👍🏽', '👩\u200d👩\u200d👧 ❤\ufe0f 1\ufe0f\u20e3 👍🏽'],
    ['👩\u200d x\ufe0f', '👩 x'],
    [
      '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
      '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
    ],
    ['nº 5 e n° 5, d´água', 'nº 5 e n° 5, d´água'],
  ])('%j is stored as %j', (typed, stored) => expect(cleanText(typed)).toBe(stored))

  it('of one line has no line breaks', () => expect(cleanLine(' a\r\n\r\n b\u2029c ')).toBe('a b c'))

  const unit = fc.constantFrom(
    ...'aÀº° \t\n\r/´1👩👧🏽🏴',
    '\u00a0',
    '\u200b',
    '\u200d',
    '\ufe0f',
    '\u20e3',
    '\u0301',
    '\u0001',
    '\u{e0067}',
  )

  it('is clean once it was cleaned', () => {
    fc.assert(fc.property(fc.string({ unit }), (text) => cleanText(cleanText(text)) === cleanText(text)))
  })

  it('is found by what was stored of it', () => {
    fc.assert(fc.property(fc.string({ unit }), (text) => searchable(cleanText(text)) === searchable(text)))
  })
})

it.each([
  ['n° 5', 'Nº 5'],
  ["D'ÁGUA", 'd´água'],
  ["d'agua", 'd’água'],
  ['2026-11', '2026\u201111'],
  ['2026-11', '2026–11'],
  ['"a"', '“a”'],
  ['straße', 'STRASSE'],
  ['ｆｕｌｌ', 'full'],
  ['a  b', ' A\u00a0B '],
])('a search for %j sees %j', (typed, stored) => expect(searchable(typed)).toBe(searchable(stored)))

it.each([
  ['00058.987654/2026\u201111', '00058987654202611'],
  ['3526 1199 8877\u00a06600 0195 5500 1000 0012 3410 0001 2345', '35261199887766000195550010000012341000012345'],
  ['12/2026', '12/2026'],
  ['NF 4455 de 11/11/2026', 'nf 4455 de 11/11/2026'],
])('of the number %j a search sees %j', (typed, seen) => expect(searchableNumber(typed)).toBe(seen))
