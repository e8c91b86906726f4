import { type Situation, situations } from '@malote/core/protocols/situations.test-setup.ts'
import { type Answer, answerTo, type Person, people } from '@malote/core/protocols/who-may.test-setup.ts'
import { role } from '@malote/core/users/role.ts'
import { isLong } from '../fuzz-runs.ts'
import { type Action, actions } from './actions.ts'

/** What a person hears from an action in a situation. */
interface Case {
  who: string
  person: Person
  situation: Situation
  action: Action
  expected: 'ok' | { status: number; message?: string }
  /** The same, for the title. */
  answer: string
}

const all: readonly Case[] = actions.flatMap((action) =>
  situations.flatMap((situation) =>
    people.flatMap((person) => {
      const answer = answerTo(person, action.like, situation)
      if (answer === undefined || action.isIn?.(situation, person) === false) return []
      const expected = heard(action, person, answer)
      const said = expected === 'ok' ? 'ok' : (expected.message ?? `status ${expected.status}`)
      return [{ who: person.name, person, situation, action, expected, answer: said }]
    }),
  ),
)

function heard(
  { isBulk, choosesColleague }: Action,
  { role: own, relation }: Person,
  answer: Answer,
): Case['expected'] {
  if (choosesColleague && own !== role.manager) return { status: 403 }
  if (choosesColleague === 'before the rule' && relation !== 'destination') return { status: 400 }
  // The call succeeds, and its results say why nothing was done.
  return isBulk && answer !== 'ok' ? { status: 200, message: answer.message } : answer
}

/**
 * Core compares all answers with its rules (`who-may.test.ts`); here it is enough to see that each rule is asked. So each
 * refusal of an action comes once, those of a person once per role, so that no role gets round them; and what is done, in
 * each state, by each side and by each role once. In the long run each answer comes in each state.
 */
export const cases = all.filter(isNews(new Set()))

function isNews(known: Set<string>) {
  return ({ action, situation, person: { relation, role: own }, expected, answer }: Case) => {
    const isOfPerson = expected !== 'ok' && expected.status === 403
    const keys = expected === 'ok' ? [situation.name, relation, own] : [isOfPerson ? `${answer} ${own}` : answer]
    const news = [...keys, ...(isLong ? [`${situation.name} ${answer}`] : [])].map((key) => `${action.name} ${key}`)
    const isNew = news.some((one) => !known.has(one))
    for (const one of news) known.add(one)
    return isNew
  }
}
