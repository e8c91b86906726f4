import type { Column, Content } from 'pdfmake/interfaces.js'
import { letterhead, makePdf, type Paper, paper } from '../../platform/exports/pdf.ts'
import { addressOf, codeBlock, dateOr, fitLines, headCells, mm, ruled, signatures, wayDrawing } from './drawing.ts'
import { belowName, nameOfItem, type PaperHead, type PaperItem, type PaperProtocol } from './paper.ts'

/** The departure forms of several protocols. */
export interface Departure {
  head: PaperHead
  protocols: PaperProtocol[]
  copies: 1 | 2
}

const title = 'Protocolo de Saída'
const copyNames = ['1ª via', '2ª via'] as const

/** Most items of which two copies fit on one page. */
const mostOnHalf = 4

/** *Protocolo de Saída* (contract 22.21); two copies share a page, to be cut, while the items fit on half of one. */
export function departurePdf({ head, protocols, copies }: Departure): Promise<Buffer> {
  return makePdf({
    ...{ title, organisation: head.organisation, logo: head.logo },
    footnote: head.footnote,
    content: protocols.flatMap((protocol) => papersOf(protocol, head, copies)),
  })
}

function papersOf(protocol: PaperProtocol, head: PaperHead, copies: 1 | 2): Paper[] {
  const name = `Protocolo #${protocol.id} · ${protocol.code}`
  if (copies === 1) return [{ name, content: form(protocol, head), isBare: false }]
  if (protocol.items.length > mostOnHalf) {
    return copyNames.map((copy) => ({ name: `${name} · ${copy}`, content: form(protocol, head), isBare: false }))
  }
  return [{ name, isBare: true, content: halves(protocol, head) }]
}

/** Height of A4, in points. */
const pageHeight = 841.89

const halves = (protocol: PaperProtocol, head: PaperHead): Content[] => [
  { text: ' ', fontSize: 1 },
  ...copyNames.map(
    (copy, index): Content => ({
      absolutePosition: { x: 40, y: 10 + (index * pageHeight) / 2 },
      stack: [
        ...letterhead({ ...head, title: `${title} · ${copy}` }),
        { stack: form(protocol, head, true), margin: [0, 6, 0, 0] },
        {
          margin: [0, 5, 0, 0],
          fontSize: 7.5,
          color: paper.secondary,
          columns: [
            { text: `Protocolo #${protocol.id} · ${protocol.code} · ${head.footnote}` },
            { text: 'Página 1 de 1', alignment: 'right', width: 80 },
          ],
        },
      ],
    }),
  ),
  {
    absolutePosition: { x: 0, y: pageHeight / 2 },
    canvas: [{ type: 'line', x1: 14, y1: 0, x2: 581, y2: 0, lineWidth: 0.5, dash: { length: 4 } }],
  },
]

function form(protocol: PaperProtocol, head: PaperHead, isSmall = false): Content[] {
  const { id, code, items, remarks, requiresReturn } = protocol
  const side = (isSmall ? 21 : 30) * mm
  const subject = fitLines(remarks, 340, 11, isSmall ? 1 : 2)
  const isWhole = subject.replace('\n', ' ') === remarks
  const short = (text: string, width: number, size: number, lines: number) =>
    isSmall ? fitLines(text, width, size, lines) : text
  return [
    {
      columns: [
        {
          stack: [
            { text: `Protocolo #${id}`, fontSize: isSmall ? 16 : 20, bold: true },
            { text: subject, bold: true, fontSize: 11 },
            { text: `Enviado em ${protocol.sentAt}` },
            {
              text: requiresReturn
                ? 'Este protocolo requer devolução dos itens.'
                : 'Este protocolo não requer devolução.',
              margin: [0, 2, 0, 0],
            },
            {
              text: head.verification
                ? `Confira se este papel ainda vale: leia o código ao lado ou digite-o em ${head.verification}`
                : '',
              fontSize: 7.5,
              color: paper.secondary,
              margin: [0, isSmall ? 2 : 6, 12, 0],
            },
          ],
        },
        codeBlock(addressOf(head.appUrl, protocol, code), code, side),
      ],
    },
    {
      margin: [0, isSmall ? 4 : 12, 0, 0],
      columns: [
        party('Remetente', short(protocol.origin, 180, 11, 1), short(protocol.sender, 180, 9.5, 1)),
        wayDrawing({ isReceived: protocol.isReceived, back: requiresReturn ? backOf(items) : null }),
        party('Destinatário', short(protocol.destination, 180, 11, 1), ' '),
      ],
    },
    {
      margin: [0, isSmall ? 6 : 14, 0, 0],
      layout: ruled,
      table: {
        headerRows: 1,
        dontBreakRows: true,
        widths: [190, 120, 101, 80],
        body: [
          headCells(['Nº documento', 'Tipo', 'Categoria', 'Data de retorno']),
          ...items.map((item) => [
            isSmall ? fitLines(nameOfItem(item), 180, 9.5, 1) : itemName(item),
            short(item.type, 112, 9.5, 1),
            short(item.category ?? '—', 93, 9.5, 1),
            dateOr(item.returnDate),
          ]),
        ],
      },
    },
    ...(items.length === 0 ? [{ text: 'Nenhum item.' }] : []),
    ...(isWhole ? [] : [observations(short(remarks, 500, 9.5, 2), isSmall)]),
    signatures(['Assinatura do remetente', 'Assinatura do destinatário'], isSmall ? 22 : 34),
  ]
}

const observations = (text: string, isSmall: boolean): Content => ({
  margin: [0, isSmall ? 4 : 10, 0, 0],
  stack: isSmall ? [text] : [{ text: 'Observações', bold: true, fontSize: 8.5 }, text],
})

/** Its number, and below it what it is called. */
const itemName = (item: PaperItem): Content => {
  const below = belowName(item)
  return { stack: [{ text: nameOfItem(item), bold: true }, ...(below ? [{ text: below, fontSize: 8.5 }] : [])] }
}

function backOf(items: readonly PaperItem[]): string {
  const days = items.flatMap(({ returnDate }) => returnDate ?? []).sort()
  const [first] = days
  if (first === undefined) return 'Devolução sem prazo'
  return `${first === days.at(-1) ? 'Devolução' : '1ª devolução'} até ${dateOr(first)}`
}

const party = (heading: string, department: string, person: string): Column => ({
  width: 203,
  layout: {
    hLineWidth: () => 0.8,
    vLineWidth: () => 0.8,
    hLineColor: () => paper.secondary,
    vLineColor: () => paper.secondary,
  },
  table: {
    widths: [192],
    body: [
      [
        {
          stack: [
            { text: heading, fontSize: 8, color: paper.secondary },
            { text: department, bold: true, fontSize: 11 },
            { text: person },
          ],
        },
      ],
    ],
  },
})
