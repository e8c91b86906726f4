/** The texts of a settings screen and its dialogs, derived from the noun (contract 2.12, 8.13, 8.14). */
export function catalogWords(noun: string, title: string, gender: 'o' | 'a') {
  const again = 'Tente novamente.'
  const name = title[0] + noun.slice(1)
  return {
    add: `Nov${gender} ${title}`,
    edit: `Editar ${title}`,
    delete: `Excluir ${title}`,
    added: `${name} adicionad${gender} com sucesso!`,
    edited: `${name} atualizad${gender} com sucesso!`,
    deleted: `${name} excluíd${gender} com sucesso!`,
    addFailed: `Erro ao adicionar ${noun}. ${again}`,
    editFailed: `Erro ao editar ${noun}. ${again}`,
    deleteFailed: `Erro ao excluir ${noun}. ${again}`,
    confirmation: (subject: string) =>
      `Tem certeza que deseja excluir ${gender} ${noun} "${subject}"? Esta ação não pode ser desfeita.`,
  }
}

/** Shown next to the title to users without the right to change the records. */
export const readOnly = 'Somente leitura: apenas administradores podem fazer alterações'

export type CatalogWords = ReturnType<typeof catalogWords>
