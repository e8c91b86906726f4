import { readFlag } from '@malote/core/import/import-columns.ts'
import { cnpjWarning, formatCnpj, hasValidCheckDigits, hasWrongCheckDigits } from '@malote/core/suppliers/cnpj.ts'
import { supplierInput } from '@malote/core/suppliers/supplier.ts'
import { type SupplierRow, suppliersWithCnpj } from '../suppliers/public.ts'
import type { Decision, Importer } from './plan.ts'
import { changesBetween, problemsOf } from './plan.ts'
import type { CsvLine } from './read-csv.ts'

type SupplierDecision = Decision<SupplierRow, SupplierRow>

/** Suppliers, identified by CNPJ and store. An empty cell, or a missing column, keeps what a known supplier has. */
export const suppliersImporter: Importer<SupplierRow, SupplierRow> = {
  importable: 'suppliers',
  decide: async (db, lines) => {
    const cnpjs = lines.flatMap(({ cells }) => cnpjOf(cells) ?? [])
    const known = new Map((await suppliersWithCnpj(db, cnpjs)).map(({ id, ...row }) => [keyOf(row), row]))
    return lines.map((line): SupplierDecision => decideLine(readLine(line, known)))
  },
}

const cnpjOf = ({ cnpj = '' }: CsvLine['cells']) => supplierInput.shape.cnpj.safeParse(withLostZeros(cnpj)).data

function readLine({ cells }: CsvLine, known: ReadonlyMap<string, SupplierRow>) {
  const { cnpj = '', isActive, ...rest } = cells
  const before = known.get(keyOf({ cnpj: cnpjOf(cells) ?? '', store: cells.store || null }))
  const fields = {
    ...rest,
    companyName: rest.companyName || before?.companyName,
    state: rest.state || before?.state,
    city: rest.city || before?.city,
    cnpj: withLostZeros(cnpj),
    ...(isActive !== undefined && { isActive: readFlag(isActive) }),
  }
  return { name: fields.companyName || cnpj, before, input: supplierInput.safeParse(fields) }
}

function decideLine({ name, before, input }: ReturnType<typeof readLine>) {
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
