import { labelLayouts } from '@malote/core/documents/label-layouts.ts'
import { extractText, getDocumentProxy } from 'unpdf'
import { describe, expect, it } from 'vitest'
import { readCodes } from '../../domain/codes/codes.ts'
import { buildDepartment, buildProtocol, buildUser, type ProtocolFields } from '../../test/builders.ts'
import { around, filledBoxes, readPicture } from '../../test/drawn-paper.ts'
import { type custody, custody as openCustody } from '../../test/organisation.ts'

const longName = 'Departamento de Assuntos Extraordinariamente Compridos '.repeat(4).trim()

type Organisation = Awaited<ReturnType<typeof custody>>

/** The text of each page. */
async function pagesOf(reply: { status: number; body: unknown; raw: Uint8Array; headers: object }): Promise<string[]> {
  expect([reply.status, (reply.body as { message?: string })?.message]).toEqual([200, undefined])
  expect(reply.headers).toMatchObject({ 'content-type': 'application/pdf' })
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(reply.raw)))
  return text.map((page) => page.replace(/\s+/g, ' '))
}

const paperOf = async ({ as }: Organisation, person: { id: number }, path: string) =>
  pagesOf(await as(person).get(`/api/documents/${path}`))

const times = (text: string, what: string) => text.split(what).length - 1

/** Protocols that Ana sent, and their codes. */
async function sent(...fields: ProtocolFields[]) {
  const organisation = await openCustody()
  const protocols = []
  for (const one of fields) {
    const { id } = await organisation.send({ status: 'Pendente', ...one })
    protocols.push((await organisation.as(organisation.sender).get(`/api/protocols/${id}`)).body)
  }
  return { ...organisation, protocols, ids: protocols.map(({ id }) => id).join() }
}

describe('GET /api/documents/departure', () => {
  // proves 22.20, 22.21
  it('is a form for each protocol, with its letterhead, its code and its own page numbers', async () => {
    const many = Array.from({ length: 60 }, (_, n) => ({ documentNumber: `D-${n}` }))
    const organisation = await sent({ remarks: 'Pastas de admissão' }, { items: many })
    const { ids, protocols, sender, origin, destination } = organisation
    const pages = await paperOf(organisation, sender, `departure?protocol_ids=${ids}`)
    expect(pages.length).toBeGreaterThan(2)
    for (const page of pages) expect(page).toContain('Prefeitura de Teste Protocolo de Saída')
    const [first = '', ...others] = pages
    for (const text of [
      `Protocolo #${protocols[0].id}`,
      protocols[0].code,
      origin.name,
      destination.name,
      sender.name,
    ]) {
      expect(first).toContain(text)
    }
    expect(first).toContain('Pastas de admissão')
    expect(first).toContain('Página 1 de 1')
    others.forEach((page, index) => {
      expect(page).toContain(`Protocolo #${protocols[1].id} · ${protocols[1].code}`)
      expect(page).toContain(`Página ${index + 1} de ${others.length}`)
      if (/D-\d/.test(page)) expect(page).toContain('Nº documento Tipo Categoria Data de retorno')
    })
    expect(many.filter(({ documentNumber }) => others.some((page) => page.includes(`${documentNumber} `)))).toEqual(
      many,
    )
  })

  // proves 22.21
  it('has two copies on a page, or two of each page when there are too many items', async () => {
    const many = Array.from({ length: 9 }, (_, n) => ({ documentNumber: `D-${n}` }))
    const organisation = await sent({}, { items: many })
    const pages = await paperOf(
      organisation,
      organisation.sender,
      `departure?protocol_ids=${organisation.ids}&copies=2`,
    )
    expect(pages).toHaveLength(3)
    expect(times(pages[0] ?? '', `Protocolo #${organisation.protocols[0].id} ·`)).toBe(2)
    expect([times(pages[0] ?? '', '1ª via'), times(pages[0] ?? '', '2ª via')]).toEqual([1, 1])
    expect(pages[1]).toContain('1ª via')
    expect(pages[2]).toContain('2ª via')
  })

  // proves 22.20, 4.10
  it('leaves cancelled items out, and refuses what is cancelled or hidden', async () => {
    const organisation = await sent({
      items: [{ documentNumber: 'Fica' }, { documentNumber: 'Sai', status: 'cancelado' }],
    })
    const { as, db, ids, sender, destination } = organisation
    const [page] = await paperOf(organisation, sender, `departure?protocol_ids=${ids}`)
    expect(page).toContain('Fica')
    expect(page).not.toContain('Sai ')

    const cancelled = await buildProtocol(db, { originDepartmentId: destination.id, status: 'Cancelado' })
    const get = (person: { id: number }, path: string) => as(person).get(`/api/documents/${path}`)
    const recipient = organisation.recipient
    for (const path of ['departure', 'guide', 'labels']) {
      expect(await get(recipient, `${path}?protocol_ids=${ids},${cancelled.id}`)).toMatchObject({
        status: 409,
        body: { message: 'Não é possível imprimir protocolos cancelados.' },
      })
      const stranger = await buildUser(db, { departmentId: (await buildDepartment(db)).id })
      expect((await get(stranger, `${path}?protocol_ids=${ids}`)).status).toBe(404)
    }
  })

  // proves 22.20
  it.each([
    ['departure', { protocol_ids: 'Selecione pelo menos um protocolo.' }],
    ['departure?protocol_ids=1&copies=3', { copies: 'Escolha uma ou duas vias' }],
    [
      `guide?protocol_ids=${Array.from({ length: 101 }, (_, n) => n + 1)}`,
      { protocol_ids: 'Selecione no máximo 100 protocolos por vez' },
    ],
    ['guide?protocol_ids=x', { 'protocol_ids.0': 'Identificador inválido' }],
    ['return-receipt?item_ids=', { item_ids: 'Selecione pelo menos um item.' }],
    ['labels', { protocol_ids: 'Escolha protocolos ou itens.' }],
    ['labels?protocol_ids=1&layout=a3', { layout: 'Formato de etiqueta desconhecido' }],
    ['labels?protocol_ids=1&layout=a4-14&start=15', { start: 'A folha tem 14 etiquetas' }],
    ['labels?protocol_ids=1&layout=roll-62&start=2', { start: 'A folha tem 1 etiqueta' }],
    ['dossier', { protocol_id: 'Selecione um protocolo.' }],
  ])('says what is wrong with %s', async (path, errors) => {
    const { as, sender } = await openCustody()
    expect(await as(sender).get(`/api/documents/${path}`)).toMatchObject({ status: 400, body: { errors } })
  })
})

describe('GET /api/documents/guide', () => {
  // proves 22.22
  it('has a section to sign for each destination, whatever the names, for a hundred protocols', async () => {
    const organisation = await openCustody()
    const { db, origin, destination, sender } = organisation
    const far = await buildDepartment(db, { name: longName.slice(0, 250) })
    const ids = []
    const itemIds = []
    for (let n = 0; n < 100; n += 1) {
      const destinationDepartmentId = n % 3 ? destination.id : far.id
      // Each code begins at another place of its line.
      const items = [{ documentNumber: n === 50 ? 'W'.repeat(255) : `G-${n}`, description: 'm'.repeat(1 + (n % 30)) }]
      const fields = {
        originDepartmentId: origin.id,
        destinationDepartmentId,
        items,
        remarks: n ? 'Malote' : 'x'.repeat(5000),
      }
      const protocol = await buildProtocol(db, fields)
      ids.push(protocol.id)
      itemIds.push(...protocol.items.map(({ id }) => id))
    }
    const pages = await paperOf(organisation, sender, `guide?protocol_ids=${ids}`)
    const whole = pages.join(' ')
    expect(pages.filter((page) => page.includes('Para: '))).toHaveLength(2)
    expect([times(whole, 'Entregue por'), times(whole, 'Recebido por')]).toEqual([2, 2])
    expect(pages.find((page) => page.includes('Recebido por'))).toContain(': 34 protocolos, 34 itens')
    expect(whole).toContain('66 protocolos, 66 itens')
    for (const id of ids) expect(whole).toContain(`Protocolo #${id} `)
    for (const code of (await readCodes(db)).of('item', itemIds)) expect(whole).toContain(code)
    pages.forEach((page, index) => {
      expect(page).toContain(`Página ${index + 1} de ${pages.length}`)
      if (page.includes('Protocolo #')) expect(page).toContain('Código Protocolo e itens Tipo')
    })
  })
})

describe('GET /api/documents/return-receipt', () => {
  // proves 22.23
  it('lists what comes back, with who gives and who takes it', async () => {
    const organisation = await sent({ status: 'Em andamento' }, { requiresReturn: false })
    const { as, recipient, protocols, destination, origin } = organisation
    const [item, other] = protocols[0].items
    const [page] = await paperOf(organisation, recipient, `return-receipt?item_ids=${item.id},${other.id}`)
    for (const text of [
      'Recibo de devolução',
      `${destination.name} devolve a ${origin.name}: 2 itens.`,
      item.code,
      '1/26',
    ]) {
      expect(page).toContain(text)
    }
    const kept = await as(recipient).get(`/api/documents/return-receipt?item_ids=${protocols[1].items[0].id}`)
    expect(kept).toMatchObject({ status: 409, body: { code: 'NOTHING_TO_RETURN' } })
    expect((await as(recipient).get('/api/documents/return-receipt?item_ids=999999')).status).toBe(404)
  })
})

describe('GET /api/documents/labels', () => {
  // proves 22.24
  it.each(Object.entries(labelLayouts))('puts each label into its cell: %s', async (name, layout) => {
    const organisation = await sent({ items: Array.from({ length: 5 }, (_, n) => ({ documentNumber: `E-${n}-` })) })
    const { as, sender, protocols } = organisation
    const cells = layout.columns * layout.rows
    const start = Math.max(1, cells - 2)
    const ids = protocols[0].items.map(({ id }: { id: number }) => id)
    const shift = '&offset_x=1.5&offset_y=-0.5'
    const reply = await as(sender).get(`/api/documents/labels?item_ids=${ids}&layout=${name}&start=${start}${shift}`)
    const pdf = await getDocumentProxy(new Uint8Array(reply.raw))
    expect(pdf.numPages).toBe(Math.ceil((5 + start - 1) / cells))
    const [besides, above] = layout.inset
    const side = Math.min(layout.height - 2 * above, 30)
    const texts: number[] = []
    const codes: number[] = []
    for (let page = 1; page <= pdf.numPages; page += 1) {
      const sheet = await pdf.getPage(page)
      const [, , width = 0, height = 0] = sheet.view
      expect([width / mm, height / mm].map((length) => length.toFixed(1))).toEqual(
        layout.page.map((length) => length.toFixed(1)),
      )
      /** The cell of a place, and how far from the cell's upper left corner the place is. */
      const inCell = (x: number, y: number) => {
        const column = Math.floor((x - 1.5 - layout.left) / layout.across)
        const row = Math.floor((y + 0.5 - layout.top) / layout.down)
        const [left, top] = [layout.left + column * layout.across + 1.5, layout.top + row * layout.down - 0.5]
        return { cell: (page - 1) * cells + row * layout.columns + column, across: x - left, down: y - top }
      }
      for (const { left, top, right, bottom } of (await qrCodesOn(sheet)).map(around)) {
        const { cell, across, down } = inCell((left + right) / 2, (top + bottom) / 2)
        codes.push(cell)
        expect(Math.abs(across - besides - side / 2)).toBeLessThan(0.5)
        expect(Math.abs(down - above - side / 2)).toBeLessThan(0.5)
      }
      for (const text of (await sheet.getTextContent()).items) {
        if (!('str' in text) || !text.str.startsWith('E-')) continue
        // Letters of Roboto stand 0.93 of their height below the upper edge of their line.
        const top = (height - text.transform[5] - 0.93 * text.transform[3]) / mm
        const { cell, across, down } = inCell(text.transform[4] / mm, top)
        texts.push(cell)
        expect(Math.abs(across - besides - side)).toBeLessThan(0.5)
        expect(Math.abs(down - above)).toBeLessThan(0.5)
        expect(across + text.width / mm).toBeLessThan(layout.width)
      }
    }
    const expected = ids.map((_: number, index: number) => index + start - 1)
    expect({ texts, codes }).toEqual({ texts: expected, codes: expected })
  })

  // proves 22.24
  it('says code, number, route and due date, and nothing else', async () => {
    const organisation = await sent({
      remarks: 'Segredo',
      items: [{ returnDate: '2026-12-01', description: 'Pasta azul' }],
    })
    const { db, sender, ids, protocols, origin, destination } = organisation
    const names = {
      [origin.id]: 'Secretaria Municipal de Administração e Recursos Humanos',
      [destination.id]: 'Secretaria Municipal de Educação, Cultura e Esporte',
    }
    for (const [id, name] of Object.entries(names)) {
      await db.updateTable('departments').set({ name }).where('id', '=', Number(id)).execute()
    }
    const route = `De ${names[origin.id]} Para ${names[destination.id]}`
    const [label] = await paperOf(organisation, sender, `labels?protocol_ids=${ids}&layout=roll-62`)
    expect(label?.trim()).toBe(`#${ids} ${route} Até 01/12/2026 ${protocols[0].code}`)
    const [item] = await paperOf(organisation, sender, `labels?item_ids=${protocols[0].items[0].id}`)
    expect(item).toContain(`#${ids} · ${route}`)
  })

  // proves 22.24
  it('prints the outlines of a sheet for calibration', async () => {
    const organisation = await openCustody()
    const [sheet] = await paperOf(organisation, organisation.sender, 'labels/calibration?layout=a4-14&offset_x=1.5')
    expect(sheet).toContain('tamanho real (100 %)')
    expect(sheet).toContain('1,5 mm para a direita')
  })
})

// proves 22.20
it.each(['labels', 'guide'])(
  'the QR code on printed %s is read turned, stamped and at four fifths of its size',
  async (paper) => {
    const organisation = await sent({})
    const { ids, protocols, as, sender } = organisation
    const reply = await as(sender).get(`/api/documents/${paper}?protocol_ids=${ids}`)
    const [code = []] = await qrCodesOn(await (await getDocumentProxy(new Uint8Array(reply.raw))).getPage(1))
    const read = []
    for (const view of [{}, { turn: 37 }, { turn: 180, stamp: 0.35 }, { dpi: 120 }]) {
      read.push((await readPicture(code, { dpi: 150, ...view })).join())
    }
    const address = `/q/${protocols[0].code}?f=${protocols[0].fingerprint}`
    expect(read).toEqual(Array(4).fill(expect.stringContaining(address)))
  },
)

const mm = 72 / 25.4

/** What is drawn of many boxes on a page. */
const qrCodesOn = async (page: Parameters<typeof filledBoxes>[0]) =>
  (await filledBoxes(page)).filter(({ length }) => length > 100)

describe('GET /api/documents/dossier', () => {
  // proves 22.25
  it('has everything about a protocol, also of a cancelled one', async () => {
    const organisation = await sent({ status: 'Em andamento', remarks: 'Contratos da obra' })
    const { as, db, sender, recipient, protocols, open } = organisation
    const [{ id, items }] = protocols
    await as(recipient).post(`/api/protocols/${id}/comments`, { text: 'Faltou o anexo' })
    expect((await open(recipient, items[0].id)).status).toBe(201)
    await db
      .insertInto('attachments')
      .values({
        ...{ itemId: items[1].id, fileName: 'contrato.pdf', contentType: 'application/pdf', sizeBytes: 2048 },
        ...{ storageKey: `2026-11/${'a'.repeat(40)}`, sha256: Buffer.alloc(32, 0xab), uploadedBy: sender.id },
      })
      .execute()
    await as(sender).post(`/api/protocols/${id}/cancel`, { reason: 'Obra suspensa' })
    const whole = (await paperOf(organisation, sender, `dossier?protocol_id=${id}`)).join(' ')
    for (const text of [
      ...[
        `Protocolo #${id}`,
        protocols[0].code,
        items[1].code,
        'Contratos da obra',
        'Situação Cancelado',
        'Obra suspensa',
      ],
      ...['Comentários (1)', 'Faltou o anexo', 'Ocorrências (1)', 'Extraviado', 'Ninguém acha a chave'],
      ...['Arquivos (1)', 'contrato.pdf', 'Histórico', 'Protocolo cancelado', 'Página 1 de'],
    ]) {
      expect(whole).toContain(text)
    }
    expect(whole.replaceAll(' ', '')).toContain('ab'.repeat(32))
    const stranger = await buildUser(db)
    expect((await as(stranger).get(`/api/documents/dossier?protocol_id=${id}`)).status).toBe(404)
  })
})
