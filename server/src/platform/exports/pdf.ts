import { createRequire } from 'node:module'
import { dirname, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import pdfmake from 'pdfmake'
import type { Content, ContentText, TDocumentDefinitions, TFontDictionary } from 'pdfmake/interfaces.js'
import { glyphsOf, missingGlyph } from './font-glyphs.ts'

const fonts = createRequire(import.meta.url)('pdfmake/fonts/Roboto.js') as TFontDictionary
const fontFolder = `${dirname(String(fonts.Roboto?.normal))}${sep}`

pdfmake.setFonts(fonts)
/** Screenshots of the manual. */
const pictures = fileURLToPath(new URL('../../features/help/screens/', import.meta.url))

// Documents must not fetch URLs or read files other than the fonts and our screenshots.
// meets V1.3.6
pdfmake.setUrlAccessPolicy(() => false)
pdfmake.setLocalAccessPolicy((path) => path.startsWith(fontFolder) || path.startsWith(pictures))

/** Text, secondary text, line and accent colours of the light theme, for paper. */
export const paper = {
  ink: '#14211F',
  secondary: '#4A5A5C',
  line: '#DDE2E0',
  accent: '#0E5A6B',
  band: '#F5F6F4',
} as const

/**
 * Width between the margins of a page, in points. A word that is too long is only broken in a column with a width in
 * points; it makes all others wider, and pushes what follows off the page.
 */
export const pageWidth = 515

/** Widths in the letterhead, in points. */
const [logoWidth, titleWidth, pagesWidth] = [130, 120, 80]

/** Width of the name in the letterhead, in points. */
const nameWidth = (logo: string | undefined) => pageWidth - titleWidth - (logo ? logoWidth : 0)

/** Largest average width of the letters of a name in bold capitals, as a part of their height. */
const letterWidth = 0.66

/** Letters that a line may lose at its end, because it is broken between words. */
const lost = 4

/**
 * The organisation's name in the letterhead, which has no more room below: up to two lines, or three smaller ones. A
 * name that is still too long ends with an ellipsis.
 *
 * @param width in points
 */
function nameOf(organisation: string, width: number): ContentText {
  const place = { bold: true, margin: [0, 8, 0, 0] as [number, number, number, number] }
  const letters = [...organisation]
  const room = (fontSize: number, lines: number) => lines * (Math.floor(width / (fontSize * letterWidth)) - lost)
  if (letters.length <= room(12, 2)) return { ...place, text: organisation, fontSize: 12 }
  const most = room(9, 3)
  const text =
    letters.length <= most
      ? organisation
      : `${letters
          .slice(0, most - 1)
          .join('')
          .trimEnd()}…`
  return { ...place, text, fontSize: 9, lineHeight: 1 }
}

const fitted = glyphsOf(String(fonts.Roboto?.normal))

/** All texts of a part of a document, fitted to the font. */
export function composed<Part>(part: Part): Part {
  if (typeof part === 'string') return fitted(part) as Part & string
  if (Array.isArray(part)) return part.map(composed) as Part & unknown[]
  if (typeof part !== 'object' || part === null) return part
  return Object.fromEntries(Object.entries(part).map(([name, inner]) => [name, composed(inner)])) as Part
}

/** What the foot of each page says of {@link missingGlyph}. */
const missingWords = `${missingGlyph}: caractere que a fonte deste documento não tem`

/** Who writes it, and what it is: the top of each page. */
export interface Letterhead {
  /** ORG_NAME, or the product's name. */
  organisation: string
  /** `data:` URL of a PNG or JPEG. */
  logo?: string | undefined
  title: string
}

/** The letterhead with its line. */
export const letterhead = ({ organisation, logo, title }: Letterhead): Content[] => [
  {
    columns: [
      ...(logo ? [{ image: logo, fit: [120, 30] as [number, number], width: logoWidth }] : []),
      { ...nameOf(organisation, nameWidth(logo)), width: nameWidth(logo) },
      { ...{ text: title, alignment: 'right', color: paper.secondary, margin: [0, 9, 0, 0] }, width: titleWidth },
    ],
  },
  { canvas: [{ type: 'line', x1: 0, y1: 8, x2: pageWidth, y2: 8, lineWidth: 1.2, lineColor: paper.accent }] },
]

/** Several papers in one file: each begins on a page of its own and counts its own pages. */
export interface Paper {
  content: Content[]
  /** What the foot of each of its pages begins with. */
  name: string
  /** True when its content draws letterhead and page number itself. */
  isBare?: boolean
}

/** An A4 document with the organisation's letterhead and page numbers 'Página x de y'. */
export interface LetterheadDocument extends Letterhead {
  /** Date and author, at the foot of each page. */
  footnote: string
  content: TDocumentDefinitions['content'] | readonly Paper[]
  images?: TDocumentDefinitions['images']
}

const isPapers = (content: LetterheadDocument['content']): content is readonly Paper[] =>
  Array.isArray(content) && content.every((part) => typeof part === 'object' && 'isBare' in part)

/**
 * The library writes no structure elements. So the PDF is not marked as tagged: readers would take its empty structure
 * for an empty document, instead of guessing the structure from the page.
 *
 * @returns a PDF with searchable text, marked as Portuguese for screen readers
 */
export const makePdf = ({ content, footnote, images, ...head }: LetterheadDocument): Promise<Buffer> => {
  const papers = isPapers(content) ? content : [{ content: [content as Content], name: '', isBare: false }]
  const texts = composed({ papers, organisation: head.organisation, footnote })
  const isMissing = JSON.stringify(texts).includes(missingGlyph)
  const foot = [texts.footnote, ...(isMissing ? [missingWords] : [])].join(' · ')
  // The library writes into each node on which pages it came to stand.
  const stacks: { stack: Content[]; pageBreak?: 'before'; positions?: { pageNumber: number }[] }[] = texts.papers.map(
    ({ content }, index) => ({ stack: content, ...(index > 0 && { pageBreak: 'before' as const }) }),
  )
  const firstPages = () => stacks.map(({ positions }) => positions?.[0]?.pageNumber ?? 1)
  const paperAt = (page: number) => firstPages().findLastIndex((first) => first <= page)
  return renderPdf({
    pageSize: 'A4',
    pageMargins: [40, 84, 40, 56],
    info: { title: head.title, author: head.organisation },
    header: (page) =>
      texts.papers[paperAt(page)]?.isBare
        ? null
        : { margin: [40, 28, 40, 0], stack: letterhead({ ...head, organisation: texts.organisation }) },
    footer: (page, pages) => {
      const index = paperAt(page)
      const { name, isBare } = texts.papers[index] ?? { name: '' }
      const first = firstPages()[index] ?? 1
      const next = firstPages()[index + 1] ?? pages + 1
      return isBare
        ? null
        : {
            margin: [40, 20, 40, 0],
            fontSize: 8,
            color: paper.secondary,
            columns: [
              { text: [name, foot].filter(Boolean).join(' · '), width: pageWidth - pagesWidth },
              { text: `Página ${page - first + 1} de ${next - first}`, alignment: 'right', width: pagesWidth },
            ],
          }
    },
    content: stacks,
    ...(images && { images }),
  })
}

/** Renders a document whose texts are {@link composed}. It is PDF/A-2b: it can be archived, with its fonts. */
export const renderPdf = (document: TDocumentDefinitions): Promise<Buffer> =>
  pdfmake
    .createPdf({
      version: '1.7',
      subset: 'PDF/A-2b',
      language: 'pt-BR',
      displayTitle: true,
      defaultStyle: { font: 'Roboto', fontSize: 9.5, color: paper.ink, lineHeight: 1.25 },
      ...document,
      info: { creator: 'Malote', ...document.info },
    })
    .getBuffer()
