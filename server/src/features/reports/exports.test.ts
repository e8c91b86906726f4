import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inflateRawSync } from 'node:zlib'
import { protocolStatus } from '@malote/core/protocols/protocol-status.ts'
import readWorkbook from 'read-excel-file/node'
import { extractText, getDocumentProxy } from 'unpdf'
import { beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../test/app.ts'
import { buildDepartment, buildProtocol, buildUser } from '../../test/builders.ts'
import { testFolder } from '../../test/folder.ts'

let test: TestApp
let person: { id: number; name: string }
let hr: { id: number }

beforeAll(async () => {
  test = await testApp({
    now: '2026-11-21T15:00:00.000Z',
    ownDatabase: true,
    config: { ORG_NAME: 'Fundação Água & Pão' },
  })
  const { db } = test
  hr = await buildDepartment(db, { name: '=Recursos Humanos' })
  const legal = await buildDepartment(db, { name: 'Jurídico' })
  person = await buildUser(db, { departmentId: hr.id, name: 'Ana Conceição' })
  const sent = { originDepartmentId: hr.id, destinationDepartmentId: legal.id, createdBy: person.id }
  await buildProtocol(db, {
    ...sent,
    createdAt: '2026-11-20T12:00:00Z',
    remarks: '=HYPERLINK("x"); "aspas"\ne outra linha',
  })
  await buildProtocol(db, {
    ...sent,
    createdAt: '2026-11-10T12:00:00Z',
    status: protocolStatus.completed,
    completedAt: '2026-11-12T00:00:00Z',
    remarks: 'Contrato',
  })
  await buildProtocol(db)
})

const sheetsOf = async (query: string) => {
  const sheets = await readWorkbook((await download(query)).raw)
  return new Map(sheets.map(({ sheet, data }) => [sheet, data]))
}

const download = async (query: string) => {
  const reply = await test.as(person).get(`/api/reports/export?${query}`)
  expect(reply.status).toBe(200)
  return reply
}

/** A file in a workbook, which is a zip archive: its name stands in its header, after the length of what follows it. */
function partOf(workbook: Buffer, name: string): string {
  const at = workbook.indexOf(name)
  return inflateRawSync(workbook.subarray(at + name.length + workbook.readUInt16LE(at - 2))).toString()
}

describe('the exported workbook', () => {
  // proves 2.11.5, 7.6.4
  it('holds the numbers of the screen, typed', async () => {
    const reply = await download('format=xlsx&type=status&period=month')
    expect(reply.headers['content-disposition']).toBe('attachment; filename="relatorio-status-2026-11-21.xlsx"')
    const sheets = await sheetsOf('format=xlsx&type=status&period=month')
    expect([...sheets.keys()]).toEqual(['Dados Detalhados', 'Resumo', 'Filtros'])
    expect(sheets.get('Dados Detalhados')).toEqual([
      ['Status', 'Protocolos', '%'],
      ['Pendente', 1, 0.5],
      ['Em andamento', 0, 0],
      ['Concluído', 1, 0.5],
      ['Cancelado', 0, 0],
      ['Total', 2, 1],
    ])
    expect(sheets.get('Resumo')).toContainEqual(['Tempo Médio de Conclusão', 1.5])
  })

  it('shows whole numbers without a comma, and the average with one digit', async () => {
    const { raw } = await download('format=xlsx&type=status&period=month')
    const styles = partOf(raw, 'xl/styles.xml')
    const formats = [...styles.matchAll(/formatCode="([^"]+)"/g)].map(([, format]) => format)
    expect(formats).toEqual(['#,##0', '0.0%', '#,##0.0', 'dd/mm/yyyy'])
  })

  it('has dates as dates, and text that looks like a formula as text', async () => {
    const time = (await sheetsOf('format=xlsx&type=time&period=week')).get('Dados Detalhados')
    expect(time?.[1]?.[0]).toEqual(new Date('2026-11-15T00:00:00Z'))
    expect(time?.[6]).toEqual([new Date('2026-11-20T00:00:00Z'), 1])
    const departments = (await sheetsOf('format=xlsx&type=department')).get('Dados Detalhados')
    expect(departments?.map(([name]) => name)).toContain('=Recursos Humanos')
  })
})

it.each([
  ['department', 'departamentos'],
  ['time', 'periodos'],
  ['return', 'retornos'],
])('is called in the words of the screen: %s', async (type, word) => {
  const { headers } = await download(`format=pdf&type=${type}`)
  expect(headers['content-disposition']).toBe(`attachment; filename="relatorio-${word}-2026-11-21.pdf"`)
})

describe('the exported document', () => {
  it.each([
    ['status', 'Relatório: Por Status', 'Pendente 1 50,0%'],
    ['department', 'Relatório: Por Departamento', 'Jurídico 0 2 2'],
    ['time', 'Relatório: Por Período', '20/11 1'],
    ['return', 'Relatório: Retornos', 'Pendentes'],
  ])('of %s says what was asked, shows the numbers and counts its pages', async (type, heading, line) => {
    const reply = await download(`format=pdf&type=${type}&period=month&department=${hr.id}`)
    expect(reply.headers['content-type']).toBe('application/pdf')
    const { totalPages, text } = await extractText(await getDocumentProxy(new Uint8Array(reply.raw)))
    const words = text.join(' ').replace(/\s+/g, ' ')
    expect(words).toContain('Fundação Água & Pão')
    expect(words).toContain(heading)
    expect(words).toContain('Período: Último Mês (23/10/2026 a 21/11/2026)')
    expect(words).toContain('Departamento: =Recursos Humanos')
    expect(words).toContain('Emitido por Ana Conceição em 21/11/2026')
    expect(words).toContain(line)
    for (let page = 1; page <= totalPages; page++) expect(words).toContain(`Página ${page} de ${totalPages}`)
  })
})

describe('the protocols behind a report', () => {
  // proves 2.11.5
  it('are rows that a Brazilian spreadsheet opens, within what the person sees', async () => {
    const reply = await download('format=csv&period=month')
    expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(reply.headers['x-total-rows']).toBe('2')
    const lines = reply.body.split('\r\n')
    expect(lines[0]).toMatch(/^\uFEFF"Protocolo";"Status";"Origem";"Destino";"Criado em";/)
    expect(lines[1]).toMatch(/;"Pendente";"'=Recursos Humanos";"Jurídico";"20\/11\/2026 09:00";"Ana Conceição";"Sim";;/)
    expect(lines[1]).toContain(`"'=HYPERLINK(""x""); ""aspas""\ne outra linha"`)
    expect(lines[2]).toMatch(/;"Concluído";.*;"11\/11\/2026 21:00";/)
    expect(lines).toHaveLength(4)
  })

  // proves 7.6.4
  it('narrow to the period', async () => {
    const reply = await download('format=csv&period=week')
    expect(reply.body.split('\r\n')).toHaveLength(3)
  })
})

it('carries the letterhead’s picture', async () => {
  const folder = testFolder()
  const path = join(folder, 'logo.png')
  const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='
  await writeFile(path, Buffer.from(pixel, 'base64'))
  const withLogo = await testApp({ config: { ORG_LOGO: path } })
  const reply = await withLogo.as(await buildUser(withLogo.db)).get('/api/reports/export?format=pdf')
  expect(reply.raw.toString('latin1')).toContain('/Subtype /Image')

  await rm(folder, { recursive: true })
  const later = await withLogo.as(await buildUser(withLogo.db)).get('/api/reports/export?format=pdf')
  expect(later.raw.toString('latin1')).toContain('/Subtype /Image') // read once, at start
})

it('goes on for others when somebody hangs up', async () => {
  const { app, tokenOf } = await testApp()
  const headers = { authorization: `Bearer ${await tokenOf(person)}` }
  const address = `${await app.listen({ port: 0 })}/api/reports/export?format=pdf`
  const impatient = Array.from({ length: 3 }, () => fetch(address, { headers, signal: AbortSignal.timeout(60) }))
  expect((await Promise.allSettled(impatient)).map(({ status }) => status)).toContain('rejected')
  expect((await fetch(address, { headers })).status).toBe(200)
})

// proves 7.6.4
it('refuses an unknown kind of file', async () => {
  const reply = await test.as(person).get('/api/reports/export?format=docx')
  expect(reply.status).toBe(400)
  expect(reply.body.errors).toEqual({ format: 'Formato inválido: use pdf, xlsx ou csv' })
})
