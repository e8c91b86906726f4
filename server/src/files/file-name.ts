import { extensionOf } from '@malote/core/items/attachment-formats.ts'

/** Longest name of an attachment, in characters. */
const longest = 255

// Control characters, and the marks that make "fdp.exe" read as "exe.pdf".
const invisible = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu

/**
 * A name that is safe to store, show and send back: only the last part of whatever path a client sends, without
 * invisible characters, at most 255 characters with its extension kept. Accents stay.
 *
 * @returns an empty text when nothing is left
 */
export function safeFileName(name: string | undefined): string {
  // Browsers write the quotes and line breaks of a name as %22, %0D and %0A.
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

/** A name for the header `Content-Disposition`, in both forms of RFC 6266: some clients know only the first. */
export const fileNameParameters = (name: string): string =>
  `filename="${asciiOf(name)}"; filename*=UTF-8''${encoded(name)}`

const asciiOf = (name: string) =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]|["\\%]/g, '_')

const encoded = (name: string) =>
  encodeURIComponent(name).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
