import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkCharacter, codeAlphabet, completeCode, readCode, shownCode } from './code.ts'
import { canonicalForm } from './paper.ts'
import { verdictOnPaper } from './paper-verdict.ts'

const body = fc.string({ unit: fc.constantFrom(...codeAlphabet), minLength: 10, maxLength: 10 })
const code = body.map(completeCode).filter((complete) => complete !== null)

describe('a code', () => {
  // proves 22.1
  it.each([
    // The examples of two identifiers that use the same standard: GRid A1-2425G-ABC1234002-M, EIDR 7791-8534-2C23-9030-8610-5.
    ['A12425GABC1234002', 'M'],
    ['779185342C2390308610', '5'],
  ])('%s has the check character %s of ISO 7064 MOD 37,36', (text, check) => {
    expect(checkCharacter(text)).toBe(check)
  })

  // proves 22.1
  it('has no character that is easily misread, its check character included', () => {
    fc.assert(fc.property(code, (one) => !/[ILOU]/.test(one)))
    expect('ILOU'.split('').map((check) => bodyWithCheck(check))).toSatisfy((bodies: string[]) =>
      bodies.every((one) => completeCode(one) === null),
    )
  })

  // proves 22.1
  it('is read as it is shown, in any case, with or without hyphens, O as 0, I and L as 1', () => {
    fc.assert(
      fc.property(
        code,
        fc.constantFrom('1', 'I', 'L', 'l', 'i'),
        fc.constantFrom('0', 'o', 'O'),
        (one, ones, zeros) => {
          const typed = shownCode(one).toLowerCase().replaceAll('1', ones).replaceAll('0', zeros)
          expect(shownCode(one)).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{3}$/)
          expect([readCode(typed), readCode(` ${one} `), readCode(shownCode(one).replaceAll('-', '–'))]).toEqual([
            one,
            one,
            one,
          ])
        },
      ),
    )
  })

  // proves 22.2
  it('is refused with one wrong character, wherever it stands', () => {
    fc.assert(
      fc.property(code, fc.nat(10), fc.constantFrom(...codeAlphabet), (one, place, character) => {
        fc.pre(one[place] !== character)
        expect(readCode(one.slice(0, place) + character + one.slice(place + 1))).toBeNull()
      }),
    )
  })

  // proves 22.2
  it.each(['', 'U', '0000-0000-00', '0000-0000-0011', '0000/0000/001', '0000-0000-00Ü', '٠٠٠٠-٠٠٠٠-٠٠١'])(
    'is not what is written as “%s”',
    (text) => expect(readCode(text)).toBeNull(),
  )
})

/** Some body whose check character is `check`. */
function bodyWithCheck(check: string): string {
  for (let n = 0; ; n += 1) {
    const one = n.toString().padStart(10, '0')
    if (checkCharacter(one) === check) return one
  }
}

describe('the canonical form of a paper', () => {
  const item = { id: 7, status: 'pendente', documentNumber: 'A-1', itemTypeId: 3, returnDate: '2026-11-27' }
  const paper = { id: 5, originDepartmentId: 1, destinationDepartmentId: 2, items: [item] }

  // proves 22.5
  it('is this text, byte for byte, for the papers that are already printed', () => {
    expect(canonicalForm({ ...paper, items: [{ ...item, id: 9, documentNumber: null, returnDate: null }, item] })).toBe(
      '[5,1,2,[[7,"A-1",3,"2026-11-27"],[9,null,3,null]]]',
    )
  })

  // proves 22.5
  it.each([
    ['number of the protocol', { id: 6 }],
    ['origin', { originDepartmentId: 4 }],
    ['destination', { destinationDepartmentId: 4 }],
    ['items', { items: [item, { ...item, id: 8 }] }],
    ['document number', { items: [{ ...item, documentNumber: 'A-2' }] }],
    ['type', { items: [{ ...item, itemTypeId: 4 }] }],
    ['due date', { items: [{ ...item, returnDate: null }] }],
    ['cancelled items', { items: [{ ...item, status: 'cancelado' }] }],
  ])('changes with the %s', (_, change) => {
    expect(canonicalForm({ ...paper, ...change })).not.toBe(canonicalForm(paper))
  })

  // proves 22.5
  it('stays when items come back, are completed or are listed in another order', () => {
    const [one, other] = [item, { ...item, id: 8 }]
    const settled = [
      { ...other, status: 'concluído' },
      { ...one, status: 'retornado' },
    ]
    expect(canonicalForm({ ...paper, items: settled })).toBe(canonicalForm({ ...paper, items: [one, other] }))
  })
})

// proves 22.10
it.each([
  ['Pendente', true, 'success', 'Este papel é autêntico e continua valendo.'],
  ['Concluído', true, 'success', 'o protocolo já foi concluído'],
  ['Em andamento', false, 'danger', 'não vale mais: o protocolo mudou depois da impressão'],
  ['Cancelado', true, 'danger', 'não vale mais: o protocolo foi cancelado'],
  ['Pendente', null, 'pending', 'só o QR code impresso nele diz'],
])('a paper of a protocol that is %s, current %s: %s, “%s”', (status, current, tone, part) => {
  const verdict = verdictOnPaper({ status, current })
  expect(verdict.tone).toBe(tone)
  expect(verdict.sentence).toContain(part)
})
