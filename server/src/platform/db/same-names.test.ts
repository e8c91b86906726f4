import { describe, expect, it } from 'vitest'
import { testApp } from '../../test/app.ts'
import { buildAdmin } from '../../test/builders.ts'

const registers = [
  { table: 'departments', path: '/api/departments', id: 'dpid', field: 'dpname', told: 'o departamento' },
  { table: 'categories', path: '/api/categories', id: 'ctid', field: 'ctname', told: 'a categoria' },
  { table: 'item_types', path: '/api/item-types', id: 'id', field: 'type_name', told: 'o tipo de item' },
] as const

const { app, db } = await testApp()
const asAdmin = app.as(await buildAdmin(db, { departmentId: null }))

const others = { category_parameter: 'Dias úteis' }

describe.each(registers)('a name in $table', ({ path, id, field, told }) => {
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
})
