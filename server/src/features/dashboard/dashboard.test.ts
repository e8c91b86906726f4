import { historyAction } from '@malote/core/history/history-entry.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { recordHistory } from '../../domain/custody/history.repo.ts'
import { foldLedgers } from '../../platform/db/folding.ts'
import { testApp } from '../../test/app.ts'
import { buildAdmin, buildItemType, buildSupplier, buildUser } from '../../test/builders.ts'
import { dashboardOrganisation } from './dashboard.test-setup.ts'

const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id)

it.each([
  '/api/dashboard/stats',
  '/api/dashboard/activities',
  '/api/dashboard/pending-protocols',
  '/api/dashboard/upcoming-returns',
  '/api/protocols/summary',
])('%s is for people who are signed in', async (path) => {
  const { anonymous } = await testApp()
  expect((await anonymous.get(path)).status).toBe(401)
})

describe('GET /api/dashboard/activities', () => {
  // proves 2.4.5, 3.6, 7.3.2
  it('tells what happened last to the protocols that the viewer sees', async () => {
    const { db, ask, between, finance, legal, health, ana, bruno, admin, founder } = await dashboardOrganisation()
    const sent = await between(finance, legal)
    const elsewhere = await between(health, legal)
    const tell = (protocolId: number, action: keyof typeof historyAction, by: number | null, at: string) =>
      db
        .transaction()
        .execute((trx) =>
          recordHistory(trx, { protocolId, action: historyAction[action], description: '…', by, at: new Date(at) }),
        )
    await tell(sent.id, 'protocolCreated', ana.id, '2026-11-21T12:00:00Z')
    await tell(sent.id, 'protocolReceived', bruno.id, '2026-11-21T13:00:00Z')
    await tell(elsewhere.id, 'protocolCreated', founder.id, '2026-11-21T14:00:00Z')
    await tell(sent.id, 'dueDateChanged', null, '2026-11-21T15:00:00Z')

    const rows = await ask(ana, '/api/dashboard/activities')
    expect(rows).toEqual([
      {
        id: expect.any(Number),
        type: 'Prazo alterado',
        protocol_id: sent.id,
        user_name: null,
        department: null,
        timestamp: '2026-11-21T15:00:00.000Z',
      },
      expect.objectContaining({ type: 'Protocolo recebido', user_name: 'Bruno Sá', department: 'Jurídico' }),
      expect.objectContaining({ type: 'Protocolo criado', user_name: 'Ana Müller', department: 'Finanças' }),
    ])
    expect(await ask(bruno, '/api/dashboard/activities')).toHaveLength(4)
    expect(await ask(admin, '/api/dashboard/activities')).toHaveLength(4)
    expect((await ask(founder, '/api/dashboard/activities'))[1]).toMatchObject({
      user_name: 'Primeira Admin',
      department: null,
    })
  })

  // proves 2.4.5
  it('ends after ten, the latest first, also within one department', async () => {
    const { db, ask, between, finance, legal, ana, admin } = await dashboardOrganisation()
    const within = await between(finance, finance)
    const sent = await between(finance, legal)
    await db.transaction().execute((trx) =>
      recordHistory(
        trx,
        Array.from({ length: 24 }, (_, n) => ({
          protocolId: n % 2 ? within.id : sent.id,
          action: historyAction.commentAdded,
          description: '…',
          by: ana.id,
          at: new Date(Date.UTC(2026, 10, 21, 12, n)),
        })),
      ),
    )
    for (const user of [ana, admin]) {
      const rows: { timestamp: string }[] = await ask(user, '/api/dashboard/activities')
      expect(rows.map(({ timestamp }) => timestamp.slice(14, 16))).toEqual([
        '23',
        '22',
        '21',
        '20',
        '19',
        '18',
        '17',
        '16',
        '15',
        '14',
      ])
    }
  })
})

describe('GET /api/dashboard/pending-protocols', () => {
  // proves 2.4.7, 7.3.2
  it('lists the newest that are Pendente, those with a late item first', async () => {
    const { ask, between, finance, legal, health, ana, bruno, admin } = await dashboardOrganisation()
    const late = await between(finance, legal, {
      createdAt: '2026-11-01T12:00:00Z',
      items: [{ returnDate: '2026-11-20' }, { returnDate: '2026-12-01' }],
    })
    const today = await between(legal, finance, {
      createdAt: '2026-11-02T12:00:00Z',
      remarks: 'Vence hoje',
      items: [{ returnDate: '2026-11-21' }],
    })
    const free = await between(finance, finance, { createdAt: '2026-11-03T12:00:00Z', requiresReturn: false })
    const elsewhere = await between(health, legal, { createdAt: '2026-11-04T12:00:00Z', items: [] })
    for (const status of ['Em andamento', 'Concluído', 'Cancelado'] as const) await between(finance, legal, { status })

    const rows = await ask(ana, '/api/dashboard/pending-protocols')
    expect(idsOf(rows)).toEqual([late.id, free.id, today.id])
    expect(rows[0]).toEqual({
      id: late.id,
      protocol_id: late.id,
      status: 'Pendente',
      created_at: '2026-11-01T12:00:00.000Z',
      remarks: 'Documentos para conferência',
      origin_department: 'Finanças',
      origin_department_id: finance.id,
      destination_department: 'Jurídico',
      destination_department_id: legal.id,
      items_count: 2,
      next_return_date: '2026-11-20',
    })
    expect(idsOf(await ask(bruno, '/api/dashboard/pending-protocols'))).toEqual([late.id, elsewhere.id, today.id])
    expect(await ask(admin, '/api/dashboard/pending-protocols')).toHaveLength(4)
  })
})

describe('GET /api/dashboard/upcoming-returns', () => {
  // proves 2.4.9, 3.19, 7.3.2, 9.10
  it('says what goes back and what comes back, what is late first', async () => {
    const { db, ask, between, finance, legal, health, ana, bruno, admin, founder } = await dashboardOrganisation()
    const { id: itemTypeId } = await buildItemType(db, { name: 'Contrato' })
    const { id: supplierId } = await buildSupplier(db, { companyName: 'Papelaria Ipê Ltda.' })
    const received = 'Em andamento'
    const sent = await between(finance, legal, {
      status: received,
      items: [
        { returnDate: '2026-11-28', documentNumber: 'último dia', itemTypeId, supplierId },
        { returnDate: '2026-11-29', documentNumber: 'longe demais' },
        { returnDate: '2026-11-20', documentNumber: 'atrasado' },
        { returnDate: '2026-11-25', documentNumber: 'voltou', status: 'retornado' },
        { returnDate: '2026-11-20', documentNumber: 'voltou há tempo', status: 'retornado' },
        { returnDate: '2026-11-22', documentNumber: 'concluído', status: 'concluído' },
        { returnDate: '2026-11-22', documentNumber: 'cancelado', status: 'cancelado' },
        { returnDate: null, documentNumber: 'sem prazo' },
      ],
    })
    const [lastDay, , late, returned] = idsOf(sent.items)
    const [due] = idsOf((await between(legal, finance, { items: [{ returnDate: '2026-11-21' }] })).items)
    const [within] = idsOf((await between(finance, finance, { items: [{ returnDate: '2026-11-22' }] })).items)
    const [elsewhere] = idsOf((await between(health, legal, { items: [{ returnDate: '2026-11-19' }] })).items)
    await between(finance, legal, { status: 'Cancelado', items: [{ returnDate: '2026-11-22', status: 'retornado' }] })

    const rows = await ask(ana, '/api/dashboard/upcoming-returns')
    expect(idsOf(rows)).toEqual([late, due, within, lastDay, returned])
    expect(rows.map(({ side }: { side: string }) => side)).toEqual([
      'toReceive',
      'toReturn',
      'toReturn',
      'toReceive',
      'toReceive',
    ])
    expect(rows[3]).toEqual({
      id: lastDay,
      document_number: 'último dia',
      description: null,
      original_return_date: null,
      return_date: '2026-11-28',
      status: 'pendente',
      protocol_id: sent.id,
      item_type: 'Contrato',
      supplier: 'Papelaria Ipê Ltda.',
      department: 'Jurídico',
      side: 'toReceive',
    })
    expect(rows[1]).toMatchObject({ supplier: null, department: 'Jurídico' })

    const others = await ask(bruno, '/api/dashboard/upcoming-returns')
    expect(idsOf(others)).toEqual([elsewhere, late, due, lastDay, returned])
    expect(others[0]).toMatchObject({ side: 'toReturn', department: 'Saúde' })
    const all = await ask(admin, '/api/dashboard/upcoming-returns')
    expect(idsOf(all)).toEqual([elsewhere, late, due, within, lastDay, returned])
    expect(all[0]).toMatchObject({ side: 'toReceive', department: 'Jurídico' })
    expect(all[1]).toMatchObject({ side: null, department: 'Jurídico' })
    expect(await ask(founder, '/api/dashboard/upcoming-returns')).toHaveLength(6)
  })

  // proves 2.4.9
  it('never lets many late items hide the next ones, nor one side the other', async () => {
    const { ask, between, finance, legal, ana } = await dashboardOrganisation()
    await between(finance, legal, { items: Array.from({ length: 30 }, () => ({ returnDate: '2026-10-01' })) })
    await between(legal, finance, { items: Array.from({ length: 3 }, () => ({ returnDate: '2026-11-23' })) })
    await between(finance, legal, { items: [{ returnDate: '2026-11-24' }] })
    const rows: { return_date: string }[] = await ask(ana, '/api/dashboard/upcoming-returns')
    expect(rows.map(({ return_date }) => return_date)).toEqual([
      ...Array(10).fill('2026-10-01'),
      ...Array(3).fill('2026-11-23'),
      '2026-11-24',
    ])
  })
})

describe('GET /api/protocols/summary', () => {
  // proves 2.5.9, 7.4.14
  it('counts what is pending at the department and the protocols that are late, on both sides', async () => {
    const { db, ask, between, finance, legal, health, ana, bruno, admin, founder } = await dashboardOrganisation()
    await between(finance, legal, { items: [{ returnDate: '2026-11-20' }, { returnDate: '2026-11-19' }] })
    await between(finance, legal, { items: [{ returnDate: '2026-11-21' }] })
    await between(legal, finance, { status: 'Em andamento', items: [{ returnDate: '2026-11-01' }] })
    await between(legal, legal, { items: [{ returnDate: '2026-11-01' }] })
    await between(finance, legal, { status: 'Cancelado', items: [{ returnDate: '2026-11-01', status: 'retornado' }] })
    await between(finance, legal, { status: 'Concluído' })

    const summary = (user: { id: number }) => ask(user, '/api/protocols/summary')
    expect(await summary(ana)).toEqual({ pending_here: 0, overdue: 2 })
    expect(await summary(bruno)).toEqual({ pending_here: 3, overdue: 3 })
    expect(await summary(admin)).toEqual({ pending_here: 0, overdue: 0 })
    expect(await summary(founder)).toEqual({ pending_here: 3, overdue: 3 })
    // For the summary an Admin in a department is one of its people; the list of late protocols shows them all.
    const adviser = await buildAdmin(db, { departmentId: finance.id })
    expect(await summary(adviser)).toEqual({ pending_here: 0, overdue: 2 })
    const late = await ask(adviser, `/api/protocols?late=1&department=${finance.id}`)
    expect(late.meta.total).toBe(2)
    const newcomer = await buildUser(db, { departmentId: health.id })
    expect(await summary(newcomer)).toEqual({ pending_here: 0, overdue: 0 })
  })

  // proves 2.5.9
  it('counts a protocol once, however many of its items are late, until none is', async () => {
    const { db, ask, between, finance, legal, ana } = await dashboardOrganisation()
    const items = [{ returnDate: '2026-11-01' }, { returnDate: '2026-11-05' }, { returnDate: '2099-01-01' }]
    const { id } = await between(finance, legal, { items })
    const settle = (condition: string) =>
      sql`update items set status = 'cancelado', cancelled_at = now(), cancelled_by = ${ana.id}, cancel_reason = 'Engano'
        where protocol_id = ${id} and ${sql.raw(condition)}`.execute(db)
    expect(await ask(ana, '/api/protocols/summary')).toMatchObject({ overdue: 1 })
    await settle("return_date = '2026-11-01'")
    expect(await ask(ana, '/api/protocols/summary')).toMatchObject({ overdue: 1 })
    await foldLedgers(db)
    await settle("return_date = '2026-11-05'")
    expect(await ask(ana, '/api/protocols/summary')).toMatchObject({ overdue: 0 })
  })
})
