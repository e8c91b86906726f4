import { itemStatus } from '@malote/core/items/item-status.ts'
import type { ProtocolDetail } from '@malote/core/protocols/protocol.ts'
import { protocolStatus } from '@malote/core/protocols/protocol-status.ts'
import { expect, it } from 'vitest'
import { emptyItem } from '../form/item-form.ts'
import { formAgain } from './again.ts'

const item = {
  id: 7,
  documentNumber: '101/26',
  description: 'pasta da Maria',
  itemTypeId: 3,
  categoryId: 4,
  category: 'Trabalhista',
  supplierId: null,
  responsibleId: 6,
  responsible: 'Carlos',
  responsibleHasLeft: false,
  reason: 'Assinatura',
  status: itemStatus.completed,
  attachments: [{ id: 1 }],
}
const protocol = (items: object[]) =>
  ({
    remarks: 'Contratos',
    originDepartmentId: 1,
    destinationDepartmentId: 2,
    requiresReturn: true,
    items,
  }) as unknown as ProtocolDetail

// proves 17.40
it('fills the form with what was sent, without files, cancelled items and people who have left', () => {
  const cancelled = { ...item, id: 8, status: itemStatus.cancelled }
  const orphaned = { ...item, id: 9, responsibleHasLeft: true }
  const form = formAgain(protocol([item, cancelled, orphaned]))
  expect(form).toMatchObject({
    remarks: 'Contratos',
    originDepartmentId: '1',
    destinationDepartmentId: '2',
    destinationDepartmentIds: null,
    requiresReturn: true,
  })
  expect(form.items).toMatchObject([
    { itemId: null, documentNumber: '101/26', description: 'pasta da Maria', responsibleId: '6', attachments: [] },
    { itemId: null, responsibleId: null, known: { responsible: null } },
  ])
})

it('takes the items of a cancelled protocol, but none that was cancelled before', () => {
  const reason = { status: itemStatus.cancelled, cancelReason: 'Destino errado' }
  const before = { ...item, documentNumber: '102/26', status: itemStatus.cancelled, cancelReason: 'Sem assinatura' }
  const cancelled = { ...protocol([{ ...item, ...reason }, before]), status: protocolStatus.cancelled }
  const { items } = formAgain({ ...cancelled, cancelReason: 'Destino errado' })
  expect(items.map(({ documentNumber }) => documentNumber)).toEqual(['101/26'])
})

it('begins with an empty item when all were cancelled', () => {
  expect(formAgain(protocol([{ ...item, status: itemStatus.cancelled }])).items).toEqual([emptyItem()])
})
