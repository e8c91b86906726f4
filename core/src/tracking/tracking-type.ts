/** The kinds of search texts: Nº Protocolo, Nº Documento, Tipo de Item (contract 2.10.1). */
export const trackingTypes = ['protocol', 'document', 'item'] as const
export type TrackingType = (typeof trackingTypes)[number]
