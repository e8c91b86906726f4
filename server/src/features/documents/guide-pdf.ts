import type { TableCell } from 'pdfmake/interfaces.js'
import { makePdf, paper } from '../../platform/exports/pdf.ts'
import { addressOf, codeBlock, dateOr, headCells, mm, ruled, signatures, tickBox } from './drawing.ts'
import { itemCount, nameOfItem, type PaperHead, type PaperItem, type PaperProtocol } from './paper.ts'

/** One guide for what goes out together. */
export interface Guide {
  head: PaperHead
  protocols: PaperProtocol[]
}

const title = 'Guia de remessa'

/**
 * *Guia de remessa* (contract 22.22): a section per destination, on pages of its own, because each is handed over and
 * signed for alone. A protocol's QR code can be scanned from the guide; its items are ticked off.
 */
export function guidePdf({ head, protocols }: Guide): Promise<Buffer> {
  const sections = Map.groupBy(protocols, ({ destination }) => destination)
  return makePdf({
    ...{ title, organisation: head.organisation, logo: head.logo, footnote: head.footnote },
    content: [...sections].map(([destination, sent], index) => {
      const count = `${sent.length} ${sent.length === 1 ? 'protocolo' : 'protocolos'}, ${itemCount(sent.flatMap(({ items }) => items).length)}`
      return {
        ...(index > 0 && { pageBreak: 'before' as const }),
        stack: [
          { text: `Para: ${destination}`, fontSize: 15, bold: true },
          {
            text: count,
            margin: [0, 0, 0, 8],
          },
          {
            layout: ruled,
            table: {
              headerRows: 1,
              keepWithHeaderRows: 1,
              dontBreakRows: true,
              widths: [20 * mm, 229, 100, 60, 40],
              body: [
                headCells(['Código', 'Protocolo e itens', 'Tipo', 'Devolver até', 'Conferido']),
                ...sent.flatMap((protocol) => rowsOf(protocol, head)),
              ],
            },
          },
          signatures(['Entregue por', 'Recebido por'], 46, `${destination}: ${count}`),
        ],
      }
    }),
  })
}

function rowsOf(protocol: PaperProtocol, head: PaperHead): TableCell[][] {
  const { id, code, origin, remarks, items } = protocol
  const band = { fillColor: paper.band }
  return [
    [
      { ...band, ...(codeBlock(addressOf(head.appUrl, protocol, code), code, 20 * mm) as object) } as TableCell,
      {
        ...band,
        colSpan: 3,
        stack: [
          { text: `Protocolo #${id}`, bold: true, fontSize: 11 },
          { text: shortened(remarks), bold: true },
          { text: `De: ${origin}`, fontSize: 8.5 },
          { text: `${itemCount(items.length)} · enviado em ${protocol.sentAt}`, fontSize: 8.5 },
        ],
      },
      '',
      '',
      { ...band, ...(tickBox as object) } as TableCell,
    ],
    ...items.map((item): TableCell[] => ['', itemCell(item), shortened(item.type), dateOr(item.returnDate), tickBox]),
  ]
}

/** An item in one line, with its code for whoever looks for its label. */
const itemCell = (item: PaperItem): TableCell => ({
  text: [
    { text: shortened(nameOfItem(item)), bold: true },
    `${item.documentNumber && item.description ? `  ${shortened(item.description)}` : ''}  `,
    // Not broken at its hyphens.
    { text: item.code, fontSize: 8, color: paper.secondary, noWrap: true },
  ],
})

/** Rows stay on one page; no text may be longer than one. */
const shortened = (text: string) => (text.length > 300 ? `${text.slice(0, 299).trimEnd()}…` : text)
