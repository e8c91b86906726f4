import { searchable } from '../shared/typed-text.ts'

/** The kinds of records that a spreadsheet can hold. */
export const importables = ['suppliers', 'users'] as const
export type Importable = (typeof importables)[number]

/** A column that an import understands. */
export interface ImportColumn {
  /** Our name of the field. */
  field: string
  /** The title that users see, and that the file should have. */
  title: string
  /** Other titles that mean the same. */
  aliases?: readonly string[]
  /** A file without this column is refused. */
  isRequired?: boolean
}

/** The columns of each import, in the order in which they are explained. */
export const importColumns: Readonly<Record<Importable, readonly ImportColumn[]>> = {
  suppliers: [
    { field: 'cnpj', title: 'CNPJ', isRequired: true },
    { field: 'code', title: 'Código', aliases: ['Cód', 'Cod. fornecedor'] },
    { field: 'store', title: 'Loja', aliases: ['Filial'] },
    { field: 'companyName', title: 'Razão Social', aliases: ['Nome', 'Fornecedor', 'Empresa'], isRequired: true },
    { field: 'state', title: 'UF', aliases: ['Estado'], isRequired: true },
    { field: 'city', title: 'Cidade', aliases: ['Município'], isRequired: true },
    { field: 'isActive', title: 'Ativo', aliases: ['Situação', 'Status'] },
  ],
  users: [
    { field: 'name', title: 'Nome', aliases: ['Nome completo'], isRequired: true },
    { field: 'email', title: 'E-mail', aliases: ['Correio eletrônico'], isRequired: true },
    { field: 'phone', title: 'Telefone', aliases: ['Celular', 'Ramal'] },
    { field: 'department', title: 'Departamento', aliases: ['Setor', 'Área'], isRequired: true },
    { field: 'role', title: 'Perfil', aliases: ['Papel'] },
    { field: 'isActive', title: 'Ativo', aliases: ['Situação', 'Status'] },
  ],
}

/**
 * A title or a name, compared without accents, letter case, spaces and punctuation: `Razão Social` is `razao_social`.
 */
export const comparable = (text: string): string => searchable(text).replace(/[^\p{L}\p{N}]/gu, '')

/** Where the fields are in a file, which required ones are missing, and which columns are ignored. */
export interface ReadHeader {
  /** Position of each field that the file has. */
  positions: ReadonlyMap<string, number>
  /** Titles of required columns that the file lacks. */
  missing: readonly string[]
  /** Unknown titles; their columns are not read. */
  ignored: readonly string[]
}

/** @param titles the first line of the file */
export function readHeader(importable: Importable, titles: readonly string[]): ReadHeader {
  const columns = importColumns[importable]
  const columnOf = new Map(
    columns.flatMap((column) =>
      [column.title, ...(column.aliases ?? [])].map((one) => [comparable(one), column] as const),
    ),
  )
  const known = titles.map((title) => columnOf.get(comparable(title)))
  const positions = new Map<string, number>()
  // If two columns have the same title, the first one is used.
  for (const [index, column] of known.entries()) {
    if (column && !positions.has(column.field)) positions.set(column.field, index)
  }
  return {
    positions,
    missing: columns.filter(({ field, isRequired }) => isRequired && !positions.has(field)).map(({ title }) => title),
    ignored: titles.filter((title, index) => title.trim() !== '' && !known[index]),
  }
}

const yes = ['sim', 's', '1', 'true', 'verdadeiro', 'ativo', 'ativa', 'x']
const no = ['nao', 'n', '0', 'false', 'falso', 'inativo', 'inativa']

/**
 * `Sim`, `não`, `Ativo`, `1` …; an empty cell gives undefined; any other text is returned as it is, to be refused
 * later.
 */
export function readFlag(cell: string): boolean | string | undefined {
  const told = comparable(cell)
  if (told === '') return undefined
  if (yes.includes(told)) return true
  return no.includes(told) ? false : cell
}
