import { historyAction } from '@malote/core/history/history-entry.ts'
import { IconArrowRight, IconClock, IconPoint, IconX } from '@tabler/icons-react'
import { describe, expect, it } from 'vitest'
import { activityLook } from './display-looks.ts'

describe('an entry of the history', () => {
  // proves 4.26
  it.each([
    [historyAction.protocolCreated, 'progress'],
    [historyAction.protocolReceived, 'progress'],
    [historyAction.protocolEdited, 'pending'],
    [historyAction.protocolCompleted, 'success'],
    [historyAction.protocolCancelled, 'danger'],
    [historyAction.commentAdded, 'progress'],
    [historyAction.commentDeleted, 'progress'],
    [historyAction.itemReturned, 'pending'],
    [historyAction.itemCompleted, 'success'],
    [historyAction.itemCancelled, 'danger'],
    [historyAction.itemTransferred, 'progress'],
    [historyAction.itemAssigned, 'progress'],
    [historyAction.dueDateChanged, 'pending'],
    ['Documento DEVOLVIDO', 'pending'],
    ['Em andamento', 'progress'],
    ['Pendente', 'pending'],
    ['Algo de outro sistema', 'progress'],
    [undefined, 'progress'],
  ])('%j has the colour %s', (action, tone) => expect(activityLook(action).tone).toBe(tone))

  it.each([
    ['Em andamento', IconArrowRight],
    ['Pendente', IconClock],
    ['Item cancelado', IconX],
    ['', IconPoint],
  ])('%j has its picture', (action, icon) => expect(activityLook(action).icon).toBe(icon))
})
