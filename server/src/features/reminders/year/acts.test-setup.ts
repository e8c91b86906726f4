import type { ActContext } from './act-context.test-setup.ts'
import { answerActs } from './answer-acts.test-setup.ts'
import { itemActs } from './item-acts.test-setup.ts'
import { organisationActs } from './organisation-acts.test-setup.ts'
import { protocolActs } from './protocol-acts.test-setup.ts'

/**
 * What people do to protocols, items and each other: each act calls the API and then changes the model in the same way.
 * An act that does not apply any more does nothing.
 */
export function acts(scene: Omit<ActContext, 'count'>) {
  /** Number of acts by name. */
  const counted: Record<string, number> = {}
  const count = (name: string, times = 1) => {
    counted[name] = (counted[name] ?? 0) + times
  }
  const context = { ...scene, count }
  return {
    counted,
    ...protocolActs(context),
    ...itemActs(context),
    ...answerActs(context),
    ...organisationActs(context),
  }
}

export type Acts = ReturnType<typeof acts>
