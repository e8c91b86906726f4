import { expect, it } from 'vitest'
import type { CheckState } from './system-check.ts'
import { inOrderOfUrgency, overallSentence } from './system-report.ts'

const check = (state: CheckState, id: string = state) => ({ id, title: id, state, summary: '', advice: null })

// proves 19.30
it.each<[CheckState[], string]>([
  [[], 'Tudo em ordem.'],
  [['ok', 'off'], 'Tudo em ordem.'],
  [['warning'], '1 aviso.'],
  [['ok', 'warning', 'warning'], '2 avisos.'],
  [['problem'], '1 problema.'],
  [['warning', 'problem', 'problem', 'warning'], '2 problemas e 2 avisos.'],
])('%j in one sentence: %s', (states, sentence) => {
  expect(overallSentence(states.map((state) => check(state)))).toBe(sentence)
})

it('problems come first, and checks of one state keep their order', () => {
  const checks = [check('off'), check('ok', 'a'), check('warning'), check('ok', 'b'), check('problem')]
  expect(inOrderOfUrgency(checks).map(({ id }) => id)).toEqual(['problem', 'warning', 'a', 'b', 'off'])
})
