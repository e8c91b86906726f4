import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { fileTypeFromFile } from 'file-type'

const openDocument = 'application/vnd.openxmlformats-officedocument'

/** By extension: the first bytes in hexadecimal, the accepted detected types, and the content type that is then served. */
const formats: Record<string, { begin: string; found: readonly string[]; served: string; folder?: string }> = {
  pdf: { begin: '25504446', found: ['application/pdf'], served: 'application/pdf' },
  jpg: { begin: 'ffd8ff', found: ['image/jpeg'], served: 'image/jpeg' },
  jpeg: { begin: 'ffd8ff', found: ['image/jpeg'], served: 'image/jpeg' },
  png: { begin: '89504e47', found: ['image/png', 'image/apng'], served: 'image/png' },
  gif: { begin: '47494638', found: ['image/gif'], served: 'image/gif' },
  // The formats of Office 97 share one container format, from which they cannot be told apart.
  doc: { begin: 'd0cf11e0', found: ['application/x-cfb'], served: 'application/msword' },
  xls: { begin: 'd0cf11e0', found: ['application/x-cfb'], served: 'application/vnd.ms-excel' },
  docx: {
    begin: '504b0304',
    found: [`${openDocument}.wordprocessingml.document`],
    served: `${openDocument}.wordprocessingml.document`,
    folder: 'word/',
  },
  xlsx: {
    begin: '504b0304',
    found: [`${openDocument}.spreadsheetml.sheet`],
    served: `${openDocument}.spreadsheetml.sheet`,
    folder: 'xl/',
  },
}

/** Whether {@link contentTypeOf} returns this type for some file. */
export const isServed = (contentType: string): boolean =>
  /^text\/plain; charset=(utf-8|windows-1252|utf-16le|utf-16be)$/.test(contentType) ||
  Object.values(formats).some(({ served }) => served === contentType)

/** Types detected from two letters with which a plain text may begin ("BM…"), or types that are text themselves. */
const mayBeText = ['image/bmp', 'application/xml', 'application/rtf']

/** The byte order mark of UTF-8, which detection skips. */
const byteOrderMark = 'efbbbf'

type Utf16 = 'utf-16le' | 'utf-16be'
/** By their byte order marks. Excel saves "Texto Unicode" this way; detection takes the first one for sound. */
const utf16Marks: Record<string, Utf16> = { fffe: 'utf-16le', feff: 'utf-16be' }
const utf16Of = (head: Buffer): Utf16 | undefined => utf16Marks[head.toString('hex', 0, 2)]

/** Whether the first bytes of a file already show that it is not what its extension says. */
export function isRuledOut(head: Buffer, extension: string): boolean {
  if (extension === 'txt') return utf16Of(head) === undefined && head.some(isBinary)
  const begin = head.toString('hex', 0, 16).replace(new RegExp(`^${byteOrderMark}`), '')
  return !begin.startsWith(formats[extension]?.begin ?? '')
}

/**
 * Detects the content type of a local file.
 *
 * @param extension in lower case, one of those in `core`
 * @returns the content type to serve; undefined when the content does not match the extension
 */
export async function contentTypeOf(path: string, extension: string): Promise<string | undefined> {
  const utf16 = extension === 'txt' ? utf16Of(await beginningOf(path)) : undefined
  if (utf16) return (await isUtf16(path, utf16)) ? `text/plain; charset=${utf16}` : undefined
  // A file with an invalid structure is not detected as anything.
  const found = await fileTypeFromFile(path).catch(() => undefined)
  if (extension === 'txt') {
    if (found && !found.mime.startsWith('text/') && !mayBeText.includes(found.mime)) return undefined
    const charset = await charsetOf(path)
    return charset && `text/plain; charset=${charset}`
  }
  const format = formats[extension]
  if (!found || !format) return undefined
  const isIt =
    format.found.includes(found.mime) ||
    // Archives written as a stream have the sizes of their entries only in the list at the end, so that list is
    // checked.
    (found.mime === 'application/zip' && format.folder !== undefined && (await namesFolder(path, format.folder)))
  return isIt ? format.served : undefined
}

/** Maximum distance of an archive's list of entries from its end, in bytes. */
const listOfEntries = 64 * 1024

async function namesFolder(path: string, folder: string): Promise<boolean> {
  const handle = await open(path)
  try {
    const { size } = await handle.stat()
    const tail = Buffer.alloc(Math.min(size, listOfEntries))
    await handle.read(tail, 0, tail.length, size - tail.length)
    return tail.includes(folder)
  } finally {
    await handle.close()
  }
}

async function beginningOf(path: string): Promise<Buffer> {
  const handle = await open(path)
  try {
    const begin = Buffer.alloc(2)
    await handle.read(begin)
    return begin
  } finally {
    await handle.close()
  }
}

async function isUtf16(path: string, charset: Utf16): Promise<boolean> {
  const decoder = new TextDecoder(charset, { fatal: true })
  const isText = (chunk?: Buffer) => {
    try {
      return !hasBinary(decoder.decode(chunk, { stream: chunk !== undefined }))
    } catch {
      return false
    }
  }
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    if (!isText(chunk)) return false
  }
  return isText()
}

function hasBinary(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (isBinary(text.charCodeAt(at))) return true
  return false
}

/** UTF-8, or else Windows-1252; undefined for content with bytes that text never contains, such as NUL. */
async function charsetOf(path: string): Promise<'utf-8' | 'windows-1252' | undefined> {
  const utf8 = new TextDecoder('utf-8', { fatal: true })
  let isUtf8 = true
  const isValid = (chunk?: Buffer) => {
    try {
      utf8.decode(chunk, { stream: chunk !== undefined })
      return true
    } catch {
      return false
    }
  }
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    if (chunk.some(isBinary)) return undefined
    isUtf8 &&= isValid(chunk)
  }
  return isUtf8 && isValid() ? 'utf-8' : 'windows-1252'
}

/** Control characters other than tab, line feed, form feed and carriage return. */
const isBinary = (code: number) => code < 0x20 && code !== 9 && code !== 10 && code !== 12 && code !== 13
