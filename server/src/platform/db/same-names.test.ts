import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testApp } from '../../test/app.ts'
import { buildAdmin } from '../../test/builders.ts'
import type { Db } from './connect.ts'
import { describeSameNames } from './same-names.ts'

const registers = [
  { table: 'departments', path: '/api/departments', id: 'dpid', field: 'dpname', told: 'o departamento' },
  { table: 'categories', path: '/api/categories', id: 'ctid', field: 'ctname', told: 'a categoria' },
  { table: 'item_types', path: '/api/item-types', id: 'id', field: 'type_name', told: 'o tipo de item' },
] as const

const { app, db } = await testApp()
const asAdmin = app.as(await buildAdmin(db, { departmentId: null }))

const others = { category_parameter: 'Dias úteis' }

/** Inserts a row as it may exist in installations from before names were compared without accents. */
async function insertOld(db: Db, table: string, name: string): Promise<number> {
  return db.transaction().execute(async (trx) => {
    await sql`alter table ${sql.table(table)} disable trigger user`.execute(trx)
    const { rows } = await sql<{ id: number }>`
      insert into ${sql.table(table)} (name) values (${name}) returning id`.execute(trx)
    await sql`alter table ${sql.table(table)} enable trigger user`.execute(trx)
    return rows[0]?.id ?? 0
  })
}

describe.each(registers)('a name in $table', ({ table, path, id, field, told }) => {
  const add = async (name: string) => asAdmin.post(path, { ...others, [field]: name })
  const taken = (name: string) => ({
    status: 409,
    body: {
      message: `Já existe ${told} "${name}"`,
      code: 'NAME_TAKEN',
      errors: { [field]: `Já existe ${told} "${name}"` },
    },
  })

  // proves 5.5.6
  it.each([
    ['Saúde', 'Saude'],
    ['Jurídico', 'JURÍDICO'],
    ['Recursos Humanos', '  recursos\u00a0  humanos '],
    ['Licitação', 'Licitac\u0327a\u0303o'],
    ['Obras', 'Ob\u200bras'],
  ])('that is "%s" cannot be "%s" too', async (name, same) => {
    expect((await add(name)).status).toBe(201)
    const other = (await add(`Outro de ${name}`)).body
    expect(await add(same)).toMatchObject(taken(name))
    expect(await asAdmin.put(`${path}/${other[id]}`, { ...others, [field]: same })).toMatchObject(taken(name))
  })

  it('may be spelled anew, and be taken once nobody has it', async () => {
    const { body } = await add('Memoria')
    const spelled = await asAdmin.put(`${path}/${body[id]}`, { ...others, [field]: 'Memória' })
    expect(spelled).toMatchObject({ status: 200, body: { [field]: 'Memória' } })
    await asAdmin.put(`${path}/${body[id]}`, { ...others, [field]: 'Acervo' })
    expect((await add('MEMÓRIA')).status).toBe(201)
    await asAdmin.delete(`${path}/${body[id]}`)
    expect((await add('acervo')).status).toBe(201)
  })

  it('that two people choose at once is the one of the first', async () => {
    for (let round = 0; round < 5; round += 1) {
      const replies = await Promise.all([add(`Ação ${round}`), add(`Acao ${round}`)])
      expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409])
    }
  })

  // proves 5.5.6
  it('that two rows have from before stands in no way of other changes, and can be renamed away', async () => {
    const first = (await add('Educação')).body[id]
    const second = await insertOld(db, table, 'Educacao')
    const put = (row: number, name: string) =>
      asAdmin.put(`${path}/${row}`, { ...others, [field]: name, type_description: 'x', color: '#112233' })

    expect((await put(second, 'Educacao')).status).toBe(200)
    expect((await put(first, 'Educação')).status).toBe(200)
    expect(await put(second, 'EDUCACAO')).toMatchObject(taken('Educação'))
    expect((await put(first, 'Ensino')).status).toBe(200)
    expect(await add('Educação')).toMatchObject(taken('Educacao'))
    expect((await put(second, 'Educação')).status).toBe(200)
  })
})

// proves 5.5.6
it('names that are the same from before are told in one sentence for each register', async () => {
  const { db } = await testApp({ ownDatabase: true })
  expect(await describeSameNames(db)).toEqual([])
  for (const name of ['Saúde', 'Saude', 'Obras', 'Jurídico', 'JURIDICO']) await insertOld(db, 'departments', name)
  for (const name of ['Nota', 'Nóta']) await insertOld(db, 'item_types', name)

  expect(await describeSameNames(db)).toEqual([
    'Há departamentos com o mesmo nome: "JURIDICO" e "Jurídico", "Saude" e "Saúde". Mude o nome de um deles em Configurações.',
    'Há tipos de itens com o mesmo nome: "Nota" e "Nóta". Mude o nome de um deles em Configurações.',
  ])
})
