import readWorkbook from 'read-excel-file/node'
import { extractText, getDocumentProxy } from 'unpdf'
import { ask, isReceived, lines, type Surface, sum } from './surface.ts'

export const exports: Surface[] = [
  {
    path: '/api/returns/export',
    what: 'lines',
    holds: isReceived,
    read: (client) => lines(client, '/api/returns/export'),
  },
  { path: '/api/reports/export', what: 'lines', read: (client) => lines(client, '/api/reports/export?format=csv') },
  {
    path: '/api/reports/export',
    what: 'workbook',
    read: async (client) => {
      const { raw } = await ask(client, '/api/reports/export?format=xlsx&type=status')
      const sheet = (await readWorkbook(raw)).find(({ sheet }) => sheet === 'Dados Detalhados')
      return Number(sheet?.data.at(-1)?.[1])
    },
  },
  {
    path: '/api/reports/export',
    what: 'document',
    read: async (client) => {
      const { raw } = await ask(client, '/api/reports/export?format=pdf&type=status')
      const { text } = await extractText(await getDocumentProxy(new Uint8Array(raw)))
      const words = text.join(' ').replace(/\s+/g, ' ')
      const numbers = [/Pendente (\d+) /, /Em andamento (\d+) /].map((line) => Number(line.exec(words)?.[1]))
      return sum(numbers)
    },
  },
]
