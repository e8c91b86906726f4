/** What a restored draft says about the files that were chosen: browsers cannot restore them. */
export const lostFilesWords = (count: number): string | false =>
  count > 0 && 'Os anexos não puderam ser guardados: escolha os arquivos novamente.'
