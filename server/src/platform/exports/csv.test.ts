import { expect, it } from 'vitest'
import { csvLines, withoutApostrophe } from './csv.ts'

// proves V1.1.2, V1.3.3
it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1', '＋1', '－1', '＠A1'])(
  'keeps %j from being computed',
  (text) => {
    expect(csvLines([[text]])).toMatch(/^"?'/)
    expect(withoutApostrophe(`'${text}`)).toBe(text)
  },
)

it('leaves numbers bare, and gives ordinary text no apostrophe', () => {
  expect(["'s-Hertogenbosch", 'a', "'"].map(withoutApostrophe)).toEqual(["'s-Hertogenbosch", 'a', "'"])
  expect(csvLines([[-1, 'a=1', null, 'x;"y"\nz']])).toBe('-1;"a=1";;"x;""y""\nz"\r\n')
})

// proves 7.6.1, V1.1.2, V1.3.3
it.each(['a,=1+41', 'a\t=1+41', 'a =1+41', 'Urgente\nLigar antes', 'Urgente\rLigar antes', 'Ver\n=1+1'])(
  'keeps %j in one cell, whatever separates cells where the file is opened',
  (text) => {
    expect(csvLines([[1, text, 2]])).toBe(`1;"${text}";2\r\n`)
  },
)
