import { join } from 'node:path'
import { removedFileName, removedText } from '@malote/core/black-outs/black-out.ts'
import { sql } from 'kysely'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { newsChannels } from '../../app/app.ts'
import { removeOrphanedFiles } from '../../domain/attachments/remove-orphaned-files.ts'
import { queueMail } from '../../domain/mail/mail-queue.ts'
import { restoreArchive } from '../../platform/archive/restore-archive.ts'
import { writeArchive } from '../../platform/archive/write-archive.ts'
import { verifyChain } from '../../platform/db/chain/verify-chain.ts'
import { type ChangeFeed, openChangeFeed } from '../../platform/db/change-feed.ts'
import type { Db } from '../../platform/db/connect.ts'
import { findBrokenInvariants } from '../../platform/db/invariants.ts'
import { openStorage } from '../../platform/files/storage.ts'
import { bucketAt, bucketServer } from '../../test/bucket-server.ts'
import { buildManager } from '../../test/builders.ts'
import { multipart } from '../../test/client.ts'
import { testConfig } from '../../test/config.ts'
import { testDatabase } from '../../test/database.ts'
import { listen } from '../../test/event-stream.ts'
import { faultProxy } from '../../test/fault-proxy.ts'
import { mailServer } from '../../test/mail-server.ts'
import { file as sampleFile, sampleJpg, samplePdf, testFolder } from '../../test/sample-files.ts'
import { finishSentences, placesOf, reason, reword, secretOrganisation } from './black-outs.test-setup.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

/** The organisation with a mail server, so that what it tells is mailed, too. */
async function mailed() {
  const smtp = await mailServer()
  closers.push(smtp.close)
  const organisation = await secretOrganisation({ smtpUrl: smtp.url })
  closers.push(organisation.stopPost)
  return organisation
}

// proves 18.71, 20.19, V14.2.4
it.each([
  ['whatever the words of the sentences are', reword, ['typed_texts']],
  ['also those in sentences of 1.0.0', finishSentences, ['history', 'notifications']],
])('removes every copy of every text and file from the whole database, %s', async (_, change, told) => {
  const organisation = await mailed()
  const { db, as, clock, id, sender, recipient, path, first, second, attachment, added, chain, remove, load } =
    organisation
  const photo = sampleFile('segredo-fotografado.jpg', sampleJpg)
  const lost = await as(recipient).post(
    `/api/protocols/items/${second.id}/occurrences`,
    multipart({ kind: 'lost', description: 'Deixado com segredo-perdido' }, { attachment_0: photo }),
  )
  clock.advance(1_000)
  const torn = await as(recipient).post(`/api/protocols/items/${first.id}/occurrences`, {
    ...{ kind: 'damaged', description: 'Rasgado por segredo-rasgado' },
  })
  clock.advance(1_000)
  await as(sender).post(`/api/occurrences/${torn.body.id}/resolve`, {
    ...{ outcome: 'replaced', note: 'Trocado por segredo-trocado' },
  })
  clock.advance(1_000)
  // Says the note of the occurrence as the reason of the cancellation, too.
  await as(sender).post(`/api/occurrences/${lost.body.id}/resolve`, {
    ...{ outcome: 'written_off', note: 'Item segredo-desistido' },
  })
  await as(recipient).get(`/api/protocols/attachments/${lost.body.attachments[0].id}/download`)
  clock.advance(1_000)
  await as(sender).post(`${path}/cancel`, { reason: 'Tudo segredo-cancelado' })
  clock.advance(1_000)
  await change(db)
  await chain()
  const [comment] = (await load()).responses
  const [file, addedFile] = [`/attachments/${attachment.id}`, `/attachments/${added.id}`]
  const [ofFirst, ofSecond] = [`/items/${first.id}`, `/items/${second.id}`]

  const removals: [word: string, before: string[], place: string, body?: object][] = [
    ['segredo-criado', ['attachments', 'audit_events'], file],
    ['segredo-editado', ['attachments', 'audit_events', ...told], addedFile],
    ['segredo-comentado', ['comments'], `/${id}/comments/${comment.id}`],
    ['segredo-fotografado', ['attachments', 'audit_events'], `/attachments/${lost.body.attachments[0].id}`],
    ['segredo-perdido', ['occurrences', ...told], `/occurrences/${lost.body.id}`, { field: 'description' }],
    ['segredo-rasgado', ['occurrences', ...told], `/occurrences/${torn.body.id}`, { field: 'description' }],
    ['segredo-trocado', ['occurrences', ...told], `/occurrences/${torn.body.id}`, { field: 'outcome_note' }],
    ['segredo-desistido', ['items', 'occurrences', ...told], ofSecond, { field: 'cancel_reason' }],
    ['segredo-cancelado', ['items', 'protocols', ...told], ofFirst, { field: 'cancel_reason' }],
    // The edit that quoted these is gone with the file that it added.
    ['segredo-observado', ['protocols'], `/${id}`, { field: 'remarks' }],
    ['segredo-descrito', ['items'], ofFirst, { field: 'description' }],
    ['segredo-motivo', ['items'], ofFirst, { field: 'reason' }],
  ]
  for (const [word, before, place, body] of removals) {
    expect(await placesOf(db, word), word).toEqual(before.toSorted())
    const reply = await remove(place, body)
    expect(reply, word).toMatchObject({ status: 200, body: { message: 'Conteúdo removido' } })
    expect(await placesOf(db, word), word).toEqual([])
    expect(await remove(place, body)).toMatchObject({ status: 409, body: { code: 'CONTENT_ALREADY_REMOVED' } })
  }
  expect(await placesOf(db, 'segredo')).toEqual([])
  expect(await organisation.filesOnDisk()).toEqual([])
  expect(await findBrokenInvariants(db)).toEqual([])
  await chain()
  expect(await verifyChain(db)).toMatchObject({ waiting: 0, broken: [] })

  const left = await load()
  expect(left).toMatchObject({
    remarks: removedText,
    cancel_reason: removedText,
    responses: [{ response_text: removedText }],
  })
  expect(left.items).toMatchObject([
    { description: removedText, reason: removedText, cancel_reason: removedText },
    { description: null, cancel_reason: removedText },
  ])
  expect(left.items[0].attachments).toMatchObject([{ file_name: removedFileName }, { file_name: removedFileName }])
  const removed = left.removals.map(
    ({ kind, target_id }: { kind: string; target_id: number }) => `${kind} ${target_id}`,
  )
  expect(removed).toEqual(
    expect.arrayContaining([
      ...[`attachment ${attachment.id}`, `comment ${comment.id}`, `item_cancel_reason ${second.id}`],
      ...[`cancel_reason ${id}`, `item_cancel_reason ${first.id}`, `remarks ${id}`, `item_description ${first.id}`],
    ]),
  )
  expect(left.removals[0]).toMatchObject({ removed_by: 'Célia Rocha', removed_at: clock.now().toISOString() })
  const lines = left.history.filter(({ action }: { action: string }) => action === 'Conteúdo removido')
  expect(lines.map(({ description }: { description: string }) => description)).toContain(
    `Célia Rocha removeu um anexo do Item A-1 (${first.item_type}), também em 1 registro do histórico. Motivo: ${reason}`,
  )
})

// proves 21.15
it.each([
  ['whatever the words of the sentences are', reword, ['typed_texts']],
  ['also those in sentences of 1.0.0', finishSentences, ['history', 'notifications']],
])('removes the texts of requests for more time and from the changes of the date, %s', async (_, change, told) => {
  const { db, as, clock, sender, manager, first, second, chain, load, id, remove } = await secretOrganisation()
  const ask = async (item: { id: number }, days: number, why: string) => {
    const body = { return_date: `2026-12-${days}`, reason: why }
    const reply = await as(manager).post(`/api/protocols/items/${item.id}/extension-requests`, body)
    expect(reply.status, JSON.stringify(reply.body)).toBe(201)
    clock.advance(1_000)
    return `/extension-requests/${reply.body.id}`
  }
  const decide = async (request: string, decision: object) => {
    const reply = await as(sender).post(`/api${request}/decide`, decision)
    expect(reply.status, JSON.stringify(reply.body)).toBe(200)
    clock.advance(1_000)
  }
  const granted = await ask(first, 20, 'Falta segredo-pedido')
  await decide(granted, { decision: 'grant', note: 'Por segredo-concedido' })
  const denied = await ask(second, 21, 'Espera segredo-esperado')
  await decide(denied, { decision: 'deny', note: 'Fica segredo-negado' })
  const extension = { return_date: '2026-12-22', reason: 'Por segredo-prorrogado' }
  await as(sender).put(`/api/protocols/items/${second.id}/due-date`, extension)
  clock.advance(1_000)
  // The reason of a removal stays for good: it may repeat none of the texts that the entry quotes.
  const { history } = await load()
  for (const quoted of ['Falta segredo-pedido', 'Por segredo-concedido', 'Fica segredo-negado']) {
    for (const entry of history.filter(({ description }: { description: string }) => description.includes(quoted))) {
      const reply = await remove(`/${id}/history/${entry.id}`, { reason: `Dizia ${quoted}, sem precisar` })
      expect(reply, entry.description).toMatchObject({
        status: 400,
        body: { errors: { reason: expect.any(String) } },
      })
    }
  }
  await change(db)
  await chain()

  const dated = change === reword ? told : ['due_date_changes', ...told]
  const extended = (await load()).history.find(({ description }: { description: string }) =>
    description.includes('segredo-prorrogado'),
  )
  const removals: [word: string, before: string[], place: string, body?: object][] = [
    ['segredo-concedido', ['extension_requests', ...told], granted, { field: 'note' }],
    // The change of the date was removed with the note that the same entry quotes.
    ['segredo-pedido', ['extension_requests', ...told], granted, { field: 'reason' }],
    ['segredo-negado', ['extension_requests', ...told], denied, { field: 'note' }],
    ['segredo-esperado', ['extension_requests', ...told], denied, { field: 'reason' }],
    ['segredo-prorrogado', dated, `/${id}/history/${extended.id}`],
  ]
  expect(await placesOf(db, 'segredo-pedido')).toEqual(['extension_requests', ...dated].toSorted())
  for (const [word, before, place, body] of removals) {
    expect(await placesOf(db, word), word).toEqual(before.toSorted())
    expect(await remove(place, body), word).toMatchObject({ status: 200 })
    expect(await placesOf(db, word), word).toEqual([])
    expect(await remove(place, body)).toMatchObject({ status: 409, body: { code: 'CONTENT_ALREADY_REMOVED' } })
  }
  expect(await remove('/extension-requests/999999', { field: 'note' })).toMatchObject({ status: 404 })
  const { body } = await as(sender).get('/api/extension-requests?side=to_decide')
  expect(body.data.map(({ reason: why, note }: { reason: string; note: string }) => [why, note])).toEqual([
    [removedText, removedText],
    [removedText, removedText],
  ])
})

// proves 18.71
it.each([
  ['whatever the words of the sentences are', reword, ['typed_texts']],
  ['also those in sentences of 1.0.0', finishSentences, ['history', 'notifications']],
])('removes every version of a description from the notices that asked for the item, %s', async (_, change, told) => {
  const { db, id, as, clock, sender, recipient, itemType, path, first, second, load, chain, remove } =
    await secretOrganisation()
  const edit = async (description: string) => {
    const items = [
      { id: first.id, item_type_id: itemType.id, description },
      { id: second.id, item_type_id: itemType.id, description: 'Pasta azul' },
    ]
    const reply = await as(sender).put(path, { remarks: 'Ficha', items })
    expect(reply.status, JSON.stringify(reply.body)).toBe(200)
    clock.advance(1_000)
  }
  const remind = async (item_ids: number[], message?: string) => {
    const reply = await as(sender).post('/api/returns/remind', { item_ids, message })
    expect(reply.body.results).toMatchObject({ success: item_ids, errors: [] })
    clock.advance(1_000)
  }
  // Its words look like those of the entry that quotes it.
  await edit('Lista “segredo-descrito-antes” para “Ana”, 2 vias')
  await remind([first.id])
  clock.advance(24 * 3_600_000)
  await edit('Pasta segredo-descrito3')
  expect((await as(recipient).post(`${path}/receive`)).status).toBe(200)
  await remind([first.id, second.id])
  clock.advance(24 * 3_600_000)
  await remind([second.id], 'Sem a folha do segredo-cobrado')
  await change(db)
  await chain()
  for (const word of ['segredo-descrito-antes', 'segredo-descrito3']) {
    expect(await placesOf(db, word)).toEqual(expect.arrayContaining(told))
  }
  const reply = await remove(`/items/${first.id}`, { field: 'description' })
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  expect(await placesOf(db, 'segredo-descrito')).toEqual([])
  // The other item was asked for alone, too.
  expect(await placesOf(db, 'Pasta azul')).toEqual(['items', told.at(-1)])
  // A message has no record of its own: it goes with its entry.
  expect(await placesOf(db, 'segredo-cobrado')).toEqual(told)
  const asked = (await load()).history.find(({ action }: { action: string }) => action === 'Devolução cobrada')
  expect((await remove(`/${id}/history/${asked.id}`)).status).toBe(200)
  expect(await placesOf(db, 'segredo-cobrado')).toEqual([])
})

// proves 18.53, 18.71
it('removes a text from the entries of 1.0.0 and from those since, and the chain still proves the rest of both', async () => {
  const { db, as, clock, sender, itemType, path, first, load, chain, remove } = await secretOrganisation()
  await finishSentences(db)
  const items = [{ id: first.id, item_type_id: itemType.id, description: 'Pasta segredo-descrito3' }]
  expect((await as(sender).put(path, { remarks: 'Ficha', items })).status).toBe(200)
  clock.advance(1_000)
  await chain()
  expect(await placesOf(db, 'segredo-descrito2')).toEqual(['history', 'notifications', 'typed_texts'])
  expect((await remove(`/items/${first.id}`, { field: 'description' })).status).toBe(200)
  expect(await placesOf(db, 'segredo-descrito')).toEqual([])
  await chain()
  expect(await verifyChain(db)).toMatchObject({ waiting: 0, broken: [] })
  const { history, removals } = await load()
  const edits = history.filter(({ action }: { action: string }) => action === 'Protocolo editado')
  expect(edits.map(({ description }: { description: string }) => description)).toEqual([removedText, removedText])
  expect(removals).toHaveLength(3)
})

// proves 18.71
it('removes the words of mails that a server of 1.0.0 has queued', async () => {
  const { db, id, load, recipient, chain, remove } = await mailed()
  await finishSentences(db)
  await chain()
  const edit = (await load()).history.find(({ action }: { action: string }) => action === 'Protocolo editado')
  const order = { kind: 'notification', userId: recipient.id, title: 'Aviso', because: 'é curioso' } as const
  const queued = [id, null, id + 1].map((protocolId) => ({
    ...order,
    protocolId,
    message: `${edit.description}. Por segredo-mandado`,
  }))
  const other = { ...order, protocolId: id, message: 'Outro segredo-mandado' }
  await db.transaction().execute((trx) => queueMail(trx, [...queued, other]))
  expect(await mailsWith(db, 'segredo-mandado')).toBe(4)
  expect((await remove(`/${id}`, { field: 'remarks' })).status).toBe(200)
  // Another act of the protocol, and another protocol.
  expect(await mailsWith(db, 'segredo-mandado')).toBe(2)
})

async function mailsWith(db: Db, word: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from pgboss.job where position(${word} in data::text) > 0`.execute(db)
  return rows[0]?.n ?? 0
}

describe('the texts of a history entry', () => {
  // proves 18.71
  it('go for good with their notices, while its act, author and time stay', async () => {
    const { db, id, load, chain, remove, sender } = await secretOrganisation()
    await chain()
    const entry = (await load()).history.find(({ action }: { action: string }) => action === 'Protocolo editado')
    expect(await remove(`/${id}/history/${entry.id}`)).toMatchObject({ status: 200 })

    for (const word of ['segredo-observado1', 'segredo-descrito1', 'segredo-motivo1']) {
      expect(await placesOf(db, word)).toEqual([])
    }
    // The present texts are others' business.
    expect(await placesOf(db, 'segredo-observado2')).toEqual(['protocols'])
    const { history } = await load()
    expect(history.find((one: { id: number }) => one.id === entry.id)).toEqual({ ...entry, description: removedText })
    expect(entry.created_by).toBe(sender.name)
    expect(await verifyChain(db)).toMatchObject({ broken: [] })
  })

  // proves 18.53, 18.71
  it.each(['its quotations went before', 'its quotations were there'])(
    'take document numbers with them that were typed by mistake, when %s',
    async (before) => {
      const { db, id, as, sender, clock, itemType, path, first, load, chain, remove } = await secretOrganisation()
      const edit = async (document_number: string, description: string) => {
        const items = [{ id: first.id, item_type_id: itemType.id, document_number, description }]
        expect((await as(sender).put(path, { remarks: 'Ficha', items })).status).toBe(200)
        clock.advance(1_000)
      }
      await edit('CPF-segredo', 'Pasta verde')
      await edit('B-1', 'Pasta azul')
      await edit('B-2', 'Pasta branca')
      await chain()
      const kept = (await load()).items[0]
      if (before === 'its quotations went before') {
        expect((await remove(`/items/${first.id}`, { field: 'description' })).status).toBe(200)
      }
      const edits = (await load()).history.filter(({ action }: { action: string }) => action === 'Protocolo editado')
      expect(edits).toHaveLength(4)
      expect(await placesOf(db, 'CPF-segredo')).toEqual(expect.arrayContaining(['history', 'notifications']))
      for (const entry of edits.slice(1, 3)) {
        expect((await remove(`/${id}/history/${entry.id}`)).status).toBe(200)
        expect(await remove(`/${id}/history/${entry.id}`)).toMatchObject({ body: { code: 'CONTENT_ALREADY_REMOVED' } })
      }
      expect(await placesOf(db, 'CPF-segredo')).toEqual([])
      expect((await remove(`/items/${first.id}`, { field: 'reason' })).status).toBe(200)
      expect((await load()).items[0].document_number).toBe(kept.document_number)
      await chain()
      expect(await verifyChain(db)).toMatchObject({ waiting: 0, broken: [] })
      expect(await findBrokenInvariants(db)).toEqual([])
    },
  )

  // proves 21.6
  it('go with the reason of the due date that they tell of', async () => {
    const { db, clock, id, as, sender, load, first, second, chain, remove } = await secretOrganisation()
    const bulk = (item_ids: number[], return_date: string, why: string) =>
      as(sender).post('/api/protocols/items/bulk-due-date', { item_ids, return_date, reason: `Até sair o ${why}` })
    await bulk([first.id, second.id], '2026-12-04', 'segredo-adiado1')
    clock.advance(1_000)
    await bulk([first.id], '2026-12-11', 'segredo-adiado2')
    await chain()
    const [latest, earlier] = (await load()).history.filter(
      ({ action }: { action: string }) => action === 'Prazo alterado',
    )
    expect(await placesOf(db, 'segredo-adiado1')).toEqual(['typed_texts'])
    expect((await remove(`/${id}/history/${earlier.id}`)).status).toBe(200)
    expect(await placesOf(db, 'segredo-adiado1')).toEqual([])
    expect(await placesOf(db, 'segredo-adiado2')).toEqual(['typed_texts'])
    const { body } = await as(sender).get(`/api/protocols/items/${first.id}/due-date`)
    expect(body.changes).toMatchObject([{ reason: removedText }, { reason: 'Até sair o segredo-adiado2' }])
    expect((await remove(`/${id}/history/${latest.id}`)).status).toBe(200)
    expect(await placesOf(db, 'segredo-adiado')).toEqual([])
    expect(await findBrokenInvariants(db)).toEqual([])
  })

  // proves 18.72
  it('stay where they tell of a removal', async () => {
    const { id, load, chain, remove } = await secretOrganisation()
    await chain()
    await remove(`/${id}`, { field: 'remarks' })
    const [line] = (await load()).history
    expect(line.action).toBe('Conteúdo removido')
    expect(await remove(`/${id}/history/${line.id}`)).toMatchObject({ status: 409, body: { code: 'REMOVAL_STAYS' } })
    expect(await remove(`/${id}/history/999999`)).toMatchObject({ status: 404 })
  })

  // proves 18.73
  it('wait for their link, and go at once with a text that they quote', async () => {
    const { db, id, load, remove } = await secretOrganisation()
    const [edited] = (await load()).history.filter(({ action }: { action: string }) => action === 'Protocolo editado')
    const place = `/${id}/history/${edited.id}`
    await db.transaction().execute(async (trx) => {
      await sql`select pg_current_xact_id()`.execute(trx)
      expect(await remove(place)).toMatchObject({ status: 409, body: { code: 'TOO_FRESH_TO_REMOVE' } })
      expect(await db.selectFrom('blackOuts').select('id').execute()).toEqual([])
      expect((await remove(`/${id}`, { field: 'remarks' })).status).toBe(200)
    })
    await expect.poll(async () => (await remove(place)).status, { timeout: 80_000 }).toBe(200)
  })
})

describe('who removes what', () => {
  // proves 18.70
  it('is an Admin with a fresh proof and a reason that does not repeat the text', async () => {
    const { db, as, id, attachment, added, second, chain, remove, sender, clock, path } = await secretOrganisation()
    await chain()
    const manager = await buildManager(db, { departmentId: sender.departmentId })
    const file = `/api/protocols/attachments/${attachment.id}/black-out`
    for (const person of [sender, manager]) {
      expect(await as(person).post(file, { reason })).toMatchObject({ status: 403, body: { code: 'ONLY_ADMINS' } })
    }
    for (const wrong of [undefined, ' ', 'ab', 'a'.repeat(501), 'Contém SEGREDO-CRIADO.PDF por engano']) {
      const reply = await remove(`/attachments/${attachment.id}`, { reason: wrong })
      expect(reply).toMatchObject({ status: 400, body: { errors: { reason: expect.any(String) } } })
    }
    expect(await remove(`/${id}`, { field: 'status' })).toMatchObject({ status: 400 })
    expect(await remove(`/${id}`, { field: 'cancel_reason' })).toMatchObject({ body: { code: 'NOTHING_TO_REMOVE' } })
    expect(await remove(`/items/${second.id}`, { field: 'description' })).toMatchObject({ status: 409 })
    expect(await remove('/attachments/999999')).toMatchObject({ status: 404, body: { code: 'ATTACHMENT_NOT_FOUND' } })
    expect(await remove(`/${id}/comments/999999`)).toMatchObject({ status: 404 })
    expect(await remove(`/${id}`, { field: 'remarks', reason: 'Ficha segredo-observado1' })).toMatchObject({
      status: 400,
    })
    // What the edit that quotes the remarks says besides is another text.
    const besides = await remove(`/${id}`, { field: 'remarks', reason: 'Nada de Pasta segredo-descrito1' })
    expect(besides.status).toBe(200)
    clock.advance(10 * 60_000 + 1)
    const late = await remove(`/attachments/${added.id}`)
    expect(late).toMatchObject({ status: 403, body: { code: 'PROOF_NEEDED' } })
    expect((await as(sender).get(path)).body.removals).toHaveLength(2)
  })

  // proves 18.72
  it('is audited without the text', async () => {
    const { db, id, first, chain, remove, admin } = await secretOrganisation()
    await chain()
    await remove(`/items/${first.id}`, { field: 'description' })
    const event = await db.selectFrom('auditEvents').selectAll().where('action', '=', 'black-out').executeTakeFirst()
    expect(event).toMatchObject({ actorId: admin.id, subjectKind: 'item', subjectId: String(first.id), before: null })
    expect(event?.after).toEqual({
      protocol: id,
      content: `a descrição do Item A-1 (${first.item_type})`,
      history_entries: 1,
      reason,
    })
  })
})

describe('a removed file', () => {
  // proves 18.71
  it.each([
    ['today', async () => {}],
    ['1.0.0', finishSentences],
  ])('goes from two items of one protocol, whose edit of %s is removed once', async (_, change) => {
    const { db, as, sender, itemType, path, first, second, load, chain, remove } = await secretOrganisation()
    const items = [first, second].map((item) => ({ id: item.id, item_type_id: itemType.id }))
    const files = {
      attachment_0: sampleFile('duas-vezes.pdf', samplePdf),
      attachment_1: sampleFile('duas-vezes.pdf', samplePdf),
    }
    const edited = await as(sender).put(path, multipart({ remarks: 'Ficha', items }, files))
    expect(edited.status, JSON.stringify(edited.body)).toBe(200)
    await change(db)
    await chain()
    expect((await remove(`/attachments/${(await load()).items[1].attachments.at(-1).id}`)).status).toBe(200)
    expect(await placesOf(db, 'duas-vezes')).toEqual([])
    const { removals, history } = await load()
    expect(removals.map(({ kind }: { kind: string }) => kind).sort()).toEqual(['attachment', 'attachment', 'history'])
    const lines = history.filter(({ action }: { action: string }) => action === 'Conteúdo removido')
    expect(lines.map(({ description }: { description: string }) => description.includes(', também em '))).toEqual([
      false,
      true,
    ])
    await chain()
    expect(await verifyChain(db)).toMatchObject({ waiting: 0, broken: [] })
    expect(await findBrokenInvariants(db)).toEqual([])
  })

  // proves 18.71
  it('is gone from the storage, and its address says so to those who see the protocol', async () => {
    const { db, as, sender, attachment, chain, remove, filesOnDisk } = await secretOrganisation()
    const stranger = await buildManager(db)
    await chain()
    expect(await filesOnDisk()).toHaveLength(2)
    await remove(`/attachments/${attachment.id}`)
    expect(await filesOnDisk()).toHaveLength(1)

    const address = `/api/protocols/attachments/${attachment.id}/download`
    const gone = { message: 'Este arquivo foi removido por um administrador', code: 'ATTACHMENT_REMOVED' }
    expect(await as(sender).get(address)).toMatchObject({ status: 410, body: gone })
    expect(await as(stranger).get(address)).toMatchObject({ status: 404, body: { code: 'ATTACHMENT_NOT_FOUND' } })
    const events = await db
      .selectFrom('auditEvents')
      .select('subjectName')
      .where('action', '=', 'download')
      .orderBy('id')
      .execute()
    expect(events.map(({ subjectName }) => subjectName)).toEqual([removedFileName, 'segredo-editado.pdf'])
    const change = { fileName: 'x.pdf' }
    await expect(db.updateTable('attachments').set(change).where('id', '=', attachment.id).execute()).rejects.toThrow(
      'attachments_stay_removed refused',
    )
  })

  it('keeps nobody waiting for a bucket that is silent', async () => {
    const bucket = await bucketServer()
    const proxy = await faultProxy({ host: '127.0.0.1', port: bucket.port })
    closers.push(bucket.close, proxy.close)
    const { db, id, attachment, chain, remove } = await secretOrganisation({ config: bucketAt(proxy.port) })
    await chain()
    proxy.breakOnce({ at: (sent) => sent.startsWith('DELETE'), how: 'stall' })
    const reply = remove(`/attachments/${attachment.id}`)
    await expect.poll(proxy.broken).toBeDefined()
    const lock = db.selectFrom('protocols').select('id').where('id', '=', id).forUpdate().noWait().execute()
    expect(await lock).toHaveLength(1)
    expect(await placesOf(db, 'segredo-criado')).toEqual([])

    proxy.heal()
    expect(await reply).toMatchObject({ status: 200 })
    expect(bucket.objects.size).toBe(1)
  })

  // proves 18.71
  it('is removed by the next sweep, however old, if the bucket was away', async () => {
    const bucket = await bucketServer()
    const proxy = await faultProxy({ host: '127.0.0.1', port: bucket.port })
    closers.push(bucket.close, proxy.close)
    const { app, db, clock, attachment, added, chain, remove } = await secretOrganisation({
      config: bucketAt(proxy.port),
    })
    const sweep = () => removeOrphanedFiles(db, openStorage(app.settings), clock.now())
    for (const { id } of [attachment, added]) {
      const row = () => db.selectFrom('attachments').select('storageKey').where('id', '=', id).executeTakeFirstOrThrow()
      const { storageKey } = await row()
      const older = storageKey.replace('/2026-11/', '/2025-01/')
      await db.updateTable('attachments').set({ storageKey: older }).where('id', '=', id).execute()
      for (const [key, content] of bucket.objects) {
        if (!key.endsWith(storageKey)) continue
        bucket.objects.delete(key)
        bucket.objects.set(key.replace('/2026-11/', '/2025-01/'), content)
      }
    }
    await sweep()
    await chain()
    proxy.goAway()
    expect(await remove(`/attachments/${attachment.id}`)).toMatchObject({ status: 200 })
    expect(await placesOf(db, 'segredo-criado')).toEqual([])
    expect(bucket.objects.size).toBe(2)

    proxy.heal()
    await sweep()
    expect(bucket.objects.size).toBe(1)
  })

  // proves 18.71
  it('leaves no name behind when it is opened at the same moment', async () => {
    const { db, as, recipient, attachment, chain, remove } = await secretOrganisation()
    await chain()
    const address = `/api/protocols/attachments/${attachment.id}/download`
    const openings = Array.from({ length: 6 }, () => as(recipient).get(address))
    const [removed, ...opened] = await Promise.all([remove(`/attachments/${attachment.id}`), ...openings])
    expect(removed.status).toBe(200)
    for (const { status } of opened) expect([200, 404, 410]).toContain(status)
    expect(await placesOf(db, 'segredo-criado')).toEqual([])
  })
})

describe('at the same moment', () => {
  // proves 18.73
  it('removing twice is one removal', async () => {
    const { db, id, chain, remove } = await secretOrganisation()
    await chain()
    const replies = await Promise.all([1, 2, 3].map(() => remove(`/${id}`, { field: 'remarks' })))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect(await db.selectFrom('blackOuts').select('id').where('kind', '=', 'remarks').execute()).toHaveLength(1)
  })

  // proves 18.73
  it('an edit does not bring the text back', async () => {
    const { db, as, sender, id, path, chain, remove, load } = await secretOrganisation()
    const { version, remarks } = await load()
    await chain()
    const edit = () => as(sender).put(path, { remarks: `${remarks} e mais`, version, items: [] })
    // The entry of an edit that came first waits for its link as long as other tests have transactions open.
    const removal = async () => {
      for (;;) {
        const reply = await remove(`/${id}`, { field: 'remarks' })
        if (reply.body.code !== 'TOO_FRESH_TO_REMOVE') return reply
      }
    }
    const [removed, edited] = await Promise.all([removal(), edit()])
    expect(removed.status).toBe(200)
    expect([200, 409]).toContain(edited.status)
    expect(await placesOf(db, 'segredo-observado')).toEqual([])

    expect(await edit()).toMatchObject({ status: 409, body: { code: 'EDITED_MEANWHILE' } })
    expect((await edit()).body.message).toContain('Célia Rocha')
    expect(await placesOf(db, 'segredo-observado')).toEqual([])
  })
})

// proves 18.71
it('stay removed in a backup that is made afterwards, and after its restore', async () => {
  const { app, db, connectionString, id, attachment, chain, remove } = await secretOrganisation()
  await chain()
  await remove(`/attachments/${attachment.id}`)
  await remove(`/${id}`, { field: 'remarks' })
  await chain()
  const archive = join(testFolder(), 'backup.tar.gz')
  const other = await testDatabase()
  closers.push(other.drop)

  expect(await writeArchive(connectionString, openStorage(app.settings), archive)).toMatchObject({
    files: 1,
    missing: [],
  })
  await restoreArchive(other.connectionString, openStorage(testConfig({ DATA_DIR: testFolder() })), archive)

  for (const word of ['segredo-criado', 'segredo-observado']) expect(await placesOf(other.db, word)).toEqual([])
  expect(await findBrokenInvariants(other.db)).toEqual([])
  expect(await verifyChain(other.db)).toMatchObject({ waiting: 0, broken: [] })
  const removals = db.selectFrom('blackOuts').selectAll().orderBy('id')
  expect(await other.db.selectFrom('blackOuts').selectAll().orderBy('id').execute()).toEqual(await removals.execute())
})

// proves 18.73
it('tells the open pages of those who see the protocol, and of those whose notices it changes', async () => {
  const feeds: ChangeFeed[] = []
  const organisation = await secretOrganisation({
    changes: (connectionString) => {
      const feed = openChangeFeed(connectionString, newsChannels)
      feeds.push(feed)
      return feed
    },
  })
  await vi.waitUntil(() => feeds.every((feed) => feed.isLive()), { timeout: 60_000 })
  const { app, tokenOf, recipient, id, chain, remove } = organisation
  await chain()
  const listener = await listen(app, await tokenOf(recipient))
  closers.push(listener.close)
  const before = listener.events.length

  await remove(`/${id}`, { field: 'remarks' })

  const heard = () => listener.events.slice(before)
  await vi.waitFor(
    () => {
      expect(heard()).toContainEqual({ event: 'protocol', data: { id, version: 3, by: 'Célia Rocha' } })
      expect(heard()).toContainEqual({ event: 'inbox', data: { unread: expect.any(Number) } })
    },
    { timeout: 60_000 },
  )
})

// proves 18.72
it('refuses removals that nobody has recorded, and finds those that the owner made behind its back', async () => {
  const { db, id, load, chain, app } = await secretOrganisation()
  await chain()
  const [{ id: entry }] = (await load()).history
  await expect(sql`select black_out_history(${entry}::bigint)`.execute(app.db)).rejects.toThrow('nobody has recorded')
  await expect(sql`select black_out_texts('remarks', ${id})`.execute(app.db)).rejects.toThrow('nobody has recorded')
  await expect(sql`select black_out_audit(1)`.execute(app.db)).rejects.toThrow('is not removed')
  await expect(sql`delete from black_outs`.execute(db)).rejects.toThrow('black_outs_are_append_only refused')
  const row = { protocolId: id, kind: 'history', targetId: entry, reason, removedAt: new Date() }
  const by = (await db.selectFrom('users').select('id').executeTakeFirstOrThrow()).id
  await db
    .insertInto('blackOuts')
    .values({ ...row, removedBy: by })
    .execute()
  await sql`select black_out_history(${entry}::bigint)`.execute(app.db)
  expect((await verifyChain(db)).broken).toEqual([])
  await sql.raw('alter table black_outs disable trigger user; delete from black_outs').execute(db)
  expect((await verifyChain(db)).broken).toEqual([
    `Protocolo #${id}, entrada ${entry} do histórico: o texto foi removido sem registro de quem o removeu.`,
  ])
})

// proves 18.53, 18.72
it.each(['removed', 'changed'])('names a typed text that was %s behind the back of its record', async (how) => {
  const { db, app, chain, load } = await secretOrganisation()
  await chain()
  const { rows } = await sql<{ id: number }>`select id from typed_texts where kind = 'remarks' order by id`.execute(db)
  const change = how === 'removed' ? 'body = null, salt = null' : `body = 'Outro'`
  const update = sql.raw(`update typed_texts set ${change} where id = ${rows[0]?.id}`)
  await expect(update.execute(app.db)).rejects.toThrow('permission denied')
  if (how === 'changed') await expect(update.execute(db)).rejects.toThrow('typed_texts_keep_their_rows refused')
  await sql.raw('alter table typed_texts disable trigger user').execute(db)
  await update.execute(db)
  expect((await verifyChain(db)).broken).toEqual([
    how === 'removed'
      ? `Texto ${rows[0]?.id}, citado no histórico ou em avisos: foi removido sem registro de quem o removeu.`
      : `Texto ${rows[0]?.id}, citado no histórico ou em avisos: foi alterado.`,
  ])
  const { history } = await load()
  const edit = history.find(({ action }: { action: string }) => action === 'Protocolo editado')
  expect(edit.description === removedText).toBe(how === 'removed')
})
