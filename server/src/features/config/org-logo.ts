import { readFile } from 'node:fs/promises'
import { fileTypeFromBuffer } from 'file-type'
import { StartupError } from '../../platform/startup-error.ts'

/** The logo of the letterhead. */
export interface OrgLogo {
  content: Buffer
  /** Detected from the content. */
  contentType: 'image/png' | 'image/jpeg'
}

/** Maximum size of the logo, in bytes: each printed form includes it. */
const largestLogo = 1024 * 1024

/**
 * Reads the file of ORG_LOGO. Called at start, so that a wrong file is reported then, and a file lost later does no
 * harm.
 *
 * @param path of a PNG or JPEG; undefined when no logo is configured
 * @throws StartupError when the file cannot be read, has another format or is larger than 1 MiB
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
