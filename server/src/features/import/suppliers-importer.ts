import { readFlag } from '@malote/core/import/import-columns.ts'
import { cnpjWarning, formatCnpj, hasValidCheckDigits, hasWrongCheckDigits } from '@malote/core/suppliers/cnpj.ts'
import { supplierInput } from '@malote/core/suppliers/supplier.ts'
import { type SupplierRow, suppliersWithCnpj } from '../suppliers/public.ts'
import { changesBetween, problemsOf } from './notes.ts'
import type { Decision, Importer } from './plan.ts'
import type { CsvLine } from './read-csv.ts'

type SupplierDecision = Decision<SupplierRow, SupplierRow>

/** Suppliers, identified by CNPJ and store. Fields without a column in the file keep their value. */
export const suppliersImporter: Importer<SupplierRow, SupplierRow> = {
  importable: 'suppliers',
  decide: async (db, lines) => {
    const read = lines.map(readLine)
    const cnpjs = read.flatMap(({ input }) => (input.success ? [input.data.cnpj] : []))
    const known = new Map((await suppliersWithCnpj(db, cnpjs)).map(({ id, ...row }) => [keyOf(row), row]))
    return read.map((line): SupplierDecision => decideLine(line, known))
  },
}

function readLine({ cells }: CsvLine) {
  const { cnpj = '', isActive, ...rest } = cells
  const fields = {
    ...rest,
    cnpj: withLostZeros(cnpj),
    ...(isActive !== undefined && { isActive: readFlag(isActive) }),
  }
  return { name: cells.companyName || cnpj, input: supplierInput.safeParse(fields) }
}

function decideLine({ name, input }: ReturnType<typeof readLine>, known: ReadonlyMap<string, SupplierRow>) {
  if (!input.success) return { kind: 'refused', name, notes: problemsOf('suppliers', input.error) } as const
  const { cnpj, code, store, companyName, state, city, isActive } = input.data
  const key = keyOf({ cnpj, store: store ?? null })
  const before = known.get(key)
  const after: SupplierRow = {
    cnpj,
    store: store || null,
    code: code === undefined ? (before?.code ?? null) : code || null,
    companyName,
    state,
    city,
    isActive: isActive ?? before?.isActive ?? true,
  }
  const named = { name: `${companyName} (${formatCnpj(cnpj)})`, key }
  if (!before) {
    return { ...named, kind: 'created', notes: hasWrongCheckDigits(cnpj) ? [cnpjWarning] : [], create: after } as const
  }
  const notes = changesBetween('suppliers', { ...before }, { ...after })
  return notes.length === 0
    ? ({ ...named, kind: 'unchanged', notes } as const)
    : ({ ...named, kind: 'changed', notes, change: after } as const)
}

const keyOf = ({ cnpj, store }: Pick<SupplierRow, 'cnpj' | 'store'>) => `${cnpj} ${store ?? ''}`

/**
 * Spreadsheets treat a CNPJ as a number and drop its leading zeros; the check digits prove that only zeros are missing.
 */
function withLostZeros(cnpj: string): string {
  const whole = cnpj.padStart(14, '0')
  return /^\d{8,13}$/.test(cnpj) && hasValidCheckDigits(whole) ? whole : cnpj
}
