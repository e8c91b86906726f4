/** What every searchable select says (SPEC 5). */
export const selectTexts = { nothingFoundMessage: 'Nenhuma opção encontrada', clearable: true } as const
