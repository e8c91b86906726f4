import { describe, expect, it } from 'vitest'
import { openedTitle, resolvedTitle } from '../occurrences/occurrence-titles.ts'
import { messageWithQuote, messageWithReason, notificationPath, splitMessage } from './notification.ts'
import { notificationFlagOf, notificationFlags, notificationTypes } from './notification-type.ts'

describe('notification types', () => {
  // proves 2.13.2, 3.3
  it('each have a switch of the same name', () => {
    const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    for (const type of notificationTypes) expect(snake(notificationFlagOf[type])).toBe(`notify_${type}`)
    expect(new Set(notificationFlags).size).toBe(10)
  })
})

// proves 2.2.6
describe('what a notification opens', () => {
  it.each([
    [{ type: 'item_return', protocolId: 7 }, '/protocolos/7'],
    [{ type: 'new_protocol', protocolId: 7 }, '/protocolos/7'],
    [{ type: 'item_return', protocolId: 7, title: 'Ocorrência registrada' }, '/protocolos/7#ocorrencias'],
    [{ type: 'item_return', protocolId: 7, title: openedTitle(1) }, '/protocolos/7#ocorrencias'],
    [{ type: 'item_return', protocolId: 7, title: openedTitle(2) }, '/protocolos/7#ocorrencias'],
    [{ type: 'item_return', protocolId: 7, title: resolvedTitle }, '/protocolos/7#ocorrencias'],
    [{ type: 'item_return', protocolId: 7, title: '2 itens retornados' }, '/protocolos/7'],
    [{ type: 'item_return', protocolId: 7, itemId: 51 }, '/protocolos/7?item=51'],
    [{ type: 'item_return', protocolId: 7, itemId: 51, title: openedTitle(1) }, '/protocolos/7#ocorrencias'],
    [{ id: 9, type: 'item_return', protocolId: 7, itemId: 51, items: 1 }, '/protocolos/7?item=51'],
    [{ id: 9, type: 'item_return', protocolId: 7, items: 2 }, '/retornos?status=all&notice=9'],
    [{ id: 9, type: 'item_return', protocolId: null, items: 2 }, '/retornos?status=all&notice=9'],
    [{ type: 'item_return', protocolId: null }, '/retornos?status=Pendente'],
    [{ type: 'new_protocol', protocolId: null }, undefined],
    [{}, undefined],
  ] as const)('%o: %s', (notification, path) => {
    expect(notificationPath(notification)).toBe(path)
  })
})

describe('a message', () => {
  it('is told apart into what happened and why it is told', () => {
    const message = messageWithReason('Ana criou.\nDois itens.', 'é curiosa')
    expect(message).toBe('Ana criou.\nDois itens.\nVocê recebeu este aviso porque é curiosa.')
    expect(splitMessage(message)).toEqual({
      what: 'Ana criou.\nDois itens.',
      reason: 'Você recebeu este aviso porque é curiosa.',
      because: 'é curiosa',
    })
    expect(splitMessage('Olá')).toEqual({ what: 'Olá', reason: '', because: '' })
  })

  it('quotes the beginning of a comment in one line, before the reason', () => {
    const message = messageWithReason('Ana comentou.', 'criou o protocolo')
    const reason = 'Você recebeu este aviso porque criou o protocolo.'
    expect(messageWithQuote(message, ' Falta\n\na página 3 ')).toBe(`Ana comentou.\n“Falta a página 3”\n${reason}`)
    expect(messageWithQuote(message, '😀'.repeat(141))).toBe(`Ana comentou.\n“${'😀'.repeat(140)}…”\n${reason}`)
    expect(messageWithQuote('Ana comentou.', 'Sim')).toBe('Ana comentou.\n“Sim”')
  })
})
