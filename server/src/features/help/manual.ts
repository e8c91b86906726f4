import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { helpSections } from '@malote/core/help/help-content.ts'
import type { HelpSection, HelpTopic } from '@malote/core/help/help-section.ts'
import { inPortuguese } from '@malote/core/shared/civil-date.ts'
import type { Content } from 'pdfmake/interfaces.js'
import { makePdf, pageWidth, paper } from '../../platform/exports/pdf.ts'

/** Screenshots; `npm run manual:screens` creates them. */
const screens = fileURLToPath(new URL('./screens/', import.meta.url))

/**
 * The user manual: the texts of the help centre, one chapter per section, each with a screenshot.
 *
 * @param today civil date, `yyyy-MM-dd`
 */
export const makeManual = ({ organisation, today }: { organisation: string; today: string }): Promise<Buffer> =>
  makePdf({
    title: 'Manual do usuário',
    organisation,
    footnote: `Malote, manual de ${inPortuguese(today)}`,
    content: [
      { text: 'Manual do usuário', fontSize: 24, bold: true, margin: [0, 60, 0, 4] },
      {
        text: 'Como enviar, receber, acompanhar e devolver o que circula entre os departamentos.',
        color: paper.secondary,
      },
      { toc: { title: { text: 'Conteúdo', fontSize: 13, bold: true, margin: [0, 32, 0, 6] } } },
      ...helpSections.flatMap(chapter),
    ],
  })

const chapter = ({ key, title, summary, topics }: HelpSection): Content[] => [
  { text: title, fontSize: 17, bold: true, pageBreak: 'before', tocItem: true, headlineLevel: 1 },
  { text: summary, color: paper.secondary, margin: [0, 2, 0, 10] },
  ...picture(key),
  ...topics.flatMap(topicOf),
]

function picture(key: string): Content[] {
  const path = `${screens}${key}.jpg`
  return existsSync(path) ? [{ image: path, width: pageWidth, margin: [0, 0, 0, 8] }] : []
}

const topicOf = ({ title, text, steps, note }: HelpTopic): Content[] => [
  { text: title, fontSize: 12, bold: true, margin: [0, 10, 0, 3], headlineLevel: 2 },
  ...text.map((paragraph): Content => ({ text: paragraph, margin: [0, 0, 0, 4] })),
  ...(steps ? [{ ol: [...steps], margin: [0, 0, 0, 4] } satisfies Content] : []),
  ...(note ? [{ text: note, italics: true, color: paper.secondary, margin: [0, 0, 0, 4] } satisfies Content] : []),
]
