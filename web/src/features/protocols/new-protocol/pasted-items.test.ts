import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { emptyItem } from '../form/item-form.ts'
import { isTableText, pasteWords, readPasted, withPasted } from './pasted-items.ts'

/** As Excel and Google Sheets copy cells: quoted are only those with a tab or a line break. */
const copied = (rows: readonly (readonly string[])[], lineEnd: string) =>
  rows
    .map((row) => row.map((cell) => (/[\t\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join('\t'))
    .join(lineEnd)

describe('text from a spreadsheet', () => {
  it.each([
    ['one cell', '101/26\r\n', false],
    ['a row', '101/26\tContrato', true],
    ['a column', '101/26\r\n102/26\r\n', true],
  ])('%s', (_case, text, expected) => expect(isTableText(text)).toBe(expected))

  it('is read from the column of the cell on, when it has no header', () => {
    expect(readPasted('Pasta de Ana\tContrato\r\nPasta de Rui\tOfício\r\n', 'description')).toMatchObject({
      columns: ['description', 'itemTypeId'],
      rows: [
        ['Pasta de Ana', 'Contrato'],
        ['Pasta de Rui', 'Ofício'],
      ],
    })
  })

  // proves 17.43
  it('is read by its header, in any order, and says which columns it leaves out', () => {
    const text = 'Motivo\tNº do documento\tValor\tFornecedor\nAssinatura\t7\t10,00\tIpê'
    expect(readPasted(text, 'itemTypeId')).toEqual({
      columns: ['reason', 'documentNumber', null, 'supplierId'],
      rows: [['Assinatura', '7', '10,00', 'Ipê']],
      ignored: ['Valor'],
    })
  })

  it.each(['Nº', 'N°', 'N.º', 'Número', 'NÚMERO DO DOCUMENTO', 'Documento'])('%s is the number', (title) => {
    expect(readPasted(`${title}\tTipo\n7\tContrato`, 'description').columns).toEqual(['documentNumber', 'itemTypeId'])
  })

  it('keeps tabs, line breaks and quotes inside of a quoted cell', () => {
    const { rows } = readPasted('7\t"Pasta ""azul""\nde Ana"\n8\tCD 5" antigo', 'documentNumber')
    expect(rows).toEqual([
      ['7', 'Pasta "azul"\nde Ana'],
      ['8', 'CD 5" antigo'],
    ])
  })

  it.each(['"Aço" Ltda', '"Projeto Luz" - relatório', '"Projeto Luz"', '"', '""', '12"', '"abc', '"abc"d"', '"a" "b"'])(
    'keeps its rows and every cell as it is, when one begins with or has quotation marks: %s',
    (cell) => {
      const table = [
        ['11', cell, 'Contrato'],
        ['12', 'Mesa "grande"', 'Contrato'],
        ['13', 'Tubo de 12"', cell],
        ['14', '"Ipê" Ltda', 'Contrato'],
        [cell, 'Caixa', 'Contrato'],
        ['15', 'Tubo de\n12"', 'Contrato'],
      ]
      for (const lineEnd of ['\n', '\r\n']) {
        const text = copied(table, lineEnd)
        expect(readPasted(text, 'documentNumber').rows).toEqual(table)
        expect(readPasted(text + lineEnd, 'documentNumber').rows).toEqual(table)
      }
    },
  )

  it.each<[string, string, string[]]>([
    ['a tab in the only row', '7\t"a\tb"', ['7|a\tb']],
    ['a tab in a cell, where the other rows have as many cells', '7\t"a\tb"\n8\tc', ['7|a\tb', '8|c']],
    ['rows of as many cells, where the quotes may hold tabs', '"a\tb\n8\t12"', ['"a|b', '8|12"']],
    ['rows of as many cells, where the quotes may hold a line break', '7\t"a\n8"\tb\n9\tc', ['7|"a', '8"|b', '9|c']],
    ['a line break in the only row', '7\t"a\nb"\tc', ['7|a\nb|c']],
    ['a line break in the only column', '"a\nb"\nc', ['a\nb', 'c']],
    ['doubled quotes', '7\t"Pasta ""azul"""', ['7|Pasta "azul"']],
    ['old line ends', '7\ta\r8\tb', ['7|a', '8|b']],
  ])('is read with %s', (_case, text, expected) => {
    expect(readPasted(text, 'documentNumber').rows.map((row) => row.join('|'))).toEqual(expected)
  })

  // proves 17.43
  it('is what spreadsheets copied', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', ' ', '\n', 'é'), maxLength: 6 })
    // Two things may also mean another cell: a text that looks like a quoted one with doubled quotes, and a quotation mark
    // at the beginning of the last cell, whose end might stand in the row below.
    const isClear = (text: string) => text.includes('\n') || !/^"([^"]|"")*""([^"]|"")*"$/.test(text)
    const inner = cell.filter(isClear)
    const last = cell.filter((text) => text.includes('\n') || !text.startsWith('"'))
    const table = fc.nat(3).chain((width) =>
      fc.array(
        fc
          .tuple(fc.array(inner, { minLength: width, maxLength: width }), last)
          .map(([row, end]) => [...row, `${end}.`]),
        { minLength: 2, maxLength: 5 },
      ),
    )
    fc.assert(
      fc.property(table, fc.constantFrom('\n', '\r\n'), fc.boolean(), (rows, lineEnd, hasEnd) => {
        const text = copied(rows, lineEnd) + (hasEnd ? lineEnd : '')
        expect(readPasted(text, 'documentNumber').rows).toEqual(rows)
      }),
    )
  })

  it('may be lines of a CSV file', () => {
    expect(readPasted('7;Pasta\n8;Caixa', 'documentNumber').rows).toEqual([
      ['7', 'Pasta'],
      ['8', 'Caixa'],
    ])
    expect(readPasted('Descrição,Tipo\nPasta,Contrato', 'documentNumber').rows).toEqual([['Pasta', 'Contrato']])
    expect(readPasted('7;"Pasta; ""azul"""\r\n8;"Caixa"', 'documentNumber').rows).toEqual([
      ['7', 'Pasta; "azul"'],
      ['8', 'Caixa'],
    ])
    expect(readPasted('Pasta, caixa\nCaixa, pasta', 'description').rows).toEqual([['Pasta, caixa'], ['Caixa, pasta']])
  })
})

describe('pasted items', () => {
  const first = { ...emptyItem(), documentNumber: '1', itemTypeId: '3', reason: 'Assinatura' }
  const paste = (text: string, row: number) => withPasted([first], readPasted(text, 'documentNumber'), row)

  it('write over the items from the row on and add the others, which take over what is not pasted', () => {
    // As it is stored: a field of one line would show 'Pastaazul'.
    const items = paste('\u200b7\t"Pasta\nazul"\n8\tCaixa', 0)
    expect(items).toMatchObject([
      { documentNumber: '7', description: 'Pasta azul', reason: 'Assinatura' },
      { documentNumber: '8', description: 'Caixa', reason: 'Assinatura' },
    ])
  })

  // proves 17.43
  it('keep names as they were pasted, until somebody chooses', () => {
    const [, second] = paste('Nº\tTipo\tCategoria\n8\tContratto\t', 1)
    expect(second).toMatchObject({ itemTypeId: null, categoryId: null, unknown: { itemTypeId: 'Contratto' } })
    expect(first.unknown).toEqual({})
  })

  it('are at most 500', () => {
    const lines = Array.from({ length: 600 }, (_, index) => `${index}\tPasta`).join('\n')
    expect(paste(lines, 0)).toHaveLength(500)
  })

  // proves 17.43
  it.each([
    [{ lineCount: 2, leftOver: 0, ignored: ['Valor'] }, '2 linhas coladas. Sem lugar no formulário: Valor.'],
    [{ lineCount: 500, leftOver: 10, ignored: [] }, '500 linhas coladas. As últimas 10 linhas não couberam.'],
    [{ lineCount: 1, leftOver: 1, ignored: [] }, '1 linha colada. A última linha não coube.'],
  ])('%j are told as %j', (result, words) => expect(pasteWords(result)).toBe(words))
})
