/**
 * What the rules need to know of an item's category: days until it must be back; null or 0 when it does not have to.
 */
export interface CategoryTerms {
  returnDays: number | null | undefined
}

/** Whether items of the category come back: *return_days above 0* (contract 5.2.6). */
export const mustComeBack = (category: CategoryTerms): boolean => (category.returnDays ?? 0) > 0

/** The alerts when the checkbox and the categories of the items contradict each other (contract 5.2.4, 5.2.5). */
const categoryConflict = {
  cannotRequire:
    'Não é possível marcar "Este protocolo requer devolução de itens" pois existem itens na lista que possuem categorias que não requerem retorno.',
  mustRequire:
    'Não é possível desmarcar "Este protocolo requer devolução de itens" pois existem itens na lista que possuem categorias que requerem retorno.',
} as const

/** @returns the alert, or undefined when the flag fits all chosen categories */
export function conflictWithCategories(requiresReturn: boolean, chosen: readonly CategoryTerms[]): string | undefined {
  if (requiresReturn) return chosen.every(mustComeBack) ? undefined : categoryConflict.cannotRequire
  return chosen.some(mustComeBack) ? categoryConflict.mustRequire : undefined
}

/**
 * The categories a form offers (contract 5.2.6): those that come back when return is required, the others otherwise.
 */
export const categoriesFor = <Category extends CategoryTerms>(requiresReturn: boolean, all: readonly Category[]) =>
  all.filter((category) => mustComeBack(category) === requiresReturn)

const reasonMissing = 'Motivo da devolução é obrigatório quando o protocolo requer devolução'

/**
 * The reasons that are missing in a protocol that requires return.
 *
 * @returns sentences by path, `items.0.reason`; empty when nothing is missing
 */
export function missingReasons(requiresReturn: boolean, items: readonly { reason?: string | null | undefined }[]) {
  const missing = items.flatMap(({ reason }, index) => (requiresReturn && !reason?.trim() ? [index] : []))
  return Object.fromEntries(missing.map((index) => [`items.${index}.reason`, reasonMissing]))
}
