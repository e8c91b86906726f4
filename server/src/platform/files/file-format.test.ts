import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import {
  sampleDoc,
  sampleDocx,
  sampleGif,
  sampleJpg,
  samplePdf,
  samplePng,
  testFolder,
} from '../../test/sample-files.ts'
import { formatOf, ruledOutAs } from './file-format.ts'

/** What a file is, as the first bytes and then the whole of it tell. */
async function formatOfFile(name: string, content: string | Uint8Array) {
  const extension = name.split('.').at(-1) ?? ''
  const bytes = Buffer.from(content as Uint8Array)
  const instead = await ruledOutAs(bytes.subarray(0, 4096), extension)
  if (instead) return instead
  const path = join(testFolder(), 'file')
  await writeFile(path, bytes)
  const format = await formatOf(path, extension)
  return 'instead' in format ? format.instead : format.contentType
}

const ansi = (text: string) => Buffer.from(text, 'latin1')
const webp = Buffer.from('UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA', 'base64')
const withPassword = Buffer.concat([sampleDoc, Buffer.from('EncryptedPackage', 'utf16le'), Buffer.alloc(512)])
const ansiType = 'text/plain; charset=windows-1252'

// proves 5.2.9, 11.21
it.each([
  ...[
    ...[
      'PARECER JURÍDICO Nº: 12/2026',
      'FORMULÁRIO DE REQUISIÇÃO',
      'MZ Comércio de Papéis',
      'MAC 00:1B notebook à venda',
    ],
    ...['AC1032 acórdão', '070707 lote de março', 'Ata free de ações', 'GIF enviado às 10h', 'GIF89a é um formato'],
    ...[
      'ID3 não é música',
      'CWS Açúcar',
      'FWS relatório',
      'BM é boletim',
      'PK é uma sigla',
      'Rar! É raro',
      'OggS à mão',
    ],
    ...[
      '%!PS não é página',
      '\u001b@\u001bE\u000fCondensado é\u0012\f',
      '\u001b!\u0000\u001ba\u0001Cupom nº 1\u001dV\u0000',
    ],
    ...['Observação\r\n\u001a', `Observação\r\n\u001a${'\0'.repeat(100)}`, 'Número\b_ e sino\u0007', 'Página\u000b1'],
  ].map(
    (text) => ['texto.txt', ansi(`${text}\r\n${text.includes('\u001a') ? '\u001a' : 'Corpo.'}`), ansiType] as const,
  ),
  ['sem-bom.txt', Buffer.from('Relatório do mês\r\n', 'utf16le'), 'text/plain; charset=utf-16le'],
  ['sem-bom.txt', Buffer.from('Relatório do mês\r\n', 'utf16le').swap16(), 'text/plain; charset=utf-16be'],
  ['planilha.xlsx', withPassword, 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ['carta.docx', withPassword, 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ['nota.pdf', Buffer.concat([ansi('\r\n\r\n'), samplePdf]), 'application/pdf'],
  ['nota.pdf', Buffer.concat([ansi('\u0000'.repeat(1000)), samplePdf]), 'application/pdf'],
  ['nota.pdf', Buffer.concat([Buffer.from('\ufeff'), samplePdf]), 'application/pdf'],
  ['foto.jpg', samplePng, 'image/png'],
  ['foto.png', sampleJpg, 'image/jpeg'],
  ['foto.jpeg', webp, 'image/webp'],
  ['foto.gif', samplePng, 'image/png'],
] as const)('%s of %j is kept as %s', async (name, content, type) => {
  expect(await formatOfFile(name, content)).toBe(type)
})

// proves 5.2.9, 11.21, V5.2.2
it.each([
  ['texto.txt', samplePdf, 'um PDF'],
  ['texto.txt', samplePng, 'uma imagem PNG'],
  ['texto.txt', sampleJpg, 'uma imagem JPEG'],
  ['texto.txt', sampleDocx, 'um arquivo ZIP'],
  ['texto.txt', 'a\u0000b', 'de um tipo desconhecido'],
  ['texto.txt', `a\u001a\u0000b\u0000`, 'de um tipo desconhecido'],
  ['nota.pdf', samplePng, 'uma imagem PNG'],
  ['nota.pdf', 'MZ Comércio', 'um texto'],
  ['nota.pdf', `${' '.repeat(1024)}%PDF-1.4`, 'um texto'],
  ['foto.png', sampleGif, 'uma imagem GIF'],
  ['foto.jpg', samplePdf, 'um PDF'],
  ['carta.docx', sampleDoc, 'um documento do Office 97 a 2003 (doc, xls)'],
  ['carta.docx', samplePng, 'uma imagem PNG'],
  // What management systems and browsers save under the names of Office.
  ['oficio.doc', '{\\rtf1\\ansi Prezados}', 'um documento RTF'],
  ['planilha.xls', '<html><table>', 'uma página HTML'],
  ['planilha.xls', '\ufeff\r\n<TABLE border=1><tr><td>1', 'uma página HTML'],
  ['planilha.xls', '<!DOCTYPE html>\n<html>', 'uma página HTML'],
  ['planilha.xls', '<?xml version="1.0"?>\n<Workbook/>', 'um arquivo XML'],
  ['oficio.doc', 'MIME-Version: 1.0\r\nContent-Type: multipart/related', 'uma página MHTML'],
  ['planilha.xls', 'CNPJ;Nome\r\n191;Banco', 'um texto'],
  ['carta.doc', sampleDocx, 'um arquivo ZIP'],
] as const)('%s of %j is refused as %s', async (name, content, instead) => {
  expect(await formatOfFile(name, content)).toBe(instead)
})
