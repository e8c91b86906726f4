import type { TestApp } from '../../../test/app.ts'
import type { Random } from '../../../test/random.ts'
import type { Day } from './calendar-model.test-setup.ts'
import type { Organisation } from './organisation.test-setup.ts'
import type { ModelItem, ReminderModel } from './reminder-model.test-setup.ts'

/** What every act works with: the application, the model that must agree with it, and where chance comes from. */
export interface ActContext {
  test: TestApp
  model: ReminderModel
  organisation: Organisation
  random: Random
  /** Today, in the simulation. */
  today: () => Day
  /** Counts an act by its name. */
  count: (name: string, times?: number) => void
}

/** The reason that every act gives. */
export const reason = 'Combinado por telefone'

export const isOut = (item: ModelItem) => item.isPending && item.protocol.isOpen
export const isAway = (item: ModelItem) => item.next !== null

/** The item no longer has to come back. */
export const settle = (item: ModelItem) => {
  item.isPending = false
}

/** The address of a call about an item. */
export const path = (item: ModelItem, verb: string) => `/api/protocols/items/${item.id}/${verb}`
