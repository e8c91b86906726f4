import { getDocumentProxy } from 'unpdf'
import { expect, it } from 'vitest'
import { samplePng } from '../../test/sample-files.ts'
import { chartSvg } from './chart-svg.ts'
import { csvLines, withoutApostrophe } from './csv.ts'
import { makePdf } from './pdf.ts'

// proves V1.1.2, V1.3.3
it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1', '＋1', '－1', '＠A1'])(
  'keeps %j from being computed',
  (text) => {
    expect(csvLines([[text]])).toMatch(/^"?'/)
    expect(withoutApostrophe(`'${text}`)).toBe(text)
  },
)

it('leaves numbers bare, and gives ordinary text no apostrophe', () => {
  expect(["'s-Hertogenbosch", 'a', "'"].map(withoutApostrophe)).toEqual(["'s-Hertogenbosch", 'a', "'"])
  expect(csvLines([[-1, 'a=1', null, 'x;"y"\nz']])).toBe('-1;"a=1";;"x;""y""\nz"\r\n')
})

// proves 7.6.1, V1.1.2, V1.3.3
it.each(['a,=1+41', 'a\t=1+41', 'a =1+41', 'Urgente\nLigar antes', 'Urgente\rLigar antes', 'Ver\n=1+1'])(
  'keeps %j in one cell, whatever separates cells where the file is opened',
  (text) => {
    expect(csvLines([[1, text, 2]])).toBe(`1;"${text}";2\r\n`)
  },
)

const looks = {
  Concluído: { colour: '#14532D', ink: '#FFFFFF' },
  Cancelado: { colour: '#B8392F', ink: '#FFFFFF', isHatched: true },
}
const chart = (data: number[]) => ({ labels: ['Concluído', 'Cancelado'], datasets: [{ label: 'Protocolos', data }] })

// proves 17.61
it('draws marks that differ by stripes, with their shares', () => {
  const svg = chartSvg(chart([3, 1]), 'pie', looks)
  expect(svg).toContain('<pattern id="hatch-B8392F"')
  expect(svg.match(/fill="url\(#hatch-B8392F\)"/g)).toHaveLength(2) // the slice and its sample
  expect(svg).toMatch(/>75%<.*>25%</)
})

it('writes no number on a mark without room', () => {
  const datasets = Object.keys(looks).map((label) => ({ label, data: label === 'Cancelado' ? [1] : [999] }))
  const svg = chartSvg({ labels: ['Jurídico'], datasets }, 'bar', looks)
  expect(svg).toContain('>999<')
  expect(svg).not.toContain('>1<')
})

it.each([
  ['pie', '>Concluído: 12.345 (100%)<'],
  ['bar', '>12.345<'],
  ['line', '>4.000<'],
] as const)('writes the numbers of a %s as the table does', (kind, words) => {
  expect(chartSvg(chart([12_345, 1]), kind)).toContain(words)
})

it('has the axis of the screen', () => {
  const labels = Array.from({ length: 30 }, (_, day) => `${String(day + 1).padStart(2, '0')}/11`)
  const svg = chartSvg({ labels, datasets: [{ label: 'Protocolos', data: labels.map(() => 7) }] }, 'line')
  expect([...svg.matchAll(/>(\d\d\/11)</g)].map(([, label]) => label)).toEqual([
    '05/11',
    '10/11',
    '15/11',
    '20/11',
    '25/11',
    '30/11',
  ])
  expect([...svg.matchAll(/>(\d)</g)].map(([, tick]) => tick)).toEqual(['0', '2', '4', '6', '8'])
})

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

it('writes what names contain, and says at the foot what stands for a character that the font lacks', async () => {
  const textOf = async (name: string) => {
    const content = [{ text: name }]
    const parts = { title: 'Relatório', organisation: 'Prefeitura', footnote: 'Emitido', content }
    const document = await getDocumentProxy(new Uint8Array(await makePdf(parts)))
    const { items } = await (await document.getPage(1)).getTextContent()
    return items.map((item) => ('str' in item ? item.str : '')).join(' ')
  }
  const known = await textOf('Conceic\u0327a\u0303o “Ipê” – nº 5ª, ½ dia, Łódź, Ωmega, Жанна, 10 €, ①, A → B')
  expect(known).toContain('Conceição “Ipê” – nº 5ª, ½ dia, Łódź, Ωmega, Жанна, 10 €, 1, A -> B')
  expect(known).not.toContain('caractere que a fonte')
  // Accents without end would be drawn over the lines above.
  expect(await textOf(`x${'\u0301'.repeat(9)}y`)).toContain('x\u0301\u0301y')
  const unknown = await textOf('Sala 👩\u200d👧 de 中文')
  expect(unknown).toContain('Sala \ufffd de \ufffd\ufffd')
  expect(unknown).toContain('Emitido · \ufffd: caractere que a fonte deste documento não tem')
})
