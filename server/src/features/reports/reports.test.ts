import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inflateRawSync } from 'node:zlib'
import { itemStatus } from '@malote/core/items/item-status.ts'
import { protocolStatus } from '@malote/core/protocols/protocol-status.ts'
import type { Report } from '@malote/core/reports/report.ts'
import { periodRange, periods } from '@malote/core/shared/period.ts'
import { sql } from 'kysely'
import readWorkbook from 'read-excel-file/node'
import { extractText, getDocumentProxy } from 'unpdf'
import { beforeAll, describe, expect, it } from 'vitest'
import { findBrokenInvariants } from '../../platform/db/invariants.ts'
import { type TestApp, testApp } from '../../test/app.ts'
import { buildAdmin, buildDepartment, buildProtocol, buildUser } from '../../test/builders.ts'
import { testFolder } from '../../test/sample-files.ts'
import { reportPdf } from './report-pdf.ts'

/** A Saturday; 20/11 was a holiday. */
const now = '2026-11-21T15:00:00.000Z'
const today = '2026-11-21'

type Department = Awaited<ReturnType<typeof buildDepartment>>

let test: TestApp
let hr: Department
let legal: Department
let finance: Department
let people: Record<'admin' | 'hr' | 'legal' | 'outsider', { id: number }>

beforeAll(async () => {
  test = await testApp({ now, ownDatabase: true })
  const { db } = test
  hr = await buildDepartment(db, { name: 'Recursos Humanos' })
  legal = await buildDepartment(db, { name: 'Jurídico' })
  finance = await buildDepartment(db, { name: 'Financeiro' })
  people = {
    admin: await buildAdmin(db, { departmentId: null }),
    hr: await buildUser(db, { departmentId: hr.id }),
    legal: await buildUser(db, { departmentId: legal.id }),
    outsider: await buildUser(db),
  }
  await tellAwkwardStory()
})

/** Cases that are easily miscounted: midnight in São Paulo, late and early returns, cancellations, long completions. */
async function tellAwkwardStory() {
  const { db } = test
  const by = people.hr.id
  const from = (origin: Department, destination: Department, createdAt: string) => ({
    originDepartmentId: origin.id,
    destinationDepartmentId: destination.id,
    createdBy: by,
    createdAt,
  })
  const returned = (actualReturnDate: string, returnDate: string, status: 'retornado' | 'concluído' = 'retornado') => ({
    status,
    returnDate,
    actualReturnDate,
    returnedBy: by,
  })
  // 22:30 of 20/11 and 00:30 of 21/11 in São Paulo; both are on 21/11 in UTC.
  await buildProtocol(db, from(hr, legal, '2026-11-21T01:30:00Z'))
  await buildProtocol(db, from(legal, hr, '2026-11-21T03:30:00Z'))
  // The first minute of the week's first day, and the last minute before it.
  await buildProtocol(db, from(hr, finance, '2026-11-15T03:00:00Z'))
  await buildProtocol(db, from(hr, finance, '2026-11-15T02:59:59Z'))
  await buildProtocol(db, {
    ...from(hr, legal, '2026-11-02T12:00:00Z'),
    status: protocolStatus.inProgress,
    items: [
      // Returned at 23:30 of the due day in São Paulo, which is the next day in UTC; and an hour later, which is late.
      returned('2026-11-11T02:30:00Z', '2026-11-10'),
      returned('2026-11-11T03:30:00Z', '2026-11-10'),
      { status: itemStatus.cancelled, returnDate: '2026-11-10' },
      { status: itemStatus.pending, returnDate: '2026-11-20' },
      { status: itemStatus.pending, returnDate: today },
      { status: itemStatus.pending, returnDate: null },
    ],
  })
  await buildProtocol(db, {
    ...from(legal, finance, '2026-10-01T12:00:00Z'),
    status: protocolStatus.completed,
    completedAt: '2026-10-04T12:00:00Z',
    items: [returned('2026-10-03T12:00:00Z', '2026-10-02', 'concluído')],
  })
  // Completed a year after its creation.
  await buildProtocol(db, {
    ...from(finance, hr, '2025-11-25T12:00:00Z'),
    status: protocolStatus.completed,
    completedAt: '2026-11-20T18:00:00Z',
  })
  // Within one department.
  await buildProtocol(db, {
    ...from(hr, hr, '2026-11-19T12:00:00Z'),
    requiresReturn: false,
    status: protocolStatus.completed,
    completedAt: '2026-11-20T00:00:00Z',
  })
  // Cancelled after an item was returned.
  await buildProtocol(db, {
    ...from(legal, hr, '2026-11-18T12:00:00Z'),
    status: protocolStatus.cancelled,
    receivedBy: by,
    receivedAt: '2026-11-18T13:00:00Z',
    items: [returned('2026-11-19T12:00:00Z', '2026-11-20'), { status: itemStatus.cancelled }],
  })
  // Created over a year ago, with an item added yesterday.
  await buildProtocol(db, {
    ...from(hr, legal, '2025-11-20T12:00:00Z'),
    items: [{ returnDate: today, createdAt: '2026-11-20T12:00:00Z' }],
  })
}

const read = async (person: { id: number }, query = '') => {
  const reply = await test.as(person).get(`/api/reports${query}`)
  expect(reply.status).toBe(200)
  return reply.body
}

/** Computes the same numbers from the facts, row by row. */
async function countFacts(departments: readonly number[] | undefined, period: (typeof periods)[number]) {
  const { from, to } = periodRange(period, today)
  const scope = departments
    ? sql`and (p.origin_department_id = ${departments[0]} or p.destination_department_id = ${departments[0]})`
    : sql``
  const { rows } = await sql<Record<string, number | null>>`
    with p as (
      select * from protocols p
      where (p.created_at at time zone 'America/Sao_Paulo')::date between ${from} and ${to} ${scope}
    ), i as (
      select i.return_date, (i.actual_return_date at time zone 'America/Sao_Paulo')::date as back, i.status
      from items i join p on p.id = i.protocol_id
      where p.status <> 'Cancelado' and i.status <> 'cancelado' and i.return_date is not null
    )
    select (select count(*) from p) as total,
      (select count(*) from p where status in ('Pendente', 'Em andamento')) as active,
      (select count(*) from p where status = 'Concluído') as completed,
      (select count(*) from p where status = 'Cancelado') as canceled,
      (select round(avg(extract(epoch from completed_at - created_at)) / 86400, 1) from p where status = 'Concluído') as average,
      (select count(*) from i where back <= return_date) as on_time,
      (select count(*) from i where back > return_date or (status = 'pendente' and return_date < ${today})) as late,
      (select count(*) from i where status = 'pendente' and return_date >= ${today}) as outstanding
  `.execute(test.db)
  return rows[0]
}

describe('the numbers of the reports', () => {
  // proves 3.22
  it.each(periods.flatMap((period) => (['admin', 'hr', 'legal', 'outsider'] as const).map((who) => ({ period, who }))))(
    'of a $period are what the facts say, for $who',
    async ({ period, who }) => {
      const body = await read(people[who], `?period=${period}&type=status`)
      const own = { admin: undefined, hr: hr.id, legal: legal.id, outsider: 0 }[who]
      const facts = await countFacts(own === undefined ? undefined : [own], period)
      const { summary, statusReport, timeReport, returnReport } = body
      expect({
        total: summary.totalProtocols,
        active: summary.activeProtocols,
        completed: summary.completedProtocols,
        canceled: summary.canceledProtocols,
        average: summary.averageCompletionTime,
        onTime: returnReport.datasets[0].data[0],
        late: returnReport.datasets[0].data[1],
        outstanding: returnReport.datasets[0].data[2],
      }).toEqual({ ...facts, average: facts?.average ?? null })
      expect(add(statusReport)).toBe(summary.totalProtocols)
      expect(add(timeReport)).toBe(summary.totalProtocols)
      expect(statusReport.labels).toEqual(['Pendente', 'Em andamento', 'Concluído', 'Cancelado'])
      expect(returnReport.labels).toEqual(['No prazo', 'Atrasados', 'Pendentes'])
    },
  )

  // proves 7.6.3
  it('narrow to one department, also for those who only see what they exchange with it', async () => {
    const [all, ownPart] = [
      await read(people.admin, `?period=year&department=${legal.id}`),
      await read(people.hr, `?period=year&department=${legal.id}`),
    ]
    expect(all.summary.totalProtocols).toBe(5)
    expect(ownPart.summary.totalProtocols).toBe(4)
    expect(add(ownPart.timeReport)).toBe(4)
    expect(ownPart.returnReport.datasets[0].data).toEqual([1, 2, 3])
    expect(ownPart.departmentReport).toEqual({
      labels: ['Jurídico', 'Recursos Humanos'],
      datasets: [
        { label: 'Enviados', data: [2, 2] },
        { label: 'Recebidos', data: [2, 2] },
      ],
    })
  })

  it('tell what each department sent and received', async () => {
    const { departmentReport } = await read(people.admin, '?period=month')
    const [sent, received] = departmentReport.datasets
    const of = (name: string) => {
      const index = departmentReport.labels.indexOf(name)
      return [sent.data[index], received.data[index]]
    }
    expect(of('Recursos Humanos')).toEqual([5, 2])
    expect(of('Jurídico')).toEqual([2, 2])
    expect(of('Financeiro')).toEqual([0, 2])
    const own = await read(people.hr, '?period=month')
    expect(own.departmentReport.labels[0]).toBe('Recursos Humanos')
    expect(own.departmentReport).toEqual(departmentReport)
  })

  it('have a point for every day, also without protocols', async () => {
    const { timeReport } = await read(people.outsider, '?period=week&type=time')
    expect(timeReport.labels).toEqual(['15/11', '16/11', '17/11', '18/11', '19/11', '20/11', '21/11'])
    expect(timeReport.datasets[0].data).toEqual([0, 0, 0, 0, 0, 0, 0])
    const own = await read(people.hr, '?period=week&type=time')
    expect(own.timeReport.datasets[0].data).toEqual([1, 0, 0, 1, 1, 1, 1])
  })

  // proves 7.6.3, 9.9
  it('come with the defaults of the screen, and refuse what makes no sense', async () => {
    expect(await read(people.hr)).toEqual(await read(people.hr, '?period=month&type=status&department=all'))
    expect(await read(people.hr)).toEqual(await read(people.hr, '?period=&type=&department='))
    for (const filter of ['department=abc', 'period=century', 'type=x']) {
      expect((await test.as(people.hr).get(`/api/reports?${filter}`)).status).toBe(400)
    }
  })

  // proves 13.3
  it('are kept true by the database', async () => {
    expect(await findBrokenInvariants(test.db)).toEqual([])
  })
})

const add = ({ datasets }: { datasets: { data: number[] }[] }) =>
  datasets.flatMap(({ data }) => data).reduce((sum, value) => sum + value, 0)

describe('an export of the reports', () => {
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
      // Whole numbers without a comma, and the average with one digit.
      const formats = partOf(reply.raw, 'xl/styles.xml').matchAll(/formatCode="([^"]+)"/g)
      expect([...formats].map(([, format]) => format)).toEqual(['#,##0', '0.0%', '#,##0.0', 'dd/mm/yyyy'])
    })

    it('has dates as dates, and text that looks like a formula as text', async () => {
      const time = (await sheetsOf('format=xlsx&type=time&period=week')).get('Dados Detalhados')
      expect(time?.[1]?.[0]).toEqual(new Date('2026-11-15T00:00:00Z'))
      expect(time?.[6]).toEqual([new Date('2026-11-20T00:00:00Z'), 1])
      const departments = (await sheetsOf('format=xlsx&type=department')).get('Dados Detalhados')
      expect(departments?.map(([name]) => name)).toContain('=Recursos Humanos')
    })
  })

  describe('the exported document', () => {
    it.each([
      ['status', 'status', 'Relatório: Por Status', 'Pendente 1 50,0%'],
      ['department', 'departamentos', 'Relatório: Por Departamento', 'Jurídico 0 2 2'],
      ['time', 'periodos', 'Relatório: Por Período', '20/11 1'],
      ['return', 'retornos', 'Relatório: Retornos', 'Pendentes'],
    ])('of %s says what was asked, shows the numbers and counts its pages', async (type, name, heading, line) => {
      const reply = await download(`format=pdf&type=${type}&period=month&department=${hr.id}`)
      expect(reply.headers).toMatchObject({
        'content-type': 'application/pdf',
        'content-disposition': `attachment; filename="relatorio-${name}-2026-11-21.pdf"`,
      })
      const { totalPages, text } = await extractText(await getDocumentProxy(new Uint8Array(reply.raw)))
      const words = text.join(' ').replace(/\s+/g, ' ')
      for (const part of [
        ...['Fundação Água & Pão', heading, 'Período: Último Mês (23/10/2026 a 21/11/2026)', line],
        ...['Departamento: =Recursos Humanos', 'Emitido por Ana Conceição em 21/11/2026'],
      ])
        expect(words).toContain(part)
      for (let page = 1; page <= totalPages; page++) expect(words).toContain(`Página ${page} de ${totalPages}`)
    })
  })

  describe('the protocols behind a report', () => {
    // proves 2.11.5, 7.6.4
    it('are rows that a Brazilian spreadsheet opens, within what the person sees', async () => {
      const reply = await download('format=csv&period=month')
      expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8')
      expect(reply.headers['x-total-rows']).toBe('2')
      const lines = reply.body.split('\r\n')
      expect(lines[0]).toMatch(/^\uFEFF"Protocolo";"Status";"Origem";"Destino";"Criado em";/)
      expect(lines[1]).toMatch(
        /;"Pendente";"'=Recursos Humanos";"Jurídico";"20\/11\/2026 09:00";"Ana Conceição";"Sim";;/,
      )
      expect(lines[1]).toContain(`"'=HYPERLINK(""x""); ""aspas""\ne outra linha"`)
      expect(lines[2]).toMatch(/;"Concluído";.*;"11\/11\/2026 21:00";/)
      expect(lines).toHaveLength(4)
      expect((await download('format=csv&period=week')).body.split('\r\n')).toHaveLength(3)
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
})

const longWord = 'Departamento_de_Administração_de_Materiais_e_Patrimônio'.repeat(2)
// As a Mac writes it: the cedilla and the tilde are characters of their own.
const decomposed = 'Conceição'.normalize('NFD')
const empty = { labels: [], datasets: [] }

const report: Report = {
  statusReport: empty,
  departmentReport: {
    labels: [longWord, 'Jurídico', decomposed],
    datasets: [
      { label: 'Enviados', data: [1, 2, 5] },
      { label: 'Recebidos', data: [3, 4, 6] },
    ],
  },
  timeReport: empty,
  returnReport: empty,
  summary: {
    ...{ totalProtocols: 3, activeProtocols: 3, completedProtocols: 0, canceledProtocols: 0 },
    averageCompletionTime: null,
  },
}

const made = reportPdf({
  report,
  ...{ type: 'department', period: 'month' },
  head: {
    ...{ title: 'Relatório de protocolos', organisation: longWord, footnote: `Emitido por ${longWord} ${decomposed}` },
    ...{ filters: [['Departamento', longWord]], figures: [['Total de Protocolos', '3']] },
    days: { from: '2026-10-24', to: '2026-11-23' },
  },
}).then((bytes) => getDocumentProxy(new Uint8Array(bytes)))

/** Points between the paper's edge and the text. */
const margin = 40

it('keeps words of any length within the page', async () => {
  const page = await (await made).getPage(1)
  const right = (page.view[2] ?? 0) - margin
  const { items } = await page.getTextContent()
  const outside = items.filter((item) => 'str' in item && item.transform[4] + item.width > right + 0.5)
  expect(outside).toEqual([])
  expect(items.flatMap((item) => ('str' in item ? item.str : [])).join(' ')).toMatch(/Total.*4.*6.*Página 1 de 1/)
})

it('writes letters whose accents are apart as one', async () => {
  const { items } = await (await (await made).getPage(1)).getTextContent()
  const text = items.flatMap((item) => ('str' in item ? item.str : [])).join('')
  // In the chart, in the table and in the footnote.
  expect(text.match(/Conceição/g)).toHaveLength(3)
})

it('has a language and a title, and claims no structure that it does not have', async () => {
  const document = await made
  const { info } = await document.getMetadata()
  expect(info).toMatchObject({ Language: 'pt-BR', Title: 'Relatório de protocolos' })
  expect(await document.getMarkInfo()).toBeNull()
})
