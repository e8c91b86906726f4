import { z } from 'zod'
import { countInWords } from '../shared/measures.ts'
import { renamed } from '../shared/renamed.ts'
import { id, queryNumber } from '../shared/wire-values.ts'
import { cellsOf, labelLayoutNames, labelLayouts } from './label-layouts.ts'

/** Most protocols, and most items, of one document. */
export const largestDocument = { protocols: 100, items: 500 } as const

/** Ids in a query, separated by commas or repeated; each counts once. */
const ids = (none: string, tooMany: string, most: number) =>
  z.preprocess(
    (sent) => (sent === undefined ? undefined : [...new Set([sent].flat().join().split(','))].filter(Boolean)),
    z
      .array(queryNumber(z.number('Identificador inválido').pipe(id)), none)
      .min(1, none)
      .max(most, tooMany),
  )

const protocolIds = ids(
  'Selecione pelo menos um protocolo.',
  `Selecione no máximo ${largestDocument.protocols} protocolos por vez`,
  largestDocument.protocols,
)
const itemIds = ids(
  'Selecione pelo menos um item.',
  `Selecione no máximo ${largestDocument.items} itens por vez`,
  largestDocument.items,
)

/** `GET /api/documents/departure`. */
export const departureQuery = z.object({
  protocolIds,
  copies: queryNumber(z.literal([1, 2], 'Escolha uma ou duas vias')).default(1),
})
export const departureQueryWire = renamed(departureQuery)

/** `GET /api/documents/guide`. */
export const guideQueryWire = renamed(z.object({ protocolIds }))

/** `GET /api/documents/return-receipt`. */
export const receiptQueryWire = renamed(z.object({ itemIds }))

/** `GET /api/documents/dossier`. */
export const dossierQueryWire = renamed(
  z.object({ protocolId: queryNumber(z.number('Selecione um protocolo.').pipe(id)) }),
)

/** *Deslocamento*: how far the printer misses, in millimetres; to the right and downwards. */
const offset = z.coerce
  .number('Deslocamento inválido')
  .min(-20, 'O deslocamento vai de -20 a 20 mm')
  .max(20, 'O deslocamento vai de -20 a 20 mm')
  .default(0)
const onSheet = {
  layout: z.enum(labelLayoutNames, 'Formato de etiqueta desconhecido').default('a4-30'),
  offsetX: offset,
  offsetY: offset,
}

/** `GET /api/documents/labels/calibration`. */
export const calibrationQuery = z.object(onSheet)
export type CalibrationQuery = z.infer<typeof calibrationQuery>
export const calibrationQueryWire = renamed(calibrationQuery)

/** `GET /api/documents/labels`: labels of protocols, or of items. */
export const labelsQuery = z
  .object({
    protocolIds: protocolIds.optional(),
    itemIds: itemIds.optional(),
    ...onSheet,
    /** The first label of the sheet that is not used yet, from 1. */
    start: queryNumber(z.int('Posição inválida').min(1, 'Posição inválida')).default(1),
  })
  .superRefine(({ layout, start, ...chosen }, context) => {
    const cells = cellsOf(labelLayouts[layout])
    if (start > cells) {
      context.addIssue({
        code: 'custom',
        path: ['start'],
        message: `A folha tem ${countInWords(cells, 'etiqueta', 'etiquetas')}`,
      })
    }
    if ((chosen.protocolIds === undefined) === (chosen.itemIds === undefined)) {
      context.addIssue({ code: 'custom', path: ['protocolIds'], message: 'Escolha protocolos ou itens.' })
    }
  })
export type LabelsQuery = z.infer<typeof labelsQuery>
export const labelsQueryWire = renamed(labelsQuery)
