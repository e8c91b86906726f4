import {
  calibrationQueryWire,
  departureQueryWire,
  dossierQueryWire,
  guideQueryWire,
  type LabelsQuery,
  labelsQueryWire,
  receiptQueryWire,
} from '@malote/core/documents/document-query.ts'
import { inPortuguese } from '@malote/core/shared/civil-date.ts'
import { AppError } from '@malote/core/shared/errors.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import type { FastifyReply } from 'fastify'
import type { App } from '../../platform/http/fastify.ts'
import { recordExport } from '../audit/public.ts'
import { readOrgLogo } from '../config/org-logo.ts'
import type { departurePdf } from './departure-pdf.ts'
import type { dossierPdf } from './dossier-pdf.ts'
import { addressOf } from './drawing.ts'
import type { guidePdf } from './guide-pdf.ts'
import type { calibrationPdf, Label, labelsPdf } from './labels-pdf.ts'
import { paperHead } from './paper.ts'
import { readDeparting, readItems } from './papers.queries.ts'
import { readDossier } from './read-dossier.ts'
import type { returnReceiptPdf } from './return-receipt-pdf.ts'

// Drawn in another thread: a hundred protocols take seconds of its CPU.
const drawnIn = (file: string) => new URL(`./${file}-pdf.ts`, import.meta.url)

/** Papers as PDF (contract 22.20 to 22.25). Who may see what they show may have them. */
export async function documentsRoutes(app: App) {
  const { exportDb: db, settings, threads } = app
  const timeZone = settings.APP_TIMEZONE
  const logo = await readOrgLogo(settings.ORG_LOGO)
  const headFor = (viewer: Viewer) => paperHead(settings, viewer, logo, app.now())
  const access = { access: 'signed-in', work: 'export', isLong: true } as const

  app.get(
    '/api/documents/departure',
    { config: access, schema: { querystring: departureQueryWire } },
    async ({ viewer, query: { protocolIds, copies }, signal }, reply) => {
      const protocols = await readDeparting(db, viewer, protocolIds, timeZone)
      const sheet = { head: headFor(viewer), protocols, copies }
      const pdf = await threads.run<typeof departurePdf>(drawnIn('departure'), 'departurePdf', sheet, signal)
      return send(reply, 'protocolo-de-saida', pdf)
    },
  )

  app.get(
    '/api/documents/guide',
    { config: access, schema: { querystring: guideQueryWire } },
    async ({ viewer, query, signal }, reply) => {
      const protocols = await readDeparting(db, viewer, query.protocolIds, timeZone)
      const guide = { head: headFor(viewer), protocols }
      return send(reply, 'guia', await threads.run<typeof guidePdf>(drawnIn('guide'), 'guidePdf', guide, signal))
    },
  )

  app.get(
    '/api/documents/return-receipt',
    { config: access, schema: { querystring: receiptQueryWire } },
    async ({ viewer, query, signal }, reply) => {
      const items = await readItems(db, viewer, query.itemIds, timeZone)
      if (items.some(({ protocol }) => !protocol.requiresReturn)) throw new AppError('NOTHING_TO_RETURN')
      const receipt = { head: headFor(viewer), items }
      const file = drawnIn('return-receipt')
      return send(
        reply,
        'recibo',
        await threads.run<typeof returnReceiptPdf>(file, 'returnReceiptPdf', receipt, signal),
      )
    },
  )

  app.get(
    '/api/documents/labels',
    { config: access, schema: { querystring: labelsQueryWire } },
    async ({ viewer, query, signal }, reply) => {
      const labels = await readLabels(viewer, query)
      const { layout, offsetX, offsetY, start } = query
      const sheet = { layout, offsetX, offsetY, start, labels }
      return send(
        reply,
        'etiquetas',
        await threads.run<typeof labelsPdf>(drawnIn('labels'), 'labelsPdf', sheet, signal),
      )
    },
  )

  app.get(
    '/api/documents/labels/calibration',
    { config: access, schema: { querystring: calibrationQueryWire } },
    async ({ query, signal }, reply) => {
      const file = drawnIn('labels')
      return send(reply, 'calibracao', await threads.run<typeof calibrationPdf>(file, 'calibrationPdf', query, signal))
    },
  )

  app.get(
    '/api/documents/dossier',
    { config: access, schema: { querystring: dossierQueryWire } },
    async ({ viewer, query: { protocolId }, signal }, reply) => {
      const dossier = { head: headFor(viewer), ...(await readDossier(db, viewer, protocolId, timeZone)) }
      const pdf = await threads.run<typeof dossierPdf>(drawnIn('dossier'), 'dossierPdf', dossier, signal)
      await recordExport(app.db, viewer, 'dossier', { protocol_id: protocolId })
      return send(reply, `dossie-${protocolId}`, pdf)
    },
  )

  async function readLabels(viewer: Viewer, { protocolIds, itemIds }: LabelsQuery): Promise<Label[]> {
    const { appUrl } = headFor(viewer)
    if (protocolIds) {
      const protocols = await readDeparting(db, viewer, protocolIds, timeZone)
      return protocols.map(({ items, ...protocol }) => ({
        ...{ code: protocol.code, origin: protocol.origin, destination: protocol.destination },
        address: addressOf(appUrl, protocol, protocol.code),
        number: `#${protocol.id}`,
        protocol: '',
        due: dueText(items.flatMap(({ returnDate }) => returnDate ?? []).sort()[0]),
      }))
    }
    const items = await readItems(db, viewer, itemIds ?? [], timeZone)
    return items.map(({ item, protocol }) => ({
      ...{ code: item.code, origin: protocol.origin, destination: protocol.destination },
      address: addressOf(appUrl, protocol, item.code),
      number: item.documentNumber ?? `#${protocol.id}`,
      protocol: item.documentNumber === null ? '' : `#${protocol.id}`,
      due: dueText(item.returnDate),
    }))
  }
}

const dueText = (date: string | null | undefined) => (date ? `Até ${inPortuguese(date)}` : '')

const send = (reply: FastifyReply, name: string, pdf: Uint8Array) =>
  reply.type('application/pdf').header('content-disposition', `inline; filename="${name}.pdf"`).send(Buffer.from(pdf))
