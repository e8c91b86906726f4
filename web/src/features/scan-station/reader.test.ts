import { describe, expect, it } from 'vitest'
import { cameraFailures, failureOf } from './camera/camera-failure.ts'
import { diagnose } from './reader-test-page.tsx'
import { emptyReader, type Keyboard, readKeyboard, silence } from './use-scan-keys.ts'

const code = '7K3QZ0MYA4A'
const shown = '7K3Q-Z0MY-A4A'
const other = '0000000001N'

/**
 * Types as a scanner does, a character each 5 ms; `⏎` and `⇥` are keys, `…` is a pause without keys.
 *
 * @param isInField whether the field has the focus, not a button
 * @returns the codes that were read, and the keys that went on to the page
 */
function typing(keys: string, isInField = true) {
  let [reader, at] = [emptyReader, 0]
  const [read, passed]: [(string | null)[], string[]] = [[], []]
  const give = (input: Keyboard) => {
    const result = readKeyboard(reader, input, at)
    reader = result.reader
    if (result.scan) read.push(result.scan.code)
    if (input.kind === 'end' && !result.isTaken) passed.push(input.key)
  }
  for (const key of keys) {
    at += 5
    if (key === '⏎') give({ kind: 'end', key: 'Enter', isInField })
    else if (key === '⇥') give({ kind: 'end', key: 'Tab', isInField })
    else if (key === '…') {
      at += silence
      give({ kind: 'silence' })
    } else give({ kind: 'text', text: reader.text + key })
  }
  return { read, passed, left: reader.text }
}

// proves 23.8
it.each([
  ['Enter', `${shown}⏎`],
  ['Tab', `${shown}⇥`],
  ['Enter twice', `${shown}⏎⏎`],
  ['Enter and Tab', `${shown}⏎⇥`],
  ['silence', `${shown}…`],
  ['silence, and then a late Enter', `${shown}…⏎`],
  ['silence in the middle of an address', `https://malote.br/q/${shown}…?f=1a2b3c4d⏎`],
  ['silence twice in an address', `https://malote.br/q/${shown}…?f=1a2b3c4d…`],
  ['Enter, typed with pauses', '7K3…Q-Z0…MY-A4A⏎'],
  ['Enter, with pauses behind the code of an address', `https://malote.br/q/${shown}?f=1a…2b3c4d⏎`],
  ['silence, an address with a pause at each key', `${[...`https://malote.br/q/${shown}?f=1a2b3c4d`].join('……')}……`],
])('a scanner that ends with %s reads one code and presses nothing', (_, keys) => {
  expect(typing(keys)).toEqual({ read: [code], passed: [], left: '' })
  expect(typing(keys, false)).toEqual({ read: [code], passed: [], left: '' })
})

// proves 23.8
it('scans that follow each other without a pause are all read', () => {
  expect(typing(`${shown}⏎${other}⏎⏎${shown}⇥`).read).toEqual([code, other, code])
  expect(typing(`${shown}…${other}…`).read).toEqual([code, other])
})

// proves 23.8
it('a wrong code is said once, and stays to be corrected', () => {
  expect(typing('7K3Q-Z0MY-A4B⏎')).toEqual({ read: [null], passed: [], left: '7K3Q-Z0MY-A4B' })
  expect(typing('7K3Q-Z0MY-A4B⏎⏎……………⇥')).toEqual({ read: [null], passed: ['Tab'], left: '7K3Q-Z0MY-A4B' })
  expect(typing('7K3Q-Z0MY-A4B…')).toEqual({ read: [], passed: [], left: '7K3Q-Z0MY-A4B' })
})

// proves 23.8
it('Tab leaves an empty field, and Enter does nothing there', () => {
  expect(typing('⇥')).toEqual({ read: [], passed: ['Tab'], left: '' })
  expect(typing('⏎')).toEqual({ read: [], passed: [], left: '' })
  expect(typing(`${shown}⏎……………⇥`)).toEqual({ read: [code], passed: ['Tab'], left: '' })
})

// proves 23.8
it('a person’s Enter presses the button that has the focus, also beside a wrong code', () => {
  expect(typing('⏎', false).passed).toEqual(['Enter'])
  expect(typing(`${shown}⏎……………⏎`, false).passed).toEqual(['Enter'])
  expect(typing('7K3Q-Z0MY-A4B⏎……………⏎', false).passed).toEqual(['Enter'])
})

describe('the test of a scanner', () => {
  const shown = '7K3Q-Z0MY-A4A'
  const typed = (text: string, ends: string[] = [], gap = 5) =>
    [...text, ...ends].map((key, index) => ({ key, gap: index === 0 ? null : gap }))
  const advice = (strokes: Parameters<typeof diagnose>[0]) =>
    diagnose(strokes).notes.flatMap(({ isAdvice, text }) => (isAdvice ? [text] : []))

  // proves 23.18
  it.each([
    ['a scanner that is set up well', typed(shown, ['Enter']), []],
    ['two ends', typed(shown, ['Enter', 'Tab']), []],
    ['no end', typed(shown), [/sufixo Enter/]],
    ['another keyboard', typed('/K"A)W=;?)Q$Q', ['Enter']), [/código do Malote/]],
    ['a German keyboard', typed('7K3QßY0MZßA4A', ['Enter']), [/alemão/]],
    ['a prefix and a suffix', typed(`]Q3${shown}#`, ['Tab']), [/“\]Q3”/, /“#”/]],
    ['slow keys', typed(shown, ['Enter'], 120), [/120 ms/]],
    ['nothing', typed('', ['Enter']), [/Nenhum caractere/]],
  ])('a test of a scanner advises on: %s', (_, strokes, wanted) => {
    expect(advice(strokes)).toEqual(wanted.map((words) => expect.stringMatching(words)))
  })
})

describe('the camera', () => {
  const named = (name: string) => new DOMException('', name)

  // proves 23.20
  it.each([
    ['refused', named('NotAllowedError'), 'denied', 'refused'],
    ['refused where the browser does not say', named('NotAllowedError'), undefined, 'refused'],
    ['closed without an answer', named('NotAllowedError'), 'prompt', 'dismissed'],
    ['taken by another program', named('NotReadableError'), 'granted', 'busy'],
    ['not there', named('NotFoundError'), 'granted', 'missing'],
    ['another one than was chosen', named('OverconstrainedError'), 'granted', 'missing'],
    ['without TLS', new TypeError('mediaDevices is undefined'), undefined, 'insecure'],
    ['broken in another way', new Error('?'), 'granted', 'unknown'],
  ] as const)('a camera that is %s says so, and that the field still works', (_, error, permission, failure) => {
    expect(failureOf(error, permission)).toBe(failure)
    expect(cameraFailures[failure]).toMatch(/O leitor e o campo continuam funcionando\.$/)
  })
})
