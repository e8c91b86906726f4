import { setImmediate } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { testApp } from '../../test/app.ts'
import { buildAdmin, buildSupplier } from '../../test/builders.ts'
import { isLong } from '../../test/fuzz-runs.ts'
import { type CsvLine, readCsv } from './read-csv.ts'

const { app, db } = await testApp({ ownDatabase: true })
const as = app.as(await buildAdmin(db))

const titles = 'CNPJ;Código;Loja;Razão Social;UF;Cidade;Ativo'
const quoted = (line: string) => line.replace(/[^;]+/g, '"$&"')
const file = (...lines: string[]) => Buffer.from([titles, ...lines].join('\r\n'))
const preview = (content: Buffer) => as.post('/api/import/suppliers/preview', content)
const confirm = async (content: Buffer, token: string) => {
  const reply = await as.post(`/api/import/suppliers?token=${token}`, content)
  return {
    ...reply,
    lines: String(reply.body)
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  }
}
const all = () =>
  db
    .selectFrom('suppliers')
    .select(['cnpj', 'code', 'store', 'companyName', 'state', 'city', 'isActive'])
    .orderBy('cnpj')
    .orderBy('store')
    .execute()

afterEach(() => db.deleteFrom('suppliers').execute())

const pao = '11.222.333/0001-81;F-01;;Papelaria Pão & Letra;sp;São Paulo;Sim'
const paoRow = {
  cnpj: '11222333000181',
  code: 'F-01',
  store: null,
  companyName: 'Papelaria Pão & Letra',
  state: 'SP',
  city: 'São Paulo',
  isActive: true,
}

describe('a file', () => {
  // What a file may look like is proved below, on what reads it.
  it('in Windows-1252 is read', async () => {
    const content = Buffer.from(`${titles}\n${pao}\n`, 'latin1')
    const { status, body } = await preview(content)
    expect({ status, body }).toMatchObject({ status: 200, body: { total: 1, created: 1, refused: 0 } })
    const { lines } = await confirm(content, body.token)
    expect(lines.at(-1)).toEqual({ done: { total: 1, created: 1, changed: 0, unchanged: 0, refused: 0, leftOut: 0 } })
    expect(await all()).toEqual([paoRow])
  })

  it('keeps quotes, separators and lines inside a cell', async () => {
    const content = file('11222333000181;;;"Casa ""Ipê""; matriz";SP;Santos;', 'x;;;A;SP;Santos;')
    const { body } = await preview(content)
    expect(body.lines.created[0].name).toBe('Casa "Ipê"; matriz (11.222.333/0001-81)')
    expect(body.lines.refused[0].line).toBe(3)
  })

  it.each<[string, Buffer, string]>([
    ['is empty', Buffer.from(''), 'O arquivo está vazio'],
    ['lacks columns', Buffer.from('CNPJ;Nome\n'), 'Faltam as colunas UF e Cidade na primeira linha'],
    [
      'has a thousand columns more than a register',
      Buffer.from(`CNPJ;Razão Social;UF;Cidade${';x'.repeat(1_000)}\n`),
      'O arquivo tem mais de 1.000 colunas. Deixe só as do cadastro.',
    ],
    ['is a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2]), 'O arquivo não é uma planilha em formato CSV'],
    [
      'is a workbook of Excel',
      Buffer.from('504b030414000600', 'hex'),
      'O arquivo é uma planilha do Excel (.xlsx). No Excel, use Arquivo › Salvar como, escolha "CSV UTF-8 (delimitado por vírgulas)" e envie o arquivo salvo.',
    ],
  ])('that %s is refused whole', async (_, content, message) => {
    const refusal = { status: 400, body: { code: 'IMPORT_UNREADABLE', message } }
    expect(await preview(content)).toMatchObject(refusal)
    expect(await as.post('/api/import/suppliers/refused', content)).toMatchObject(refusal)
  })

  it('that is too large is refused, and so is another kind of body', async () => {
    expect((await preview(Buffer.alloc(10 * 1024 * 1024 + 1, 'a'))).status).toBe(413)
    expect((await as.post('/api/import/suppliers/preview', { cnpj: '1' })).status).toBe(415)
    expect((await as.post('/api/import/suppliers/preview')).status).toBe(415)
    expect((await as.post('/api/import/people/preview', file(pao))).status).toBe(404)
  })
})

describe('the preview', () => {
  // proves 7.7.7, 11.27
  it('says line by line what would happen, and writes nothing', async () => {
    await buildSupplier(db, { ...paoRow, city: 'Campinas', isActive: false })
    await buildSupplier(db, { cnpj: '33000167000101', companyName: 'Igual', state: 'RJ', city: 'Niterói', code: 'X' })
    const before = await all()
    const content = file(
      pao,
      '33000167000101;X;;Igual;RJ;Niterói;sim',
      '33000167000101;;02;Filial;RJ;Niterói;',
      '191;;;Banco;DF;Brasília;',
      '00000000000192;;;Errado;DF;Brasília;',
      '123;;;;S;;talvez',
      '11222333000181;;;Repetida;SP;Santos;',
    )
    const { body } = await preview(content)
    expect(body).toMatchObject({ total: 7, created: 3, changed: 1, unchanged: 1, refused: 2, ignored: [] })
    expect(body.lines).toEqual({
      created: [
        { line: 4, name: 'Filial (33.000.167/0001-01)', notes: [] },
        { line: 5, name: 'Banco (00.000.000/0001-91)', notes: [] },
        {
          line: 6,
          name: 'Errado (00.000.000/0001-92)',
          notes: ['Dígitos verificadores não conferem'],
        },
      ],
      changed: [
        {
          line: 2,
          name: 'Papelaria Pão & Letra (11.222.333/0001-81)',
          notes: ['Cidade: Campinas → São Paulo', 'Ativo: Não → Sim'],
        },
      ],
      refused: [
        {
          line: 7,
          name: '123',
          notes: [
            'CNPJ: CNPJ deve ter 14 dígitos',
            'Razão Social: Razão social é obrigatória',
            'UF: Estado deve ter 2 caracteres (ex: SP)',
            'Cidade: Cidade é obrigatória',
            'Ativo: Informe sim ou não',
          ],
        },
        { line: 8, name: 'Repetida (11.222.333/0001-81)', notes: ['Repete a linha 2'] },
      ],
    })
    expect(await all()).toEqual(before)
  })

  it('gives a CNPJ back the zeros that a spreadsheet took', async () => {
    expect((await preview(file('191000192;;;A;SP;B;', '33000167000101;;;C;SP;D;'))).body).toMatchObject({
      refused: 1,
      created: 1,
    })
    expect((await preview(file('00000000000191;;;A;SP;B;'))).body.lines.created[0].notes).toEqual([])
    expect((await preview(file('1222333000181;;;A;SP;B;'))).body.created).toBe(0)
    for (const cnpj of [
      '191',
      '1-91',
      '2.558.157/0001-62',
      '33000167000101.0',
      '3,3000167000101E+13',
      '="00000000000191"',
    ])
      expect((await preview(file(`${cnpj};;;A;SP;B;`))).body.lines.created, cnpj).toMatchObject([{ notes: [] }])
    expect((await preview(file('00.000.000/0000-00;;;A;SP;B;'))).body.lines.created[0].notes).toEqual([
      'Dígitos verificadores não conferem',
    ])
  })

  // proves 17.75
  it('keeps what is there where a column is missing or a cell is empty', async () => {
    await buildSupplier(db, { ...paoRow, isActive: false })
    const without = Buffer.from('CNPJ;Razão Social;UF;Cidade\n11222333000181;Papelaria Pão & Letra;SP;São Paulo')
    expect((await preview(without)).body.unchanged).toBe(1)
    const { body } = await preview(file('11222333000181;;;;;Santos;', '33000167000101;;;;;Niterói;'))
    expect(body.lines.changed[0]).toMatchObject({
      name: 'Papelaria Pão & Letra (11.222.333/0001-81)',
      notes: ['Cidade: São Paulo → Santos'],
    })
    expect(body.lines.refused[0].notes).toEqual([
      'Razão Social: Razão social é obrigatória',
      'UF: Estado é obrigatório',
    ])
  })

  // proves 17.75
  it('finds the store and the code that a spreadsheet made numbers of, and makes no second supplier', async () => {
    const malharia = { cnpj: '45987201000111', companyName: 'Malharia Exemplo', state: 'SP', city: 'Itu' }
    await buildSupplier(db, { ...malharia, code: '0012', store: '01' })
    await buildSupplier(db, { ...malharia, code: '0013', store: '02' })
    const numbers = file('45987201000111;12;1;Malharia Exemplo;SP;Itu;', '45987201000111;13;2;Malharia Exemplo;SP;Itu;')
    expect((await preview(numbers)).body).toMatchObject({ unchanged: 2, created: 0, changed: 0, refused: 0 })
    const twice = file('45987201000111;12;1;Malharia;SP;Itu;', '45987201000111;12;01;Malharia;SP;Itu;')
    expect((await preview(twice)).body.lines.refused).toMatchObject([{ line: 3, notes: ['Repete a linha 2'] }])
    await db.deleteFrom('suppliers').where('store', '=', '02').execute()
    const without = Buffer.from('CNPJ;Razão Social;UF;Cidade\n45987201000111;Malharia Exemplo;SP;Itu')
    expect((await preview(without)).body).toMatchObject({ unchanged: 1, created: 0 })
  })

  it('says which numbers a spreadsheet has rounded, and imports none of them', async () => {
    const why = 'foi arredondado pela planilha e não é importado. Formate a coluna como texto'
    await buildSupplier(db, { ...paoRow, code: '123456789012' })
    const { body } = await preview(
      file('4,5987E+13;;;A;SP;B;', '11222333000181;1,23457E+11;;;;Santos;', '191;1E5;;A;SP;B;'),
    )
    expect(body.lines.refused).toMatchObject([{ notes: [`CNPJ: "4,5987E+13" ${why}`] }])
    expect(body.lines.changed).toMatchObject([
      { notes: ['Cidade: São Paulo → Santos', `Código: "1,23457E+11" ${why}`] },
    ])
    expect(body.lines.created).toMatchObject([{ notes: [] }])
  })

  it('names the line of a quote without a pair, which costs that line only', async () => {
    const content = file(
      'x;;;"Aço" Ltda;SP;Itu;',
      '"112;;;A;SP;Itu;',
      '11222333000181;;;"Aço" Ltda;SP;Itu;',
      '33000167000101;;;"Tubo 3"" e ""Cia"" Ltda";SP;"Itu";',
      '191;;;"B;SP;Itu;',
    )
    const { body } = await preview(content)
    const unbalanced = 'Aspas sem par: confira as aspas desta linha'
    expect(body.lines.created).toMatchObject([
      { line: 4, name: '"Aço" Ltda (11.222.333/0001-81)' },
      { line: 5, name: 'Tubo 3" e "Cia" Ltda (33.000.167/0001-01)' },
    ])
    expect(body.lines.refused).toMatchObject([
      { line: 2, notes: ['CNPJ: CNPJ deve ter 14 dígitos'] },
      { line: 3, notes: [unbalanced] },
      { line: 6, notes: [unbalanced] },
    ])
  })

  // proves 17.74
  it('leaves out the lines that are not ticked', async () => {
    await buildSupplier(db, { ...paoRow, city: 'Campinas' })
    const content = file(pao, '33000167000101;;02;Filial;RJ;Niterói;')
    const { body } = await as.post('/api/import/suppliers/preview?left_out=2', content)
    expect(body).toMatchObject({ created: 1, changed: 0, leftOut: 1 })
    expect(body.lines.changed).toMatchObject([{ line: 2, isLeftOut: true }])
    await as.post(`/api/import/suppliers?token=${body.token}&left_out=2`, content)
    expect(await all()).toMatchObject([{ city: 'Campinas' }, { store: '02' }])
  })

  // proves 7.7.7
  it('gives the refused lines as a harmless spreadsheet, with the reasons', async () => {
    const content = file(pao, '123;=1+1;;"A;B";SP;Santos;', '11222333000181;;;Repetida;SP;Santos;')
    const { status, body, headers } = await as.post('/api/import/suppliers/refused', content)
    expect(status).toBe(200)
    expect(headers['content-disposition']).toBe('attachment; filename="fornecedores-recusados.csv"')
    expect(body).toBe(
      [
        `\uFEFF${quoted(titles)};"Motivo"`,
        `"123";"'=1+1";"";"A;B";"SP";"Santos";"";"CNPJ: CNPJ deve ter 14 dígitos"`,
        '"11222333000181";"";"";"Repetida";"SP";"Santos";"";"Repete a linha 2"',
        '',
      ].join('\r\n'),
    )
  })

  it('has a template to fill in', async () => {
    expect((await as.get('/api/import/suppliers/template')).body).toBe(`\uFEFF${quoted(titles)}\r\n`)
  })

  it('gives the reason below its title, also for a line that ends early', async () => {
    const { body } = await as.post('/api/import/suppliers/refused', file('123;;;Pão;SP'))
    expect(String(body).split('\r\n')[1]).toMatch(/^"123";"";"";"Pão";"SP";"";"";"CNPJ: .*Cidade é obrigatória"$/)
  })
})

describe('the import', () => {
  // proves 7.7.7
  it('does what was previewed, and nothing the second time', async () => {
    await buildSupplier(db, { ...paoRow, city: 'Campinas', code: null })
    const content = file(pao, '33000167000101;;02;Filial;RJ;Niterói;Não', 'x;;;;;;')
    const { body } = await preview(content)
    const { lines } = await confirm(content, body.token)
    expect(lines).toEqual([
      { read: 3 },
      { done: { total: 3, created: 1, changed: 1, unchanged: 0, refused: 1, leftOut: 0 } },
    ])
    expect(await all()).toEqual([
      paoRow,
      {
        cnpj: '33000167000101',
        code: null,
        store: '02',
        companyName: 'Filial',
        state: 'RJ',
        city: 'Niterói',
        isActive: false,
      },
    ])
    expect((await confirm(content, body.token)).lines.at(-1)).toMatchObject({ code: 'IMPORT_CHANGED_MEANWHILE' })
    expect((await preview(content)).body).toMatchObject({ created: 0, changed: 0, unchanged: 2 })
  })

  // proves 11.27
  it('does nothing when the file or the suppliers have changed since', async () => {
    const content = file(pao)
    const { token } = (await preview(content)).body
    expect((await confirm(file(pao.replace('Letra', 'Tinta')), token)).lines.at(-1)).toMatchObject({
      code: 'IMPORT_CHANGED_MEANWHILE',
      message: 'O arquivo ou os cadastros mudaram desde a conferência. Confira o arquivo de novo.',
    })
    expect(await all()).toEqual([])
    await buildSupplier(db, { ...paoRow, city: 'Campinas' })
    expect((await confirm(content, token)).lines.at(-1)).toMatchObject({ code: 'IMPORT_CHANGED_MEANWHILE' })
    expect((await all())[0]?.city).toBe('Campinas')
  })

  it('twice at the same moment happens once', async () => {
    const content = file(pao)
    const { token } = (await preview(content)).body
    const both = await Promise.all([confirm(content, token), confirm(content, token)])
    const ends = both.map(({ lines }) => lines.at(-1).code ?? 'done').toSorted()
    expect(ends).toEqual(['IMPORT_CHANGED_MEANWHILE', 'done'])
    expect(await all()).toHaveLength(1)
  })

  const count = isLong ? 20_000 : 2_000
  it(`takes ${count} lines in one go`, async () => {
    const lines = Array.from(
      { length: count },
      (_, n) => `9${String(n).padStart(11, '0')}00;C${n};;Fornecedor número ${n} Ltda;SP;São José dos Campos;Sim`,
    )
    const content = file(...lines)
    const rss = process.memoryUsage().rss
    const start = performance.now()
    const { body } = await preview(content)
    const previewed = performance.now()
    expect(body).toMatchObject({ total: count, created: count })
    expect(body.lines.created).toHaveLength(200)
    const reply = await confirm(content, body.token)
    const seconds = (from: number, to: number) => `${((to - from) / 1000).toFixed(1)} s`
    console.info(
      `${count} suppliers: preview ${seconds(start, previewed)}, import ${seconds(previewed, performance.now())},`,
      `RSS +${Math.round((process.memoryUsage().rss - rss) / 1024 / 1024)} MB`,
    )
    expect(reply.lines).toHaveLength(count / 250 + 1)
    expect(reply.lines.at(-1)).toMatchObject({ done: { created: count } })
    const { n } = await db
      .selectFrom('suppliers')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    expect(n).toBe(count)
    expect((await preview(content)).body).toMatchObject({ unchanged: count })
  })
})

const columns = 'CNPJ;Razão Social;UF;Cidade'

async function linesOf(content: Buffer) {
  const lines: CsvLine[] = []
  for await (const batch of (await readCsv('suppliers', content)).batches) lines.push(...batch)
  return lines
}

describe('a file that is read piece by piece', () => {
  const names = Array.from({ length: 5_000 }, (_, n) => `${'ção'.repeat(n % 11)} Açaí & Irmãos ${n}`.trim())
  const table = [columns, ...names.map((name) => `1;${name};SP;"São\nJosé"`)].join('\n')
  it.each<[string, Buffer]>([
    ['UTF-8', Buffer.from(table)],
    ['Windows-1252', Buffer.from(table, 'latin1')],
    ['UTF-16', Buffer.from(`\uFEFF${table}`, 'utf16le')],
  ])('keeps its letters and its lines whole in %s', async (_, content) => {
    const lines = await linesOf(content)
    expect(lines.map(({ cells }) => cells.companyName)).toEqual(names)
    expect(lines.map(({ line }) => line)).toEqual(names.map((_name, index) => 2 + 2 * index))
  })

  const text = `${titles}\n${pao}\n`
  it.each<[string, Buffer]>([
    ['in UTF-8 with a byte order mark', Buffer.from(`\uFEFF${text}`)],
    ['with commas', Buffer.from(text.replaceAll(';', ','))],
    [
      'with bars, sep= and lines above the titles',
      Buffer.from(`sep=|\r\n\r\nFornecedores em 26/11/2026\r\n|||\r\n${text.replaceAll(';', '|')}`),
    ],
    ['with semicolons below a line with commas', Buffer.from(`Fornecedores, todos, de Itu\n\n${text}`)],
    ['in UTF-16 with its high bytes first', Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()],
    ['with tabs', Buffer.from(text.replaceAll(';', '\t'))],
    [
      'with quotes, CRLF and blank lines',
      Buffer.from(
        `"CNPJ";Código;Loja;"Razão\nSocial";UF;Cidade;Ativo\r\n\r\n"${pao.replaceAll(';', '";"')}"\r\n;;;;;;\r\n`,
      ),
    ],
    [
      'with its columns in another order, and more of them',
      Buffer.from(
        'cidade,estado,obs,razao social,cnpj,cod,ativo\nSão Paulo,sp,"a, b",Papelaria Pão & Letra,11.222.333/0001-81,F-01,Sim',
      ),
    ],
  ])('%s is read', async (_, content) => {
    const [line, ...others] = await linesOf(content)
    const { cnpj, code, companyName, state, city, isActive } = line?.cells ?? {}
    expect([cnpj, code, companyName, state, city, isActive].join(';')).toBe(pao.replace(';;', ';'))
    expect(others).toEqual([])
  })

  it('is refused for what is no text far inside', async () => {
    const content = Buffer.from(`${table.replaceAll('\nJosé', '')}\n\u0000`)
    await expect(linesOf(content)).rejects.toThrow('O arquivo não é uma planilha em formato CSV')
  })

  it.each(['1;A;SP;B\n', ';;;\n'])('is refused when it is too long: lines of %j', async (line) => {
    const content = Buffer.from(`${columns}\n${line.repeat(50_001)}`)
    await expect(linesOf(content)).rejects.toMatchObject({ code: 'IMPORT_TOO_LONG' })
  })

  it.each(['1;A;SP;B\n', ';\n', '\n'])('leaves the process time for others: lines of %j', async (line) => {
    let turns = 0
    let isRead = false
    const reading = linesOf(Buffer.from(`${columns}\n${line.repeat(10_000)}`)).finally(() => {
      isRead = true
    })
    while (!isRead) {
      await setImmediate()
      turns += 1
    }
    await reading
    expect(turns).toBeGreaterThan(10)
  })
})
