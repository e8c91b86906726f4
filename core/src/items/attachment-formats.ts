/** Extensions of the files that a new protocol may carry (contract 5.2.9). */
export const creationFormats = ['pdf', 'doc', 'docx', 'jpg', 'jpeg', 'png', 'txt', 'xls', 'xlsx'] as const

/** Extensions of the files that an edit may add (contract 5.2.9). */
export const editFormats = [...creationFormats, 'gif'] as const

/** The extension of a file name, in lower case and without the dot; empty when the name has none. */
export const extensionOf = (name: string): string => /\.([a-z0-9]{1,10})$/i.exec(name)?.[1]?.toLowerCase() ?? ''

/** Why a file of another format is refused. */
export const formatSentence = (formats: readonly string[]) =>
  `Formato de arquivo não permitido. Envie ${formats.join(', ')}.`

/** @param megabytes the limit of one file, UPLOAD_MAX_MB (1 MB = 1,048,576 bytes) */
export const sizeSentence = (megabytes: number) => `Cada arquivo pode ter no máximo ${Math.floor(megabytes)} MB`

/** Files that one item may have: one on creation, more on edit (contract 11.21). */
export const mostFilesPerItem = { creation: 1, edit: 20 } as const

/** @param most files that one item may have */
export const tooManyFilesSentence = (most: number) =>
  most === 1 ? 'Envie apenas um arquivo por item' : `Cada item pode ter no máximo ${most} anexos`

/** Why a file of no bytes is refused. */
export const emptyFileSentence = 'O arquivo está vazio'
