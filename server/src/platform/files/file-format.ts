import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { fileTypeFromBuffer, fileTypeFromFile } from 'file-type'
import { charsetOf, isNoText } from './text-file.ts'

const openDocument = 'application/vnd.openxmlformats-officedocument'
const word = `${openDocument}.wordprocessingml.document`
const excel = `${openDocument}.spreadsheetml.sheet`

/** Pictures that are kept under the extension of another one, too: messengers name them so. */
const pictures: Record<string, string> = {
  'image/png': 'image/png',
  'image/apng': 'image/png',
  'image/jpeg': 'image/jpeg',
  'image/webp': 'image/webp',
}

const container = 'd0cf11e0a1b11ae1'
const archive = '504b0304'

/** By extension: how the file may begin, in hexadecimal, and the type that is then served. */
const formats: Record<string, { begins: readonly string[]; served: string; folder?: string }> = {
  // The formats of Office 97 share one container format, from which they cannot be told apart.
  doc: { begins: [container], served: 'application/msword' },
  xls: { begins: [container], served: 'application/vnd.ms-excel' },
  // In the container when they have a password.
  docx: { begins: [archive, container], served: word, folder: 'word/' },
  xlsx: { begins: [archive, container], served: excel, folder: 'xl/' },
}

const pictureExtensions = ['jpg', 'jpeg', 'png', 'gif']

/** Whether {@link formatOf} serves some file as this type. */
export const isServed = (contentType: string): boolean =>
  /^text\/plain; charset=(utf-8|windows-1252|utf-16le|utf-16be)$/.test(contentType) ||
  ['application/pdf', 'image/gif', ...Object.values(pictures)].includes(contentType) ||
  Object.values(formats).some(({ served }) => served === contentType)

/** What a file is: the content type to serve, or what it is instead of what its extension says, in Portuguese. */
export type FileFormat = { contentType: string } | { instead: string }

/**
 * Whether the first bytes of a file already show that it is not what its extension says.
 *
 * @param extension in lower case, one of those in `core`
 * @returns what it is instead; undefined when it may be what it says
 */
export async function ruledOutAs(head: Buffer, extension: string): Promise<string | undefined> {
  if (mayBe(head, extension)) return undefined
  return nameOf(head, (await fileTypeFromBuffer(head).catch(() => undefined)) ?? undefined)
}

function mayBe(head: Buffer, extension: string): boolean {
  if (extension === 'txt') return !isNoText(head) && !beginsLike(head, ['255044462d', 'ffd8ff'])
  if (extension === 'pdf') return pdfHeader(head) && !beginsLike(head, [...pictureBeginnings, container, archive])
  if (pictureExtensions.includes(extension)) return beginsLike(head, pictureBeginnings)
  return beginsLike(head, formats[extension]?.begins ?? [])
}

const pictureBeginnings = ['89504e47', 'ffd8ff', '474946383761', '474946383961', '52494646']

const byteOrderMark = 'efbbbf'

const beginsLike = (head: Buffer, beginnings: readonly string[]) => {
  const begin = head.toString('hex', 0, 16).replace(new RegExp(`^${byteOrderMark}`), '')
  return beginnings.some((one) => begin.startsWith(one))
}

/** Readers look for the header in the first kilobyte (PDF 1.7, Annex H, note 13). */
const pdfHeader = (head: Buffer) => /%PDF-\d/.test(head.toString('latin1', 0, 1024))

/**
 * Looks into a local file.
 *
 * @param extension in lower case, one of those in `core`
 */
export async function formatOf(path: string, extension: string): Promise<FileFormat> {
  const head = await beginningOf(path)
  // A file with an invalid structure is not detected as anything.
  const found = await fileTypeFromFile(path).catch(() => undefined)
  const contentType = mayBe(head, extension) ? await contentTypeOf(path, extension, head, found?.mime) : undefined
  return contentType ? { contentType } : { instead: nameOf(head, found) }
}

async function contentTypeOf(path: string, extension: string, head: Buffer, found: string | undefined) {
  if (extension === 'txt') {
    const charset = await charsetOf(path, head)
    return charset && `text/plain; charset=${charset}`
  }
  if (extension === 'pdf') return 'application/pdf'
  if (pictureExtensions.includes(extension)) {
    return extension === 'gif' && found === 'image/gif' ? found : pictures[found ?? '']
  }
  const { served, folder } = formats[extension] ?? {}
  if (folder === undefined) return found === 'application/x-cfb' ? served : undefined
  if (found === 'application/x-cfb') return (await has(path, encrypted)) ? served : undefined
  // Archives written as a stream have the sizes of their entries only in the list at the end, so that list is checked.
  if (found === served || (found === 'application/zip' && (await namesFolder(path, folder)))) return served
  return undefined
}

/** The stream in which Office keeps a document with a password (MS-OFFCRYPTO 2.3.4.4). */
const encrypted = Buffer.from('EncryptedPackage', 'utf16le')

async function has(path: string, part: Buffer): Promise<boolean> {
  let before: Buffer = Buffer.alloc(0)
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    const both = Buffer.concat([before, chunk])
    if (both.includes(part)) return true
    before = both.subarray(-part.length)
  }
  return false
}

/** Maximum distance of an archive's list of entries from its end, in bytes. */
const listOfEntries = 64 * 1024

async function namesFolder(path: string, folder: string): Promise<boolean> {
  return (await readPart(path, (size) => Math.max(0, size - listOfEntries), listOfEntries)).includes(folder)
}

/** Bytes of a file that decide what it may be. */
export const headSize = 4096

const beginningOf = (path: string) => readPart(path, () => 0, headSize)

async function readPart(path: string, from: (size: number) => number, most: number): Promise<Buffer> {
  const handle = await open(path)
  try {
    const { size } = await handle.stat()
    const part = Buffer.alloc(Math.min(size, most))
    const { bytesRead } = await handle.read(part, 0, part.length, from(size))
    return part.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

/** What files are called in a refusal, by their detected types. */
const names: Record<string, string> = {
  'application/pdf': 'um PDF',
  'image/png': 'uma imagem PNG',
  'image/apng': 'uma imagem PNG',
  'image/jpeg': 'uma imagem JPEG',
  'image/webp': 'uma imagem WebP',
  'image/gif': 'uma imagem GIF',
  'image/heic': 'uma imagem HEIC',
  'image/heif': 'uma imagem HEIC',
  'application/x-cfb': 'um documento do Office 97 a 2003 (doc, xls)',
  [word]: 'um documento do Word (docx)',
  [excel]: 'uma planilha do Excel (xlsx)',
  'application/zip': 'um arquivo ZIP',
  'application/x-msdownload': 'um programa do Windows',
}

/** Texts that Office opens although they have the name of another format. */
const textFormats: readonly [RegExp, string][] = [
  [/^\{\\rtf/, 'um documento RTF'],
  [/^<(!doctype html|html|head|meta|style|table)\b/i, 'uma página HTML'],
  [/^<\?xml\b/, 'um arquivo XML'],
  [/^MIME-Version:/i, 'uma página MHTML'],
]

function nameOf(head: Buffer, found: { ext: string; mime: string } | undefined): string {
  const isText = !isNoText(head)
  // Detection takes two letters for a sign of some types; a PDF may consist of letters alone.
  if (isText && found?.mime !== 'application/pdf') {
    const text = head.toString().trimStart()
    return textFormats.find(([beginning]) => beginning.test(text))?.[1] ?? 'um texto'
  }
  if (found === undefined) return 'de um tipo desconhecido'
  return names[found.mime] ?? `um arquivo ${found.ext.toUpperCase()}`
}
