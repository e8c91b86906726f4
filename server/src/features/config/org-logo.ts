import { readFile } from 'node:fs/promises'
import { fileTypeFromBuffer } from 'file-type'
import { StartupError } from '../../startup-error.ts'

/** The picture of the letterhead. */
export interface OrgLogo {
  content: Buffer
  /** What its content was found to be. */
  contentType: 'image/png' | 'image/jpeg'
}

/** Largest logo, in bytes: it travels with each printed form. */
const largestLogo = 1024 * 1024

/**
 * Reads ORG_LOGO; called when the server starts, so that a wrong file is noticed then and a lost one never.
 *
 * @param path of a PNG or JPEG; undefined when there is none
 * @throws StartupError when it cannot be read, is something else or has more than 1 MiB
 */
export async function readOrgLogo(path: string | undefined): Promise<OrgLogo | null> {
  if (path === undefined) return null
  const content = await readFile(path).catch((cause) => {
    throw new StartupError(`A variável ORG_LOGO está incorreta: o arquivo ${path} não pode ser lido.`, { cause })
  })
  if (content.length > largestLogo) {
    throw new StartupError(`A variável ORG_LOGO está incorreta: o arquivo ${path} tem mais de 1 MB.`)
  }
  const mime = (await fileTypeFromBuffer(content).catch(() => undefined))?.mime
  if (mime !== 'image/png' && mime !== 'image/jpeg') {
    throw new StartupError(`A variável ORG_LOGO está incorreta: o arquivo ${path} não é um PNG ou JPEG.`)
  }
  return { content, contentType: mime }
}
