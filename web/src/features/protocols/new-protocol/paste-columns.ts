import { searchable } from '@malote/core/shared/typed-text.ts'

/** The columns that can be pasted, in the order of the table; suppliers only with a header. */
export const tableColumns = [
  'documentNumber',
  'description',
  'itemTypeId',
  'categoryId',
  'reason',
  'responsibleId',
] as const
export type TableColumn = (typeof tableColumns)[number]
export type PasteColumn = TableColumn | 'supplierId'

/** What people write above these columns, without accents and punctuation. */
const headers: Record<string, PasteColumn> = {
  n: 'documentNumber',
  no: 'documentNumber',
  'n o': 'documentNumber',
  num: 'documentNumber',
  numero: 'documentNumber',
  documento: 'documentNumber',
  'n documento': 'documentNumber',
  'no documento': 'documentNumber',
  'n o documento': 'documentNumber',
  'numero documento': 'documentNumber',
  'n do documento': 'documentNumber',
  'no do documento': 'documentNumber',
  'n o do documento': 'documentNumber',
  'numero do documento': 'documentNumber',
  descricao: 'description',
  'descricao do item': 'description',
  tipo: 'itemTypeId',
  'tipo de item': 'itemTypeId',
  'tipo do item': 'itemTypeId',
  'tipo de documento': 'itemTypeId',
  categoria: 'categoryId',
  fornecedor: 'supplierId',
  motivo: 'reason',
  'motivo da devolucao': 'reason',
  'motivo do envio': 'reason',
  responsavel: 'responsibleId',
  'usuario responsavel': 'responsibleId',
}

const headerOf = (cell: string): PasteColumn | undefined =>
  headers[
    searchable(cell)
      .replace(/[^a-z0-9]+/g, ' ')
      .trim()
  ]

/**
 * @returns the column of each cell when the row is a header, null for a column that the form does not have; undefined
 * when the row is not a header
 */
export function columnsOfHeader(row: readonly string[]): (PasteColumn | null)[] | undefined {
  const columns = row.map((cell) => headerOf(cell) ?? null)
  const titled = row.filter((cell) => cell.trim()).length
  const known = columns.filter((column) => column !== null).length
  // A document may be called "Documento"; a line that is mostly such words is a header.
  return known > 0 && known * 2 >= titled ? columns : undefined
}

export const isTableColumn = (name: string | undefined): name is TableColumn =>
  (tableColumns as readonly (string | undefined)[]).includes(name)

const labels: Record<TableColumn, string> = {
  documentNumber: 'Nº do documento',
  description: 'Descrição',
  itemTypeId: 'Tipo de Item *',
  categoryId: 'Categoria',
  reason: 'Motivo',
  responsibleId: 'Responsável',
}

/** The columns of the table; with several destinations nobody is responsible yet (contract 17.4). */
export const columnLabels = ({ isToMany, requiresReturn }: { isToMany: boolean; requiresReturn: boolean }) =>
  tableColumns
    .filter((column) => column !== 'responsibleId' || !isToMany)
    .map((column) => ({
      column,
      label: column === 'reason' && requiresReturn ? 'Motivo da Devolução *' : labels[column],
    }))
