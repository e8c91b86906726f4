import { expect, it } from 'vitest'
import { givenAnswer } from './answer.ts'
import { answers, answerToken, readAnswerToken } from './answer-token.ts'

const secret = 'A-_z'.padEnd(43, '0')

it('each link of a line says which answer it is, and shares one secret', () => {
  for (const answer of answers) expect(readAnswerToken(answerToken(secret, answer))).toEqual({ secret, answer })
})

it.each(['', 'r', secret, `${secret}x`, `${secret} r`, `${secret}rr`, `é${secret.slice(1)}r`])(
  'no token: "%s"',
  (text) => expect(readAnswerToken(text)).toBeNull(),
)

it.each([
  [{ answer: 'returned' }, []],
  [{ answer: 'not_with_me', note: 'Está com o João' }, []],
  [{ answer: 'extension' }, ['returnDate', 'note']],
  [{ answer: 'extension', return_date: '' }, ['returnDate', 'note']],
  [{ answer: 'extension', returnDate: '2026-12-01', note: ' ab ' }, ['note']],
  [{ answer: 'extension', returnDate: '2026-12-01', note: 'Em uso' }, []],
  [{ answer: 'returned', note: 'x'.repeat(501) }, ['note']],
  [{ answer: 'perhaps' }, ['answer']],
])('%j lacks %j', (body, wrong) => {
  const parsed = givenAnswer.safeParse({ token: 'x', ...body })
  expect(parsed.error?.issues.map(({ path }) => path[0]) ?? []).toEqual(wrong)
})
