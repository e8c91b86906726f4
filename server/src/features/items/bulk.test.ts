import { itemStatus } from '@malote/core/items/item-status.ts'
import { protocolStatus } from '@malote/core/protocols/protocol-status.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { findBrokenInvariants } from '../../platform/db/invariants.ts'
import { type TestApp, testApp } from '../../test/app.ts'
import { buildDepartment, buildManager, buildProtocol, buildUser } from '../../test/builders.ts'

let test: TestApp
let destinationDepartmentId: number
let gestor: { id: number }
let person: { id: number; name: string }
let other: { id: number }

beforeAll(async () => {
  test = await testApp()
  destinationDepartmentId = (await buildDepartment(test.db)).id
  gestor = await buildManager(test.db, { departmentId: destinationDepartmentId })
  person = await buildUser(test.db, { departmentId: destinationDepartmentId })
  other = await buildUser(test.db, { departmentId: destinationDepartmentId })
})

const { inProgress, pending } = protocolStatus

type Fields = NonNullable<Parameters<typeof buildProtocol>[1]>

/** Item ids of a new protocol addressed to the department of these tests. */
const itemsOf = async (fields: Fields) =>
  (await buildProtocol(test.db, { destinationDepartmentId, ...fields })).items.map(({ id }) => id) as [
    number,
    ...number[],
  ]

const done = 'Item retornado com sucesso!'
const missing = 'Item não encontrado'

describe('bulk return', () => {
  const bulkReturn = (who: { id: number }, itemIds: unknown) =>
    test.as(who).post('/api/protocols/items/bulk-return', { itemIds })

  // proves 4.16, 7.4.11, 12.18
  it('returns what a Gestor may and says of every other item why not, in the order asked', async () => {
    const [mine, unassigned = 0] = await itemsOf({ status: inProgress, items: [{ responsibleId: person.id }, {}] })
    const [elsewhere] = await itemsOf({ status: inProgress, items: [{ responsibleId: other.id }] })
    const [early] = await itemsOf({ status: pending, items: [{ responsibleId: person.id }] })
    const [dateless] = await itemsOf({ status: inProgress, items: [{ responsibleId: person.id, returnDate: null }] })
    const [back] = await itemsOf({ status: inProgress, items: [{ status: itemStatus.returned }] })
    const invisible = (await buildProtocol(test.db, { status: inProgress })).items[0]?.id

    const reply = await bulkReturn(gestor, [
      early,
      elsewhere,
      2_000_000_000,
      mine,
      invisible,
      unassigned,
      mine,
      dateless,
      back,
    ])

    expect(reply.status).toBe(200)
    expect(reply.body).toEqual({
      results: {
        success: [
          { id: elsewhere, message: done },
          { id: mine, message: done },
        ],
        errors: [
          { id: early, message: 'Este protocolo ainda não foi recebido pelo destino' },
          { id: 2_000_000_000, message: missing },
          { id: invisible, message: missing },
          { id: unassigned, message: 'Este item ainda não tem um usuário responsável' },
          { id: dateless, message: 'Este item não tem data de retorno definida' },
          { id: back, message: 'Este item já foi retornado' },
        ],
      },
    })
    const rows = await test.db
      .selectFrom('items')
      .select(['id', 'returnedBy'])
      .where('status', '=', 'retornado')
      .execute()
    expect(rows).toEqual(
      expect.arrayContaining([
        { id: mine, returnedBy: gestor.id },
        { id: elsewhere, returnedBy: gestor.id },
      ]),
    )
    expect(await findBrokenInvariants(test.db)).toEqual([])
  })

  it('lets everybody else return only what they answer for', async () => {
    const ids = await itemsOf({
      status: inProgress,
      items: [{ responsibleId: person.id }, { responsibleId: other.id }, {}],
    })
    const { body } = await bulkReturn(person, ids)
    const notYours = 'Você só pode retornar itens que estão sob a sua responsabilidade'
    expect(body.results).toEqual({
      success: [{ id: ids[0], message: done }],
      errors: [
        { id: ids[1], message: notYours },
        { id: ids[2], message: notYours },
      ],
    })
  })

  it('does not let the origin return', async () => {
    const protocol = await buildProtocol(test.db, { status: inProgress, items: [{}] })
    const sender = await buildManager(test.db, { departmentId: protocol.originDepartmentId })
    const { body } = await bulkReturn(sender, [protocol.items[0]?.id])
    expect(body.results.errors[0].message).toBe('Apenas usuários do departamento de destino podem retornar este item')
  })

  // proves 5.4.6
  it.each([[[]], [undefined], [null], ['1'], [{}]])('asks for at least one item when given %j', async (itemIds) => {
    const reply = await bulkReturn(gestor, itemIds)
    expect(reply.status).toBe(400)
    expect(reply.body.errors).toEqual({ itemIds: 'Selecione pelo menos um item para retornar.' })
  })
})

describe('bulk assignment', () => {
  const bulkAssign = (who: { id: number }, body: object) => test.as(who).put('/api/protocols/items/bulk-assign', body)

  // proves 2.6.9, 7.4.11
  it('gives the unassigned items to one person and leaves the others', async () => {
    const [open, taken = 0] = await itemsOf({ status: pending, items: [{}, { responsibleId: other.id }] })
    const [received] = await itemsOf({ status: inProgress })
    const [stays] = await itemsOf({ requiresReturn: false })
    const sent = (await buildProtocol(test.db, { originDepartmentId: destinationDepartmentId })).items[0]?.id

    const reply = await bulkAssign(gestor, {
      itemIds: [open, taken, received, stays, sent, 2_000_000_000],
      userId: person.id,
    })

    expect(reply.status).toBe(200)
    const assigned = `Usuário ${person.name} atribuído com sucesso!`
    expect(reply.body).toEqual({
      assigned_user: { id: person.id, name: person.name },
      results: {
        success: [
          { id: open, message: assigned },
          { id: received, message: assigned },
        ],
        errors: [
          { id: taken, message: 'Este item já possui um usuário atribuído' },
          {
            id: stays,
            message: 'Apenas itens de protocolos que requerem devolução podem receber atribuição de usuário',
          },
          { id: sent, message: 'Apenas gestores do departamento de destino podem atribuir responsáveis' },
          { id: 2_000_000_000, message: missing },
        ],
      },
    })
    expect(await findBrokenInvariants(test.db)).toEqual([])
  })

  // proves 6.5
  it('is for Gestores, who hear it before anything else', async () => {
    const reply = await bulkAssign(person, { nonsense: true })
    expect([reply.status, reply.body.message]).toEqual([403, 'Apenas gestores podem atribuir usuários a itens'])
  })

  it('wants an active person of the department', async () => {
    const [item] = await itemsOf({ status: inProgress })
    const gone = await buildUser(test.db, { departmentId: destinationDepartmentId, isActive: false })
    for (const { id } of [gone, await buildUser(test.db)]) {
      const reply = await bulkAssign(gestor, { itemIds: [item], userId: id })
      expect(reply.status).toBe(400)
      expect(reply.body.errors).toEqual({
        userId: 'O responsável deve ser um usuário ativo do departamento de destino',
      })
    }
    expect((await bulkAssign(gestor, { itemIds: [item] })).body.errors).toEqual({
      userId: 'Por favor, selecione um usuário',
    })
  })
})
