import type { Content, TableCell } from 'pdfmake/interfaces.js'
import { makePdf, pageWidth, paper } from '../../platform/exports/pdf.ts'
import { addressOf, codeBlock, dateOr, headCells, mm, ruled } from './drawing.ts'
import { nameOfItem, type PaperHead, type PaperItem, type PaperProtocol } from './paper.ts'

/** Everything about one protocol. Instants are already texts. */
export interface Dossier {
  head: PaperHead
  protocol: PaperProtocol
  status: string
  /** What happened to the protocol as a whole: `Recebido` and `19/11/2026 às 10:30 por Bruno Sá`. */
  facts: [name: string, value: string][]
  /** Cancelled ones, too. */
  items: (PaperItem & { status: string; responsible: string | null; reason: string | null })[]
  history: { at: string; action: string; description: string; by: string }[]
  comments: { at: string; by: string; text: string }[]
  occurrences: { at: string; by: string; item: string; kind: string; description: string; outcome: string }[]
  files: { item: string; name: string; size: string; sha256: string }[]
}

const title = 'Dossiê do protocolo'

/** *Dossiê* (contract 22.25). */
export function dossierPdf(dossier: Dossier): Promise<Buffer> {
  const { head, protocol, items, history, comments, occurrences, files } = dossier
  return makePdf({
    ...{ title, organisation: head.organisation, logo: head.logo },
    footnote: head.footnote,
    content: [
      {
        name: `Protocolo #${protocol.id} · ${protocol.code}`,
        isBare: false,
        content: [
          opening(dossier),
          ...section(
            'Itens',
            items.length,
            ['Item', 'Tipo', 'Responsável', 'Prazo', 'Situação'],
            [155, 110, 100, 60, 60],
            items.map(itemRow),
          ),
          ...section(
            'Ocorrências',
            occurrences.length,
            ['Quando', 'Item', 'O que houve', 'Desfecho'],
            [95, 105, 180, 111],
            occurrences.map(({ at, by, item, kind, description, outcome }) => [
              `${at}\n${by}`,
              item,
              `${kind}: ${description}`,
              outcome,
            ]),
          ),
          ...section(
            'Comentários',
            comments.length,
            ['Quando', 'Quem', 'Comentário'],
            [95, 110, 292],
            comments.map(({ at, by, text }) => [at, by, text]),
          ),
          ...section(
            'Histórico',
            history.length,
            ['Quando', 'Registro', 'Quem'],
            [95, 292, 110],
            history.map(({ at, action, description, by }) => [
              at,
              { stack: [{ text: action, bold: true }, description] },
              by,
            ]),
          ),
          ...section(
            'Arquivos',
            files.length,
            ['Arquivo', 'Item', 'Tamanho', 'SHA-256'],
            [150, 110, 55, 176],
            files.map(({ name, item, size, sha256 }) => [name, item, size, { text: sha256, fontSize: 7 }]),
          ),
        ],
      },
    ],
  })
}

function opening({ head, protocol, status, facts }: Dossier): Content {
  const side = 30 * mm
  return {
    columns: [
      {
        stack: [
          { text: `Protocolo #${protocol.id}`, fontSize: 20, bold: true },
          { text: protocol.remarks, bold: true, fontSize: 11 },
          {
            layout: 'noBorders',
            margin: [0, 6, 0, 0],
            table: {
              widths: [90, pageWidth - side - 116],
              body: (
                [['Situação', status], ['De', protocol.origin], ['Para', protocol.destination], ...facts] as const
              ).map(([name, value]) => [{ text: name, color: paper.secondary }, value]),
            },
          },
        ],
      },
      codeBlock(addressOf(head.appUrl, protocol, protocol.code), protocol.code, side),
    ],
  }
}

const itemRow = (item: Dossier['items'][number]): TableCell[] => [
  {
    stack: [
      { text: nameOfItem(item), bold: true },
      ...(item.documentNumber && item.description ? [item.description] : []),
      { text: item.code, fontSize: 8 },
      ...(item.reason ? [{ text: item.reason, fontSize: 8 }] : []),
    ],
  },
  [item.type, item.category ?? ''],
  item.responsible ?? 'Não atribuído',
  dateOr(item.returnDate),
  `${item.status.charAt(0).toUpperCase()}${item.status.slice(1)}${item.returnedAt ? ` em ${item.returnedAt}` : ''}`,
]

/** A heading with its count and its table, whose head is repeated on each page; nothing where there is nothing. */
function section(heading: string, count: number, names: string[], widths: number[], rows: TableCell[][]): Content[] {
  if (count === 0) return []
  return [
    { text: `${heading} (${count})`, fontSize: 12, bold: true, margin: [0, 16, 0, 4], headlineLevel: 1 },
    { layout: ruled, table: { headerRows: 1, keepWithHeaderRows: 1, widths, body: [headCells(names), ...rows] } },
  ]
}
