import { describe, expect, it } from 'vitest'
import { historyAction } from '../history/history-entry.ts'
import { activityKindOf, displayKindOf } from './display-keyword.ts'

describe('displayKindOf', () => {
  // proves 4.4
  it.each([
    ['Pendente', 'pending'],
    ['CONCLUÍDO', 'completed'],
    ['completado', 'completed'],
    ['Cancelado', 'cancelled'],
    ['retornado', 'returned'],
    ['devolvido', 'returned'],
    ['Editado', 'edited'],
    ['alterado', 'edited'],
    ['Em andamento', 'inProgress'],
    ['Em Análise', 'other'],
    [undefined, 'other'],
    [null, 'other'],
  ])('draws %s as %s', (text, kind) => expect(displayKindOf(text)).toBe(kind))
})

describe('activityKindOf', () => {
  // proves 2.6.4, 4.26
  it.each([
    ['Protocolo criado', 'created'],
    ['Novo protocolo', 'created'],
    ['Comentário adicionado', 'commentAdded'],
    ['Comentário excluído', 'commentDeleted'],
    ['Nova resposta', 'comment'],
    ['Item devolvido', 'returned'],
    ['Protocolo recebido', 'received'],
    ['', 'other'],
  ])('reads %j as %s', (text, kind) => expect(activityKindOf(text)).toBe(kind))

  // proves 2.6.4, 11.12
  it('knows every action that the history can tell', () => {
    for (const action of Object.values(historyAction)) expect(activityKindOf(action), action).not.toBe('other')
  })
})
