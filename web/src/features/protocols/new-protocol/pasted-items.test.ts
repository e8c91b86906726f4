import { describe, expect, it } from 'vitest'
import { emptyItem } from '../form/item-form.ts'
import { isTableText, readPasted, withPasted } from './pasted-items.ts'

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

  it('may be lines of a CSV file', () => {
    expect(readPasted('7;Pasta\n8;Caixa', 'documentNumber').rows).toEqual([
      ['7', 'Pasta'],
      ['8', 'Caixa'],
    ])
    expect(readPasted('Descrição,Tipo\nPasta,Contrato', 'documentNumber').rows).toEqual([['Pasta', 'Contrato']])
    expect(readPasted('Pasta, caixa\nCaixa, pasta', 'description').rows).toEqual([['Pasta, caixa'], ['Caixa, pasta']])
  })
})

describe('pasted items', () => {
  const first = { ...emptyItem(), documentNumber: '1', itemTypeId: '3', reason: 'Assinatura' }
  const paste = (text: string, row: number) => withPasted([first], readPasted(text, 'documentNumber'), row)

  it('write over the items from the row on and add the others, which take over what is not pasted', () => {
    const items = paste('7\tPasta\n8\tCaixa', 0)
    expect(items).toMatchObject([
      { documentNumber: '7', description: 'Pasta', reason: 'Assinatura' },
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
})
