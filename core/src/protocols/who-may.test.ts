import { describe, expect, it } from 'vitest'
import { requestStatus } from '../due-dates/extension-request.ts'
import { canAskForTime, canDecideRequest } from '../due-dates/extension-rules.ts'
import {
  canAssign,
  canCancelItem,
  canCompleteItem,
  canForwardItem,
  canRemind,
  canReturn,
  canReturnInBulk,
  canSetDueDate,
  canTransfer,
  type ItemFacts,
} from '../items/item-rules.ts'
import { itemStatus } from '../items/item-status.ts'
import { type OccurrenceOutcome, occurrenceOutcome, occurrenceStatus } from '../occurrences/occurrence.ts'
import { canOpenOccurrence, canResolveOccurrence } from '../occurrences/occurrence-rules.ts'
import { ruleErrors } from '../shared/rule-errors.ts'
import type { Verdict } from '../shared/verdict.ts'
import type { Viewer } from '../users/viewer.ts'
import {
  canCancel,
  canComment,
  canComplete,
  canDeleteComment,
  canReceive,
  canRedirect,
  canRefuse,
  type ProtocolFacts,
} from './protocol-rules.ts'
import { itemsIn, protocolIn, situations } from './situations.test-setup.ts'
import { canSee } from './visibility.ts'
import { type ActName, type Answer, answerTo, type Person, people } from './who-may.test-setup.ts'

const departments = { origin: 1, destination: 2, neither: 3, none: null }
const route = { originDepartmentId: departments.origin, destinationDepartmentId: departments.destination }
const ids = { responsible: 8, opener: 9 }

type Rule = (viewer: Viewer, protocol: ProtocolFacts, item: ItemFacts) => Verdict

/** An occurrence is settled when nothing new can be said of the item. */
const resolve =
  (outcome: OccurrenceOutcome): Rule =>
  (viewer, protocol, item) => {
    const status = canOpenOccurrence(protocol, item).allowed ? occurrenceStatus.open : occurrenceStatus.resolved
    const as = (wanted: OccurrenceOutcome) =>
      canResolveOccurrence(viewer, protocol, item, { status, openedById: ids.opener }, wanted)
    const atAll = as(occurrenceOutcome.unfounded)
    return atAll.allowed ? as(outcome) : atAll
  }

const rules: Record<ActName, Rule> = {
  receive: canReceive,
  refuse: canRefuse,
  redirect: canRedirect,
  complete: canComplete,
  cancel: (_, protocol) => canCancel(protocol),
  comment: (_, protocol) => canComment(protocol),
  uncomment: (viewer, protocol) => canDeleteComment(viewer, protocol, viewer.id),
  forward: canForwardItem,
  return: canReturn,
  'return-selected': canReturnInBulk,
  'item-complete': canCompleteItem,
  'item-cancel': (_, protocol, item) => canCancelItem(protocol, item),
  assign: canAssign,
  transfer: canTransfer,
  'due-date': canSetDueDate,
  remind: canRemind,
  ask: (viewer, protocol, item) => canAskForTime(viewer, protocol, item, false),
  decide: (viewer, protocol, { status }) =>
    canDecideRequest(viewer, protocol, {
      status: status === itemStatus.pending ? requestStatus.open : requestStatus.ended,
    }),
  report: (_, protocol, item) => canOpenOccurrence(protocol, item),
  found: resolve(occurrenceOutcome.found),
  unfounded: resolve(occurrenceOutcome.unfounded),
  returned: resolve(occurrenceOutcome.returned),
  written_off: resolve(occurrenceOutcome.writtenOff),
}

const viewerOf = ({ role, relation, part }: Person): Viewer => ({
  ...{ id: part ? ids[part] : 7, name: 'Maria Souza', role, departmentId: departments[relation] },
})

function ruled(verdict: Verdict): Answer {
  if (verdict.allowed) return 'ok'
  const { kind } = ruleErrors[verdict.code as keyof typeof ruleErrors]
  return { status: kind === 'forbidden' ? 403 : 409, message: verdict.message }
}

// proves 4.5, 4.6, 4.7, 4.8, 4.11, 4.12, 4.13, 4.15, 4.16, 4.17, 4.18, 4.19, 4.20, 6.3, 6.4, 6.5, 6.6, 10.3, 20.30, 20.34
describe.each(Object.entries(rules))('who may %s', (name, rule) => {
  const act = name as ActName
  it.each(situations.filter(({ answers }) => act in answers))('in $name', (situation) => {
    const protocol = protocolIn(situation, route)
    // What is about the whole protocol does not look at an item.
    const item = itemsIn(situation, ids.responsible)[0] as ItemFacts
    for (const person of people) {
      const viewer = viewerOf(person)
      const expected = answerTo(person, act, situation)
      const isUnseen = expected !== 'ok' && expected?.status === 404
      expect({ who: person.name, sees: canSee(viewer, route) }).toEqual({ who: person.name, sees: !isUnseen })
      const verdict = ruled(rule(viewer, protocol, item))
      if (!isUnseen) expect({ who: person.name, verdict }).toEqual({ who: person.name, verdict: expected })
    }
  })
})
