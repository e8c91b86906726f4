import { makePdf } from '../../platform/exports/pdf.ts'
import { addressOf, codeBlock, dateOr, fitLines, headCells, mm, ruled, signatures } from './drawing.ts'
import { itemCount, nameOfItem, type PaperHead, type PaperItem, type PaperProtocol } from './paper.ts'

/** Items that come back. */
export interface ReturnReceipt {
  head: PaperHead
  items: { item: PaperItem; protocol: Omit<PaperProtocol, 'items'> }[]
}

const title = 'Recibo de devolução'

/** *Recibo de devolução* (contract 22.23): a section for each department and the one that it gives back to. */
export function returnReceiptPdf({ head, items }: ReturnReceipt): Promise<Buffer> {
  const sections = Map.groupBy(items, ({ protocol }) => JSON.stringify([protocol.destination, protocol.origin]))
  return makePdf({
    ...{ title, organisation: head.organisation, logo: head.logo, footnote: head.footnote },
    content: [...sections.values()].map((returned, index) => {
      const { destination = '', origin = '' } = returned[0]?.protocol ?? {}
      return {
        ...(index > 0 && { pageBreak: 'before' as const }),
        stack: [
          { text: title, fontSize: 20, bold: true },
          {
            text: [
              { text: destination, bold: true },
              ' devolve a ',
              { text: origin, bold: true },
              `: ${itemCount(returned.length)}.`,
            ],
            fontSize: 11,
            margin: [0, 2, 0, 10],
          },
          {
            layout: ruled,
            table: {
              headerRows: 1,
              keepWithHeaderRows: 1,
              dontBreakRows: true,
              widths: [20 * mm, 154, 50, 90, 58, 70],
              body: [
                headCells(['Código', 'Item', 'Protocolo', 'Tipo', 'Prazo', 'Devolvido em']),
                ...returned.map(({ item, protocol }) => [
                  codeBlock(addressOf(head.appUrl, protocol, item.code), item.code, 20 * mm),
                  {
                    stack: [
                      { text: fitLines(nameOfItem(item), 147, 9.5, 2), bold: true },
                      fitLines((item.documentNumber && item.description) || '', 147, 9.5, 2),
                    ],
                  },
                  `#${protocol.id}`,
                  fitLines(item.type, 86, 9.5, 3),
                  dateOr(item.returnDate),
                  item.returnedAt ?? '____/____/______',
                ]),
              ],
            },
          },
          signatures(
            ['Devolvido por', 'Recebido por'],
            46,
            `${destination} a ${origin}: ${itemCount(returned.length)}`,
          ),
        ],
      }
    }),
  })
}
