/** What a search text is: Nº Protocolo, Nº Documento, Tipo de Item (SPEC 2 "Tracking"). */
export const trackingTypes = ['protocol', 'document', 'item'] as const
export type TrackingType = (typeof trackingTypes)[number]
