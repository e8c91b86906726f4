/** What every searchable select says (SPEC 5); it opens when asked to, not when the focus merely passes. */
export const selectTexts = {
  nothingFoundMessage: 'Nenhuma opção encontrada',
  clearable: true,
  openOnFocus: false,
} as const
