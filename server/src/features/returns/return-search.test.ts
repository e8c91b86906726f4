import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { buildItemType } from '../../test/builders.ts'
import { returnsOrganisation } from './returns.test-setup.ts'

describe('the search of the returns', () => {
  // proves 7.6.1
  it('finds documents, protocols, departments and people, without accents and with literal % and _', async () => {
    const { list, send, ana, bruno, person, admin, finance, legal, health } = await returnsOrganisation()
    const [contract] = await send(finance, legal, [
      { documentNumber: 'CT_77/2026 Ação 100%', returnDate: '2026-11-01', responsibleId: person.id },
    ])
    const [note] = await send(legal, finance, [{ documentNumber: 'CTX77', returnDate: '2026-11-02' }])
    const [chart] = await send(health, legal, [{ documentNumber: 'Prontuário', returnDate: '2026-11-03' }])
    const found = async (user: { id: number }, search: string, more = '') => {
      const page = await list(user, `search=${encodeURIComponent(search)}${more}`)
      expect(page.meta.total, search).toBe(page.ids.length)
      return page.ids
    }

    expect(await found(ana, 'acao')).toEqual([contract])
    expect(await found(ana, 'AÇÃO')).toEqual([contract])
    expect(await found(ana, 'ct')).toEqual([contract, note])
    expect(await found(ana, '100%')).toEqual([contract])
    expect(await found(ana, '%')).toEqual([contract])
    expect(await found(ana, '_')).toEqual([contract])
    expect(await found(ana, 'ct_77')).toEqual([contract])
    expect(await found(ana, 'juridico')).toEqual([contract, note])
    expect(await found(ana, 'FINANCAS')).toEqual([contract, note])
    expect(await found(bruno, 'finan')).toEqual([contract, note])
    expect(await found(bruno, 'saude')).toEqual([chart])
    expect(await found(admin, 'finan')).toEqual([contract, note])
    expect(await found(ana, 'debora')).toEqual([contract])
    expect(await found(ana, 'prontuario')).toEqual([])
    expect(await found(bruno, 'prontuario', `&department=${finance.id}`)).toEqual([])
    expect(await found(bruno, 'prontuario', '&side=toReturn')).toEqual([chart])
    expect(await found(bruno, 'prontuario', '&side=toReceive')).toEqual([])
    expect(await found(bruno, 'prontuario', '&dateFilter=today')).toEqual([])
    expect(await found(bruno, 'prontuario', '&status=Retornado')).toEqual([])
    expect(await found(ana, '   ')).toEqual([contract, note])
    expect(await found(ana, "' or 1=1 --")).toEqual([])
    expect(await found(ana, '\\')).toEqual([])
    expect(await found(ana, 'x\u0000y')).toEqual([])
    expect(await found(ana, 'a'.repeat(5000))).toEqual([])
  })

  it('finds a protocol by its number, whole or in part', async () => {
    const { db, list, send, ana, bruno, finance, legal, health } = await returnsOrganisation()
    await sql`alter table protocols alter column id restart with 48318`.execute(db)
    const [item] = await send(finance, legal, [{ documentNumber: null }])
    const [other] = await send(health, legal, [{ documentNumber: null }])
    const found = async (user: { id: number }, search: string) =>
      (await list(user, `search=${encodeURIComponent(search)}`)).ids
    expect(await found(ana, '#48318')).toEqual([item])
    expect(await found(ana, '48318')).toEqual([item])
    expect(await found(ana, '831')).toEqual([item])
    expect(await found(ana, '83')).toEqual([item])
    expect(await found(ana, '#831')).toEqual([])
    expect(await found(ana, '48319')).toEqual([])
    expect(await found(bruno, '48319')).toEqual([other])
  })

  it('finds a protocol of one digit, which no trigram has', async () => {
    const { list, send, ana, finance, legal } = await returnsOrganisation()
    const [item] = await send(finance, legal, [{ documentNumber: null }])
    const [other] = await send(finance, legal, [{ documentNumber: null, returnDate: '2027-01-01' }])
    expect((await list(ana, 'search=1')).ids).toEqual([item])
    expect((await list(ana, 'search=2')).ids).toEqual([other])
  })

  it('counts the hits of a broad search up to 1,000 per status and still shows the first in order', async () => {
    const { db, list, send, ana, finance, legal } = await returnsOrganisation()
    await send(finance, legal, [{ documentNumber: 'raro' }])
    const { id: typeId } = await buildItemType(db)
    await sql`
      with p as (
        insert into protocols (origin_department_id, destination_department_id, remarks, created_by, requires_return)
        values (${finance.id}, ${legal.id}, 'Muitos', ${ana.id}, true) returning id
      )
      insert into items (protocol_id, position, item_type_id, document_number, return_date)
      select p.id, n, ${typeId}, 'comum ' || n, date '2050-01-01' - n from p, generate_series(1, 1050) n`.execute(db)
    const first = await list(ana, 'search=comum')
    expect(first.meta).toEqual({ total: 1_000, per_page: 10, current_page: 1, last_page: 100 })
    expect(first.data[0].document_number).toBe('comum 1050')
    expect((await list(ana, 'search=comum&page=100')).data.at(-1).document_number).toBe('comum 51')
    expect((await list(ana, 'search=comum&page=101')).ids).toEqual([])
    expect((await list(ana, 'search=comum 105')).meta.total).toBe(2)
    expect((await list(ana, 'search=juridico')).meta.total).toBe(1_000)
    expect((await list(ana, 'search=raro&status=all')).meta.total).toBe(1)
    expect((await list(ana)).meta.total).toBe(1_051)
  })
})
