import type { Category } from '@malote/core/categories/category.ts'
import { categoryWire } from '@malote/core/categories/category.wire.ts'
import { publicConfigWire } from '@malote/core/config/public-config.ts'
import { type Department, departmentWire } from '@malote/core/departments/department.ts'
import { type ItemType, itemTypeWire } from '@malote/core/item-types/item-type.ts'
import type { Item } from '@malote/core/items/item.ts'
import { itemWire } from '@malote/core/items/item.wire.ts'
import { itemStatus } from '@malote/core/items/item-status.ts'
import { switchesOf } from '@malote/core/notifications/notification-type.ts'
import { type SessionUser, sessionUserWire } from '@malote/core/profile/session-user.ts'
import type { ProtocolDetail } from '@malote/core/protocols/protocol.ts'
import { protocolDetailWire } from '@malote/core/protocols/protocol.wire.ts'
import { protocolStatus } from '@malote/core/protocols/protocol-status.ts'
import { type ReturnRow, returnRowWire } from '@malote/core/returns/return-row.ts'
import { dayCount } from '@malote/core/shared/due-date.ts'
import { metaFor, pageMetaWire } from '@malote/core/shared/pagination.ts'
import { type Supplier, supplierWire } from '@malote/core/suppliers/supplier.ts'
import { systemCheckWire } from '@malote/core/system/system-check.ts'
import { type Role, role } from '@malote/core/users/role.ts'
import type { User } from '@malote/core/users/user.ts'
import { userOptionWire, userWire } from '@malote/core/users/user.wire.ts'
import { z } from 'zod'
import type { Api } from './fake-server.ts'

// Answers of the server, written by the codecs with which the real one writes them.

const person = (id: number, name: string, one: Role, departmentId: number, departmentName: string): SessionUser => ({
  ...{ id, name, email: `pessoa${id}@malote.test`, phone: null, role: one, departmentId, departmentName },
  ...switchesOf(true),
})

export const helena = person(1, 'Helena Prado', role.admin, 1, 'Recursos Humanos')
export const ana = person(2, 'Ana Beatriz Nogueira', role.user, 1, 'Recursos Humanos')
export const carlos = person(3, 'Carlos Menezes', role.manager, 2, 'Jurídico')
export const debora = person(4, 'Débora Lima', role.user, 2, 'Jurídico')

const config = z.encode(publicConfigWire, {
  ...{ orgName: null, orgLogo: null, emailEnabled: false, supportEmail: null, supportPhone: null, uploadMaxMb: 10 },
  ...{ timeZone: 'America/Sao_Paulo', passwordLogin: 'on', oidcLabel: null, dpoContact: null },
  ...{ retentionNotificationsDays: 365, retentionReadNotificationsDays: 90 },
  ...{ retentionAuditDays: null, retentionPeopleDays: null },
})

/** What every page asks for. */
export const frameOf = (user: SessionUser): Api => ({
  'GET /api/config': config,
  'GET /api/auth/me': z.encode(sessionUserWire, user),
  [`GET /notifications/${user.id}`]: { notifications: [], unread_count: 0 },
  'GET /api/backups/check': z.encode(systemCheckWire, {
    ...{ id: 'backup', title: 'Cópia de segurança', state: 'ok', summary: '', advice: null },
  }),
})

/** A page of a list; `rows` are those of this page. */
export const listOf = (rows: readonly object[], total = rows.length, page = 1) => ({
  data: rows,
  meta: z.encode(pageMetaWire, metaFor(total, page)),
})

export const department = (id: number, name: string, more: Partial<Department> = {}) =>
  z.encode(departmentWire, { id, name, description: null, usersCount: 0, protocolsCount: 0, ...more })

export const category = (id: number, name: string, more: Partial<Category> = {}) =>
  z.encode(categoryWire, {
    ...{ id, sameId: id, name, returnDays: 5, dayCount: dayCount.business, color: null, protocolsCount: 0 },
    ...more,
  })

export const itemType = (id: number, name: string, more: Partial<ItemType> = {}) =>
  z.encode(itemTypeWire, { id, name, description: null, itemsCount: 0, ...more })

export const supplier = (id: number, companyName: string, more: Partial<Supplier> = {}) =>
  z.encode(supplierWire, {
    ...{ id, companyName, cnpj: '11222333000181', code: null, store: null, state: 'SP', city: 'Itu' },
    ...{ isActive: true, protocolsCount: 0 },
    ...more,
  })

export const user = (id: number, name: string, more: Partial<User> = {}) =>
  z.encode(userWire, {
    ...{ id, name, email: `pessoa${id}@malote.test`, phone: null, departmentId: 1, departmentName: 'Recursos Humanos' },
    ...{ role: role.user, isActive: true, firstAccess: false, protocolsCreated: 0 },
    ...more,
  })

/** The catalogs that the forms of a protocol load. */
export const lookups: Api = {
  'GET /api/departments': [department(1, 'Recursos Humanos'), department(2, 'Jurídico'), department(3, 'Almoxarifado')],
  'GET /api/item-types': [itemType(1, 'Contrato'), itemType(2, 'Ofício')],
  'GET /api/categories': [category(1, 'Trabalhista'), category(2, 'Informativo', { returnDays: null })],
  'GET /api/calendar/holidays': [],
  'GET /api/calendar/effect': { later: 0, earlier: 0, sample: [] },
  'GET /api/departments/1/users': [helena, ana].map((one) => z.encode(userOptionWire, one)),
  'GET /api/departments/2/users': [carlos, debora].map((one) => z.encode(userOptionWire, one)),
  'GET /api/departments/3/users': [],
}

/** An item of protocol 5, pending and due far ahead. */
export const item = (id: number, documentNumber: string | null, more: Partial<Item> = {}): Item => ({
  ...{ id, protocolId: 5, documentNumber, itemType: 'Contrato', itemTypeId: 1, category: 'Trabalhista', categoryId: 1 },
  ...{ supplier: null, supplierId: null, responsible: null, responsibleId: null, returnDate: '2099-10-30' },
  ...{ actualReturnDate: null, reason: 'Assinatura', status: itemStatus.pending, attachments: [] },
  ...more,
})

export const itemAnswer = (one: Item) => z.encode(itemWire, one)

/** A protocol from Recursos Humanos to Jurídico that Ana has sent and Jurídico has received. */
export function protocol(id: number, { items = [item(51, '1/26')], ...more }: Partial<ProtocolDetail> = {}) {
  const pending = items.filter(({ status }) => status === itemStatus.pending)
  return z.encode(protocolDetailWire, {
    ...{ id, protocolId: id, status: protocolStatus.inProgress, createdAt: '2026-11-02T12:00:00Z' },
    ...{ creator: ana.name, originUser: ana.name, originUserId: ana.id, requiresReturn: true },
    ...{ originDepartment: 'Recursos Humanos', originDepartmentId: 1 },
    ...{ destinationDepartment: 'Jurídico', destinationDepartmentId: 2, remarks: 'Contratos para assinatura' },
    ...{ receivedAt: '2026-11-03T12:00:00Z', receivedBy: carlos.name, nextReturnDate: '2099-10-30', version: 1 },
    ...{ completedAt: null, completedBy: null, cancelledAt: null, cancelledBy: null, cancelReason: null },
    ...{ items, history: [], comments: [] },
    ...{ itemsCount: items.length, totalItems: items.length, pendingItems: pending.length },
    ...{ completedItems: 0, returnedItems: 0, cancelledItems: 0 },
    unassignedItems: pending.filter(({ responsibleId }) => responsibleId === null).length,
    ...more,
  })
}

/** How a protocol is before its destination has received it. */
export const sent = { status: protocolStatus.pending, receivedAt: null, receivedBy: null } as const

export const returnRow = (id: number, documentNumber: string, more: Partial<ReturnRow> = {}) =>
  z.encode(returnRowWire, {
    ...{ id, protocolId: 5, documentNumber, itemType: 'Contrato', category: 'Trabalhista', categoryColor: null },
    ...{
      supplier: null,
      returnDate: '2099-10-30',
      status: itemStatus.pending,
      protocolStatus: protocolStatus.inProgress,
    },
    ...{ originDepartment: 'Recursos Humanos', originDepartmentId: 1, destinationDepartment: 'Jurídico' },
    ...{ destinationDepartmentId: 2, responsible: null, responsibleId: null, createdAt: '2026-11-02T12:00:00Z' },
    actualReturnDate: null,
    ...more,
  })
