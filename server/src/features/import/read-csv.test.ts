import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { type CsvLine, readCsv } from './read-csv.ts'

const titles = 'CNPJ;Razão Social;UF;Cidade'

async function linesOf(content: Buffer) {
  const lines: CsvLine[] = []
  for await (const batch of (await readCsv('suppliers', content)).batches) lines.push(...batch)
  return lines
}

describe('a file that is read piece by piece', () => {
  const names = Array.from({ length: 5_000 }, (_, n) => `${'ção'.repeat(n % 11)} Açaí & Irmãos ${n}`.trim())
  const table = [titles, ...names.map((name) => `1;${name};SP;"São\nJosé"`)].join('\n')
  it.each<[string, Buffer]>([
    ['UTF-8', Buffer.from(table)],
    ['Windows-1252', Buffer.from(table, 'latin1')],
    ['UTF-16', Buffer.from(`\uFEFF${table}`, 'utf16le')],
  ])('keeps its letters and its lines whole in %s', async (_, content) => {
    const lines = await linesOf(content)
    expect(lines.map(({ cells }) => cells.companyName)).toEqual(names)
    expect(lines.map(({ line }) => line)).toEqual(names.map((_name, index) => 2 + 2 * index))
  })

  it.each<[string, string, string]>([
    ['what is no text far inside', '\u0000', 'O arquivo não é uma planilha em formato CSV'],
    ['a quote without end far inside', '1;"x', 'O arquivo não pôde ser lido a partir da linha'],
  ])('is refused for %s', async (_, end, sentence) => {
    const content = Buffer.from(`${table.replaceAll('\nJosé', '')}\n${end}`)
    await expect(linesOf(content)).rejects.toThrow(sentence)
  })

  it.each(['1;A;SP;B\n', ';;;\n'])('is refused when it is too long: lines of %j', async (line) => {
    const content = Buffer.from(`${titles}\n${line.repeat(50_001)}`)
    await expect(linesOf(content)).rejects.toMatchObject({ code: 'IMPORT_TOO_LONG' })
  })

  it.each(['1;A;SP;B\n', ';\n', '\n'])('leaves the process time for others: lines of %j', async (line) => {
    let turns = 0
    let isRead = false
    const reading = linesOf(Buffer.from(`${titles}\n${line.repeat(10_000)}`)).finally(() => {
      isRead = true
    })
    while (!isRead) {
      await setImmediate()
      turns += 1
    }
    await reading
    expect(turns).toBeGreaterThan(10)
  })
})
