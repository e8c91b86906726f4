import { expect, it } from 'vitest'
import { highlighted } from './highlight.ts'

const marked = (text: string, search: string) =>
  highlighted(text, search)
    .map((piece) => (piece.isHit ? `[${piece.text}]` : piece.text))
    .join('')

// proves 17.71
it.each([
  ['pasta da Maria Souza', 'maria', 'pasta da [Maria] Souza'],
  ['Cartório de São José', 'sao jose', 'Cartório de [São] [José]'],
  ['Cartório de Sa\u0303o José', 'SÃO', 'Cartório de [São] José'],
  ['Contrato, contratos', 'contrato', '[Contrato], [contrato]s'],
  ['Nota 77', '#77', 'Nota [77]'],
  ['a casa', 'a', 'a casa'],
  ['', 'x', ''],
  ['Ofício', 'outra', 'Ofício'],
  ['a.b', '.*', 'a.b'],
])('%j, searched for %j', (text, search, result) => {
  expect(marked(text, search)).toBe(result)
})

it('loses no letter of the text', () => {
  const text = 'ﬁel à ß, İstanbul 😀 pasta'
  expect(
    highlighted(text, 'pasta istanbul')
      .map((piece) => piece.text)
      .join(''),
  ).toBe(text.normalize('NFC'))
})
