import { expect, it } from 'vitest'
import { diagnose } from './reader-test.ts'

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
