import { readFlag } from '@malote/core/import/import-columns.ts'
import {
  cnpjWarning,
  formatCnpj,
  hasValidCheckDigits,
  hasWrongCheckDigits,
  normaliseCnpj,
} from '@malote/core/suppliers/cnpj.ts'
import { supplierInput } from '@malote/core/suppliers/supplier.ts'
import { type SupplierRow, suppliersWithCnpj } from '../suppliers/suppliers.queries.ts'
import type { Decision, Importer } from './plan.ts'
import { changesBetween, problemsOf, roundedNote } from './plan.ts'
import type { CsvLine } from './read-csv.ts'

type SupplierDecision = Decision<SupplierRow, SupplierRow>

/** Suppliers, identified by CNPJ and store. An empty cell, or a missing column, keeps what a known supplier has. */
export const suppliersImporter: Importer<SupplierRow, SupplierRow> = {
  importable: 'suppliers',
  decide: async (db, lines) => {
    const cnpjs = lines.flatMap(({ cells }) => cnpjOf(cells) ?? [])
    const rows = (await suppliersWithCnpj(db, cnpjs)).map(({ id, ...row }) => row)
    const known = Map.groupBy(rows, ({ cnpj }) => cnpj)
    return lines.map((line): SupplierDecision => decideLine(readLine(line, known)))
  },
}

const cnpjOf = ({ cnpj = '' }: CsvLine['cells']) => supplierInput.shape.cnpj.safeParse(withLostZeros(cnpj)).data

function readLine({ cells }: CsvLine, known: ReadonlyMap<string, readonly SupplierRow[]>) {
  const { cnpj = '', isActive, code: written = '', ...rest } = cells
  const isRounded = scientific.test(written)
  const code = isRounded ? '' : written
  const before = supplierOf(known.get(cnpjOf(cells) ?? '') ?? [], rest.store ?? '')
  const isSameCode = before !== undefined && withoutZeros(code) === withoutZeros(before.code ?? '')
  const fields = {
    ...rest,
    store: before ? before.store : rest.store,
    code: isSameCode ? before.code : code,
    companyName: rest.companyName || before?.companyName,
    state: rest.state || before?.state,
    city: rest.city || before?.city,
    cnpj: withLostZeros(cnpj),
    ...(isActive !== undefined && { isActive: readFlag(isActive) }),
  }
  const notes = isRounded ? [roundedNote('Código', written)] : []
  const lost = scientific.test(cnpj) && fields.cnpj === cnpj ? [roundedNote('CNPJ', cnpj)] : null
  return { name: fields.companyName || cnpj, before, notes, lost, input: supplierInput.safeParse(fields) }
}

/** A number as spreadsheets write long ones; `1E5`, which may be a code, has no sign. */
const scientific = /^\d([.,]\d+)?e\+\d{2}$/i

/** Spreadsheets make numbers of stores and codes: 01 becomes 1. */
const withoutZeros = (text: string) => (/^\d+$/.test(text) ? text.replace(/^0+(?=\d)/, '') : text)

/** The supplier of a store: as written, else without leading zeros; the only one of its CNPJ where no store is given. */
function supplierOf(rows: readonly SupplierRow[], store: string): SupplierRow | undefined {
  const exact = rows.find((row) => (row.store ?? '') === store)
  if (exact) return exact
  const alike = store === '' ? rows : rows.filter((row) => withoutZeros(row.store ?? '') === withoutZeros(store))
  return alike.length === 1 ? alike[0] : undefined
}

function decideLine({ name, before, notes, lost, input }: ReturnType<typeof readLine>) {
  if (lost) return { kind: 'refused', name, notes: lost } as const
  if (!input.success) return { kind: 'refused', name, notes: problemsOf('suppliers', input.error) } as const
  const { cnpj, code, store, companyName, state, city, isActive } = input.data
  const key = keyOf({ cnpj, store: store ?? null })
  const after: SupplierRow = {
    cnpj,
    store: store || null,
    code: code || (before?.code ?? null),
    companyName,
    state,
    city,
    isActive: isActive ?? before?.isActive ?? true,
  }
  const named = { name: `${companyName} (${formatCnpj(cnpj)})`, key }
  if (!before) {
    if (hasWrongCheckDigits(cnpj)) notes.unshift(cnpjWarning)
    return { ...named, kind: 'created', notes, create: after } as const
  }
  const changes = changesBetween('suppliers', { ...before }, { ...after })
  return changes.length === 0
    ? ({ ...named, kind: 'unchanged', notes } as const)
    : { ...named, kind: 'changed' as const, notes: [...changes, ...notes], change: after }
}

const keyOf = ({ cnpj, store }: Pick<SupplierRow, 'cnpj' | 'store'>) => `${cnpj} ${store ?? ''}`

/**
 * Spreadsheets treat a CNPJ as a number, drop its leading zeros and may write `.0` behind it; the check digits prove that only
 * zeros are missing. Other programs put the mask around what is left.
 */
function withLostZeros(cnpj: string): string {
  const digits = normaliseCnpj(scientific.test(cnpj) ? whole(cnpj) : cnpj.replace(/^(\d+)[.,]0$/, '$1'))
  if (/^\d{14}$/.test(digits)) return digits
  const padded = digits.padStart(14, '0')
  return /^\d{3,13}$/.test(digits) && hasValidCheckDigits(padded) ? padded : cnpj
}

/** `4,5987201000111E+13` → `45987201000111`; '' when digits are lost. */
function whole(number: string): string {
  const [mantissa = '', exponent] = number.toLowerCase().split('e+')
  const digits = mantissa.replace(/[.,]/, '')
  return digits.length === Number(exponent) + 1 ? digits : ''
}
