import { type Importable, importColumns } from '@malote/core/import/import-columns.ts'
import type { z } from 'zod'

type Value = string | boolean | null | undefined

const titleOf = (importable: Importable, field: PropertyKey | undefined) =>
  importColumns[importable].find((column) => column.field === field)?.title ?? ''

/** Why a line is refused: the first message for each of its columns. */
export function problemsOf(importable: Importable, error: z.ZodError): string[] {
  const sentences = new Map<string, string>()
  for (const { path, message } of error.issues) {
    const title = titleOf(importable, path[0])
    if (!sentences.has(title)) sentences.set(title, message)
  }
  return [...sentences].map(([title, message]) => (title ? `${title}: ${message}` : message))
}

/** The changes, as `Cidade: Campinas → Santos`, in column order. */
export function changesBetween(
  importable: Importable,
  before: Readonly<Record<string, Value>>,
  after: Readonly<Record<string, Value>>,
): string[] {
  return importColumns[importable]
    .filter(({ field }) => field in after && (after[field] ?? null) !== (before[field] ?? null))
    .map(({ field, title }) => `${title}: ${shown(before[field])} → ${shown(after[field])}`)
}

const shown = (value: Value) => (typeof value === 'boolean' ? (value ? 'Sim' : 'Não') : value || 'vazio')
