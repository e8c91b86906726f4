/** First segments of the app's addresses; every other address is a page that does not exist. */
export const appSections = new Set([
  '',
  'ajuda',
  'conferencia',
  'notificacoes',
  'ocorrencias',
  'perfil',
  'protocolos',
  'protocols',
  'q',
  'rastreamento',
  'relatorios',
  'retornos',
  'settings',
])
