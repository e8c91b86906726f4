/** File extensions allowed in a new protocol (contract 5.2.9). No HEIC: only Safari shows it, and iPhones send JPEG. */
// meets V5.1.1
export const creationFormats = ['pdf', 'doc', 'docx', 'jpg', 'jpeg', 'png', 'txt', 'xls', 'xlsx'] as const

/** File extensions allowed in an edit (contract 5.2.9). */
export const editFormats = [...creationFormats, 'gif'] as const

/** The extension of a file name, in lower case and without the dot; empty when the name has none. */
export const extensionOf = (name: string): string => /\.([a-z0-9]{1,10})$/i.exec(name)?.[1]?.toLowerCase() ?? ''

/** The message for a file of another format. */
export const formatSentence = (formats: readonly string[]) =>
  `Formato de arquivo não permitido. Envie ${formats.join(', ')}.`

/** @param instead what the file is, with its article: `uma imagem PNG` */
export const mismatchSentence = (extension: string, instead: string) =>
  `Formato de arquivo não permitido: o conteúdo não corresponde à extensão .${extension} (é ${instead})`

/** @param megabytes the limit of one file, UPLOAD_MAX_MB (1 MB = 1,048,576 bytes) */
export const sizeSentence = (megabytes: number) => `Cada arquivo pode ter no máximo ${Math.floor(megabytes)} MB`

/** Most files of one item: one on creation, more on edit (contract 11.21). */
export const mostFilesPerItem = { creation: 1, edit: 20 } as const

/** @param most files that one item may have */
export const tooManyFilesSentence = (most: number) =>
  most === 1 ? 'Envie apenas um arquivo por item' : `Cada item pode ter no máximo ${most} anexos`

/** The message for a file in which the virus scanner found something. */
export const infectedSentence = (fileName: string) => `${fileName} parece conter um vírus e não foi guardado.`

/** The message for a file that the virus scanner could not check. */
export const unscannedSentence = (fileName: string) =>
  `Não foi possível verificar se ${fileName} contém vírus. Tente novamente em alguns minutos.`

/** The message for a file of 0 bytes. */
export const emptyFileSentence = 'O arquivo está vazio'
