import { extensionOf } from '@malote/core/items/attachment-formats.ts'

/** Maximum length of an attachment's name, in characters. */
const longest = 255

// Control characters, and the direction marks that make "fdp.exe" look like "exe.pdf".
const invisible = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu

/**
 * Makes a name safe to store, display and send: keeps only the last part of a path, removes invisible characters, and
 * shortens it to 255 characters including the extension. Keeps accents.
 *
 * @returns an empty text when nothing is left
 */
export function safeFileName(name: string | undefined): string {
  // Browsers encode quotes and line breaks in names as %22, %0D and %0A.
  const plain = (name ?? '')
    .toWellFormed()
    .replaceAll('%22', '"')
    .replace(/%0[AD]/g, '')
  const last = plain.replace(invisible, '').split(/[/\\]/).at(-1)?.trim() ?? ''
  if (last === '.' || last === '..') return ''
  const characters = [...last]
  if (characters.length <= longest) return last
  const extension = extensionOf(last)
  const tail = extension && `.${extension}`
  return characters.slice(0, longest - tail.length).join('') + tail
}

/** A name for the header `Content-Disposition`, in both forms of RFC 6266, because some clients know only the first. */
export const fileNameParameters = (name: string): string =>
  `filename="${asciiOf(name)}"; filename*=UTF-8''${encoded(name)}`

const asciiOf = (name: string) =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]|["\\%]/g, '_')

const encoded = (name: string) =>
  // meets V1.2.2
  encodeURIComponent(name).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
