import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { bulkReturnBody, cancelBody, type Item, newItem, remindBody } from './item.ts'
import {
  assignReplyWire,
  bulkDueDateBodyWire,
  dueDateBodyWire,
  editedItemWire,
  itemWire,
  newItemWire,
} from './item.wire.ts'
import { itemStatus, itemStatusOf } from './item-status.ts'
import { returnBadgeOf } from './return-badge.ts'

describe('item status', () => {
  // proves 4.14
  it.each([
    ['pendente', itemStatus.pending],
    ['Retornado', itemStatus.returned],
    ['CONCLUÍDO', itemStatus.completed],
    ['Cancelado', itemStatus.cancelled],
  ])('%s is %s', (answered, status) => expect(itemStatusOf(answered)).toBe(status))

  it('stays absent', () => expect([itemStatusOf(null), itemStatusOf(undefined)]).toEqual([undefined, undefined]))
})

describe('item wire', () => {
  const item: Item = {
    id: 3,
    protocolId: 1,
    documentNumber: '123/2026',
    itemType: 'Contrato',
    itemTypeId: 2,
    category: null,
    categoryId: null,
    supplier: null,
    supplierId: null,
    responsible: 'Ana Lima',
    responsibleId: 9,
    returnDate: '2026-12-01',
    actualReturnDate: null,
    reason: null,
    status: 'pendente',
    attachments: [{ id: 5, fileName: 'a.pdf' }],
  }

  // proves 3.10
  it('travels under the names of the contract', () => {
    expect(z.encode(itemWire, item)).toMatchObject({
      protocol_id: 1,
      document_number: '123/2026',
      item_type: 'Contrato',
      destination_user: 'Ana Lima',
      destination_user_id: 9,
      attachments: [{ id: 5, file_name: 'a.pdf' }],
    })
    expect(z.encode(assignReplyWire, { item, assignedUser: { id: 9, name: 'Ana Lima' } })).toMatchObject({
      assigned_user: { name: 'Ana Lima' },
    })
  })

  // proves 3.11
  it('reads what forms send: digits as text, open selects as empty text', () => {
    const sent = {
      item_type_id: '2',
      category_id: '',
      supplier_id: null,
      destination_user_id: '9',
      has_attachment: '1',
    }
    expect(newItemWire.parse(sent)).toMatchObject({
      itemTypeId: 2,
      categoryId: null,
      responsibleId: 9,
      hasAttachment: true,
    })
    expect(editedItemWire.parse({ ...sent, id: 3, hasAttachment: true })).toMatchObject({ id: 3, hasAttachment: true })
  })

  // proves 11.9
  it.each([
    [newItemWire, {}, 'item_type_id', 'Tipo de item é obrigatório'],
    [newItemWire, { item_type_id: 0 }, 'item_type_id', 'Tipo de item é obrigatório'],
    [cancelBody, {}, 'reason', 'É necessário informar o motivo do cancelamento'],
    [cancelBody, { reason: ' ' }, 'reason', 'É necessário informar o motivo do cancelamento'],
    [bulkReturnBody, { itemIds: [] }, 'itemIds', 'Selecione pelo menos um item para retornar.'],
    [bulkReturnBody, { itemIds: Array(501).fill(1) }, 'itemIds', 'Selecione no máximo 500 itens por vez'],
    [dueDateBodyWire, { return_date: '2026-02-30', reason: 'x' }, 'return_date', 'Data inválida'],
    [dueDateBodyWire, { return_date: '2101-01-01', reason: 'x' }, 'return_date', 'Informe uma data até 31/12/2100'],
  ])('refuses %# with the sentence of the field', (schema, body, field, sentence) => {
    const { error } = (schema as z.ZodType).safeParse(body)
    expect(error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([[field, sentence]])
  })

  // proves 17.1
  it('the description of an item has at most 200 characters', () => {
    const messageOf = (length: number) =>
      newItem.safeParse({ itemTypeId: 1, description: 'a'.repeat(length) }).error?.issues[0]?.message
    expect(messageOf(200)).toBeUndefined()
    expect(messageOf(201)).toBe('Informe no máximo 200 caracteres')
  })

  // proves 17.2
  it.each([
    [0, 'Selecione pelo menos um item para cobrar.'],
    [100, undefined],
    [101, 'Selecione no máximo 100 itens por vez'],
  ])('%i items are asked for at once', (count, message) => {
    const itemIds = Array.from({ length: count }, (_, index) => index + 1)
    expect(remindBody.safeParse({ itemIds }).error?.issues[0]?.message).toBe(message)
  })

  // proves 17.3
  it('one day and one reason move the deadline of several items', () => {
    const sent = { item_ids: [1, 2], return_date: '2026-12-01', reason: 'Assinatura adiada' }
    expect(z.decode(bulkDueDateBodyWire, sent as never)).toEqual({
      itemIds: [1, 2],
      returnDate: '2026-12-01',
      reason: 'Assinatura adiada',
    })
  })
})

describe('return badge', () => {
  const today = '2026-11-21'

  // proves 4.24
  it.each([
    ['retornado', '2026-11-01', 'Retornado'],
    ['Retornado', null, 'Retornado'],
    ['pendente', '2026-11-21', 'Retorno Hoje'],
    ['pendente', '2026-11-20', 'Atrasado'],
    ['PENDENTE', '2026-11-22', 'Pendente'],
    ['pendente', null, 'Pendente'],
    ['pendente', undefined, 'Pendente'],
  ])('a %s item due on %s says %s', (status, returnDate, badge) => {
    expect(returnBadgeOf(status, returnDate, today)).toBe(badge)
  })
})
