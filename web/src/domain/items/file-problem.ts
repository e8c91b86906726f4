import { emptyFileSentence, extensionOf, formatSentence, sizeSentence } from '@malote/core/items/attachment-formats.ts'

const megabyte = 1024 * 1024

/** Why the server would refuse a file; undefined when it would not. */
export function fileProblem(
  { name, size }: File,
  formats: readonly string[],
  maxMegabytes = Number.POSITIVE_INFINITY,
): string | undefined {
  if (!formats.includes(extensionOf(name))) return formatSentence(formats)
  if (size === 0) return emptyFileSentence
  if (size > maxMegabytes * megabyte) return sizeSentence(maxMegabytes)
  return undefined
}
