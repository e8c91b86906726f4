import { getDocumentProxy } from 'unpdf'
import { expect, it } from 'vitest'
import { samplePng } from '../../test/sample-files.ts'
import { makePdf } from './pdf.ts'

const logo = `data:image/png;base64,${samplePng.toString('base64')}`
const secretariat = 'Secretaria de Estado de Planejamento, Governança e Gestão do Estado do Rio Grande do Sul'
const endless = 'Fundação Municipal de Apoio ao Desenvolvimento da Educação e da Ciência '.repeat(6).trim()

/** The text of the letterhead, and how far above the content its lowest line stands, in points. */
async function letterheadOf(organisation: string, withLogo: boolean) {
  const content = [{ text: 'Conteúdo' }]
  const parts = { title: 'Relatório', organisation, footnote: 'Emitido', content, ...(withLogo && { logo }) }
  const document = await getDocumentProxy(new Uint8Array(await makePdf(parts)))
  const { items } = await (await document.getPage(1)).getTextContent()
  const texts = items.flatMap((item) => ('str' in item ? [{ text: item.str, y: Number(item.transform[5]) }] : []))
  const start = texts.find(({ text }) => text.includes('Conteúdo'))?.y ?? 0
  const head = texts.filter(({ text, y }) => y > start && text.trim() && text !== 'Relatório')
  const name = head
    .map(({ text }) => text)
    .join(' ')
    .replace(/ +/g, ' ')
  return { name, gap: Math.min(...head.map(({ y }) => y)) - start }
}

it.each([
  ['a short name', 'Prefeitura', 'Prefeitura'],
  ['a long name', secretariat, secretariat],
  ['a long name in capitals', secretariat.toUpperCase(), secretariat.toUpperCase()],
  ['an endless name', endless, /^Fundação Municipal de Apoio .+…$/],
  ['an endless name in capitals', endless.toUpperCase(), /^FUNDAÇÃO MUNICIPAL DE APOIO .+…$/],
])('%s stays in the letterhead, with a logo and without', async (_, organisation, shown) => {
  for (const withLogo of [false, true]) {
    const { name, gap } = await letterheadOf(organisation, withLogo)
    expect(name).toMatch(shown)
    // The rule below the name, and the height of a line.
    expect(gap).toBeGreaterThan(18)
  }
})
