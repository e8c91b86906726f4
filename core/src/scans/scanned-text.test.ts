import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { codeAlphabet, completeCode, shownCode } from '../codes/code.ts'
import { isRestOfAddress, readScannedText } from './scanned-text.ts'

/** Its check character is right. */
const code = completeCode('7K3QZ0MYA4') ?? ''
const shown = shownCode(code)
const address = `https://malote.exemplo.gov.br/q/${shown}?f=1a2b3c4d`

/** What a keyboard types for a text that a scanner, set to a US keyboard, sends. */
const typedOn = (from: string, to: string) => (text: string) =>
  [...text].map((one) => to[from.indexOf(one)] ?? one).join('')
const abnt = typedOn('/:?;', ';Ç:ç')
const german = typedOn('/:?-yzYZ=', '-Ö_ßzyZY´')
const french = typedOn('1234567890-qwazQWAZmM/:?.=', '&é"\'(-è_çà)azqwAZQW,?!M§:=')
const shifted = typedOn('1234567890-', '!@#$%¨&*()_')
const capsLock = (text: string) =>
  text.replace(/[a-z]/gi, (one) => (one === one.toUpperCase() ? one.toLowerCase() : one.toUpperCase()))

describe('what a scanner typed', () => {
  // proves 23.9
  it.each([
    ['the code', shown],
    ['the code without hyphens', code],
    ['in small letters', shown.toLowerCase()],
    ['with the hyphen as slash', shown.replaceAll('-', '/')],
    ['with the hyphen as apostrophe', shown.replaceAll('-', "'")],
    ['with blanks around it', ` ${shown}\t`],
    ['with a prefix', `]Q3${shown}`],
    ['with a suffix', `${shown}#07`],
    ['without hyphens, with letters before it', `AB${code}`],
    ['a whole address', address],
    ['an address whose code has no hyphens', address.replace(shown, code)],
    ['an address of an installation below a path', `http://intranet/malote/q/${shown}`],
    ['an address typed with caps lock', capsLock(address)],
    ['an address on a Brazilian keyboard', abnt(address)],
    ['on a German keyboard', german(shown)],
    ['an address on a German keyboard', german(address)],
    ['on a French keyboard', french(shown)],
    ['an address on a French keyboard', french(address)],
    ['with Shift held down', shifted(shown)],
  ])('is read: %s', (_, text) => {
    expect(readScannedText(text)?.code).toBe(code)
  })

  // proves 23.9
  it.each([
    ['nothing', ''],
    ['a word', 'malote'],
    ['a number of a product', '7891000100103'],
    ['a code that was cut off', shown.slice(0, 11)],
    ['a wrong check character', `${shown.slice(0, -1)}${shown.endsWith('7') ? '8' : '7'}`],
    ['an address of something else', 'https://exemplo.gov.br/quadro/avisos'],
  ])('is no code: %s', (_, text) => {
    expect(readScannedText(text)).toBeNull()
  })

  // proves 23.9
  it('says what stood around the code and how it was typed, but not the address', () => {
    expect(readScannedText(`]Q3${shown}#`)).toMatchObject({ prefix: ']Q3', suffix: '#', layout: null })
    expect(readScannedText(address)).toMatchObject({ prefix: '', suffix: '', layout: null })
    expect(readScannedText(french(shown))).toMatchObject({ layout: 'azerty' })
    expect(readScannedText(german(shown))).toMatchObject({ layout: 'qwertz' })
    expect(readScannedText(shifted(shown))).toMatchObject({ layout: 'shifted' })
  })

  // proves 23.9
  it('is read for every code, whatever keyboard it came through', () => {
    const body = fc.string({ unit: fc.constantFrom(...codeAlphabet), minLength: 10, maxLength: 10 })
    const codes = body.map(completeCode).filter((one) => one !== null)
    fc.assert(
      fc.property(codes, (one) => {
        const paper = `https://malote.exemplo.gov.br/q/${shownCode(one)}?f=00ff12ab`
        expect(readScannedText(abnt(capsLock(paper)))?.code).toBe(one)
        expect(readScannedText(shownCode(one).replaceAll('-', '/').toLowerCase())?.code).toBe(one)
        // Another reading may by chance be a code, too, which is then one that nobody has.
        expect(readScannedText(german(shownCode(one)))).not.toBeNull()
      }),
    )
  })

  // proves 22.2
  it('is no code when its last character is torn off, or while it is being typed', () => {
    const shown = Array.from({ length: 2000 }, (_, n) => completeCode(`H78Y${String(n * 499).padStart(6, 'V')}`))
      .filter((code) => code !== null)
      .map(shownCode)
    const torn = shown.map((code) => code.slice(0, -1)).filter((text) => readScannedText(text) !== null)
    const begun = shown.map((code) => code.slice(0, -2)).filter((text) => readScannedText(text, false) !== null)
    expect([torn, begun]).toEqual([[], []])
  })

  // proves 23.8
  it('is not taken from the middle of what is still being typed', () => {
    expect(readScannedText(`AB${code}`, false)).toBeNull()
    expect(readScannedText(`https://x.br/q/${shown}`, false)?.code).toBe(code)
    expect(['?f=1a2b3c4d', ':f=1a2b', '?', shown].map((text) => isRestOfAddress(text))).toEqual([
      true,
      true,
      false,
      false,
    ])
  })
})
