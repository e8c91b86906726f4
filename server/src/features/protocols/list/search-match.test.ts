import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildAdmin, buildItemType, buildSupplier, buildUser } from '../../../test/builders.ts'
import { threeDepartments } from '../../../test/random-organisation.ts'

/** One protocol that everything below finds, and newer ones of which each says one thing. */
async function archive() {
  const departments = await threeDepartments()
  const { db, finance, legal, health, between, ask } = departments
  const bruno = await buildUser(db, { departmentId: legal.id, name: 'Bruno Sá' })
  const stranger = await buildUser(db, { departmentId: health.id, name: 'Zélia Nunes' })
  const admin = await buildAdmin(db, { departmentId: null, name: 'Primeira Admin' })
  const contract = await buildItemType(db, { name: 'Contrato social' })
  const letter = await buildItemType(db, { name: 'Carta' })
  const supplier = await buildSupplier(db, { companyName: 'Papelaria Ipê' })
  const folder = await between(finance, legal, {
    createdAt: '2026-05-01T12:00:00Z',
    remarks: 'Pasta completa para conferência',
    items: [
      { documentNumber: 'NF-1', itemTypeId: letter.id, description: 'Envelope azul', reason: 'Assinatura do diretor' },
      {
        documentNumber: 'PROC. 88/2026',
        itemTypeId: contract.id,
        description: 'Pasta da Maria Souza',
        reason: 'Renovação',
        supplierId: supplier.id,
        responsibleId: bruno.id,
      },
    ],
  })
  const find = async (user: { id: number }, search: string, more = '') => {
    const body = await ask(user, `/api/protocols?search=${encodeURIComponent(search)}${more}`)
    return body.data.map(({ id, match }: { id: number; match: unknown }) => ({ id, match }))
  }
  return { ...departments, bruno, stranger, admin, contract, letter, supplier, folder, find }
}

let test: Awaited<ReturnType<typeof archive>>
beforeAll(async () => {
  test = await archive()
})

describe('a search of the list', () => {
  // proves 17.1, 17.5, 17.35
  it.each([
    ['proc. 88', 'document', 'PROC. 88/2026'],
    ['MARIA SOUZA', 'description', 'Pasta da Maria Souza'],
    ['envelope', 'description', 'Envelope azul'],
    ['renovacao', 'reason', 'Renovação'],
    ['diretor', 'reason', 'Assinatura do diretor'],
    ['pasta completa', 'remarks', 'Pasta completa para conferência'],
    ['pasta', 'description', 'Pasta da Maria Souza'],
    ['muller', 'person', 'Ana Müller'],
    ['bruno sa', 'person', 'Bruno Sá'],
    ['contrato soc', 'type', 'Contrato social'],
    ['ipe', 'supplier', 'Papelaria Ipê'],
    ['juridico', 'department', 'Jurídico'],
    ['financas', 'department', 'Finanças'],
  ])('finds by %o, and says that it is the %s: %o', async (term, field, text) => {
    const { ana, admin, bruno, stranger, folder, find } = test
    for (const person of [ana, bruno, admin]) {
      expect(await find(person, term)).toEqual([{ id: folder.id, match: { field, text } }])
      expect(await find(person, term, '&sort=due&late=0')).toEqual([{ id: folder.id, match: { field, text } }])
    }
    expect(await find(stranger, term)).toEqual([])
  })

  // proves 17.35
  it('says nothing without a search, and the number where it is the whole text', async () => {
    const { ana, folder, find, ask } = test
    expect((await ask(ana, '/api/protocols')).data[0].match).toBeNull()
    const number = [{ id: folder.id, match: { field: 'number', text: `${folder.id}` } }]
    expect(await find(ana, `#${folder.id}`)).toEqual(number)
    expect((await find(ana, `${folder.id}`))[0]).toEqual(number[0])
  })

  it('says nothing that the list’s filter leaves out, and takes % and _ literally', async () => {
    const { ana, find, legal } = test
    expect(await find(ana, 'maria', '&status=Concluído')).toEqual([])
    expect(await find(ana, 'maria', `&department=${legal.id}`)).toHaveLength(1)
    for (const term of ['maria%souza', 'mar_a', '\\', 'souza\nrenova', 'souza a renova'])
      expect(await find(ana, term)).toEqual([])
  })
})

// proves 17.5, 17.36
it('ranks the number that is the whole text before documents, and documents before words', async () => {
  const { db, finance, legal, ana, between, find } = await archive()
  await sql`select setval(pg_get_serial_sequence('protocols', 'id'), 4710)`.execute(db)
  const day = (n: number, fields: object) =>
    between(finance, legal, { createdAt: `2026-0${n}-01T12:00:00Z`, ...fields })
  const number = await day(1, {})
  const document = await day(2, { items: [{ documentNumber: 'NF 4711' }] })
  const reason = await day(3, { items: [{ documentNumber: 'X', reason: 'Anexo ao 4711' }] })
  const newer = await day(4, { items: [{ documentNumber: '94711/26', reason: '4711' }] })
  const remarks = await day(5, { remarks: 'Ver 4711', items: [] })
  expect(number.id).toBe(4711)
  const fields = (await find(ana, '4711')).map(({ id, match }: { id: number; match: { field: string } }) => [
    id,
    match.field,
  ])
  expect(fields).toEqual([
    [number.id, 'number'],
    [newer.id, 'document'],
    [document.id, 'document'],
    [remarks.id, 'remarks'],
    [reason.id, 'reason'],
  ])
})

// proves 17.36
it('lists documents first also among more hits than are counted, and pages through them', async () => {
  const { db, finance, legal, ana, between, ask } = await archive()
  const old = await between(finance, legal, {
    createdAt: '2020-01-01T12:00:00Z',
    items: [{ documentNumber: 'Remessa 7' }, { documentNumber: 'Remessa 8' }],
  })
  await sql`insert into protocols (origin_department_id, destination_department_id, remarks, created_by, created_at)
    select ${finance.id}, ${legal.id}, 'Remessa comum ' || n, ${ana.id}, timestamptz '2026-01-01' + n * interval '1 minute'
    from generate_series(1, 1050) n`.execute(db)
  const page = (n: number) => ask(ana, `/api/protocols?search=remessa&page=${n}`)
  const [first, second, last, none] = [await page(1), await page(2), await page(100), await page(101)]
  expect(first.meta.total).toBe(1_000)
  expect(first.data[0]).toMatchObject({ id: old.id, match: { field: 'document', text: 'Remessa 7' } })
  expect(first.data[1].remarks).toBe('Remessa comum 1050')
  expect(second.data[0].remarks).toBe('Remessa comum 1041')
  expect(last.data.at(-1).remarks).toBe('Remessa comum 52')
  expect(none.data).toEqual([])
})

it('finds many protocols by a person, a type or a reason, and counts them up to 1,000', async () => {
  const { db, finance, legal, bruno, ana, contract, ask } = await archive()
  await sql`
    with sent as (
      insert into protocols (origin_department_id, destination_department_id, remarks, created_by, created_at)
      select ${finance.id}, ${legal.id}, 'Documentos', ${ana.id}, timestamptz '2026-01-01' + n * interval '1 minute'
      from generate_series(1, 1100) n returning id
    )
    insert into items (protocol_id, position, item_type_id, responsible_id, reason)
    select id, 1, ${contract.id}, ${bruno.id}, 'Assinatura' from sent`.execute(db)
  for (const [term, field, text] of [
    ['bruno', 'person', 'Bruno Sá'],
    ['contrato', 'type', 'Contrato social'],
    ['assinatura', 'reason', 'Assinatura'],
  ]) {
    const { data, meta } = await ask(bruno, `/api/protocols?search=${term}&per_page=50`)
    expect(meta, term).toMatchObject({ total: 1_000, last_page: 20 })
    expect(data[1].match).toEqual({ field, text })
    expect(data).toHaveLength(50)
    const due = await ask(bruno, `/api/protocols?search=${term}&sort=due`)
    expect(due.data).toHaveLength(10)
  }
})

it('stays true when people, types, suppliers and departments get other names', async () => {
  const { db, ana, bruno, contract, supplier, legal, folder, find } = await archive()
  await db.updateTable('users').set({ name: 'Benedito Sá' }).where('id', '=', bruno.id).execute()
  await db.updateTable('itemTypes').set({ name: 'Estatuto' }).where('id', '=', contract.id).execute()
  await db.updateTable('suppliers').set({ companyName: 'Gráfica Ypê' }).where('id', '=', supplier.id).execute()
  await db.updateTable('departments').set({ name: 'Procuradoria' }).where('id', '=', legal.id).execute()
  for (const old of ['bruno', 'contrato', 'ipê', 'jurídico']) expect(await find(ana, old), old).toEqual([])
  for (const name of ['benedito', 'estatuto', 'ypê', 'procuradoria']) {
    expect(await find(ana, name), name).toMatchObject([{ id: folder.id }])
  }
})

describe('the excerpt', () => {
  const excerptOf = async (text: string, term: string) => {
    const { rows } = await sql<{ part: string }>`select excerpt(${text}, ${term}) as part`.execute(test.db)
    return rows[0]?.part ?? ''
  }

  // proves 17.37
  it.each([
    ['short', 'Pasta da\nMaria', 'maria', 'Pasta da Maria'],
    ['at the beginning', `Maria ${'x'.repeat(100)}`, 'maria', `Maria ${'x'.repeat(84)}…`],
    ['at the end', `${'x'.repeat(100)} Maria`, 'MARÍA', `…${'x'.repeat(84)} Maria`],
    [
      'in the middle',
      `${'x'.repeat(100)}maria${'y'.repeat(100)}`,
      'maria',
      `…${'x'.repeat(30)}maria${'y'.repeat(55)}…`,
    ],
    [
      'after longer letters',
      `${'½'.repeat(100)}maria${'y'.repeat(100)}`,
      'maria',
      `…${'½'.repeat(30)}maria${'y'.repeat(55)}…`,
    ],
    [
      'after letters with accents of their own',
      `${'a\u0303'.repeat(100)}maria${'y'.repeat(100)}`,
      'maria',
      `…${'a\u0303'.repeat(15)}maria${'y'.repeat(55)}…`,
    ],
    ['a longer letter', `${'x'.repeat(100)}½${'y'.repeat(100)}`, '/2y', `…${'x'.repeat(30)}½${'y'.repeat(59)}…`],
  ])('of a hit that is %s shows it', async (_where, text, term, part) => {
    expect(await excerptOf(text, term)).toBe(part)
  })

  it('of the longest text takes a moment, whatever its letters become', async () => {
    await test.db.transaction().execute(async (trx) => {
      await sql`set local statement_timeout = '30s'`.execute(trx)
      const { rows } = await sql`select excerpt(${`${'½'.repeat(4_995)}maria`}, 'maria') as part`.execute(trx)
      expect(rows).toEqual([{ part: `…${'½'.repeat(85)}maria` }])
    })
  })
})
