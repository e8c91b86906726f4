import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { fileTypeFromFile } from 'file-type'

const openDocument = 'application/vnd.openxmlformats-officedocument'

/** By extension: what the content may be found to be, and what it is then served as. */
const formats: Record<string, { found: readonly string[]; served: string; folder?: string }> = {
  pdf: { found: ['application/pdf'], served: 'application/pdf' },
  jpg: { found: ['image/jpeg'], served: 'image/jpeg' },
  jpeg: { found: ['image/jpeg'], served: 'image/jpeg' },
  png: { found: ['image/png', 'image/apng'], served: 'image/png' },
  gif: { found: ['image/gif'], served: 'image/gif' },
  // The formats of Office 97 share one container, which does not tell them apart.
  doc: { found: ['application/x-cfb'], served: 'application/msword' },
  xls: { found: ['application/x-cfb'], served: 'application/vnd.ms-excel' },
  docx: {
    found: [`${openDocument}.wordprocessingml.document`],
    served: `${openDocument}.wordprocessingml.document`,
    folder: 'word/',
  },
  xlsx: {
    found: [`${openDocument}.spreadsheetml.sheet`],
    served: `${openDocument}.spreadsheetml.sheet`,
    folder: 'xl/',
  },
}

/** Marks of two letters that an ordinary text may well begin with ("BM…"), or that are text themselves. */
const mayBeText = ['image/bmp', 'application/xml', 'application/rtf']

/**
 * Looks into a local file.
 *
 * @param extension in lower case, one of those that `core` lists
 * @returns the content type to serve it with; undefined when the content is not what the extension says
 */
export async function contentTypeOf(path: string, extension: string): Promise<string | undefined> {
  // A file that breaks its own format in the middle is recognised as nothing.
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
    // Archives that were written as a stream do not say at once how long their entries are: the list at the end does.
    (found.mime === 'application/zip' && format.folder !== undefined && (await namesFolder(path, format.folder)))
  return isIt ? format.served : undefined
}

/** Where an archive keeps the list of its entries, in bytes from its end. */
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

/** UTF-8, else the Latin-1 of Windows; undefined for what holds bytes that no text has, such as NUL. */
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
const isBinary = (byte: number) => byte < 0x20 && byte !== 9 && byte !== 10 && byte !== 12 && byte !== 13
