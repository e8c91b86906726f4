import { verificationPath } from '@malote/core/codes/paper-verdict.ts'
import type { CivilDate } from '@malote/core/shared/civil-date.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import type { Letterhead } from '../../platform/exports/pdf.ts'
import type { Config } from '../../platform/settings/config.ts'
import type { OrgLogo } from '../config/org-logo.ts'

/** A protocol as its papers show it. Plain data, because another thread draws them. */
export interface PaperProtocol {
  id: number
  /** As it is shown. */
  code: string
  fingerprint: string
  remarks: string
  requiresReturn: boolean
  isReceived: boolean
  /** `19/11/2026 às 10:30` */
  sentAt: string
  sender: string
  origin: string
  destination: string
  /** Without cancelled ones, in the order of the form. */
  items: PaperItem[]
}

export interface PaperItem {
  id: number
  code: string
  /** Its place in the form, from 1. */
  position: number
  documentNumber: string | null
  description: string | null
  type: string
  category: string | null
  returnDate: CivilDate | null
  /** `27/11/2026 às 10:30`; null while it is not back. */
  returnedAt: string | null
}

/** What is the same on every paper of a request. */
export interface PaperHead extends Omit<Letterhead, 'title'> {
  /** APP_URL, without a slash at its end. */
  appUrl: string
  /** Where people without an account check a paper; null where nobody can. */
  verification: string | null
  /** `Emitido por Ana Lima em 19/11/2026 às 10:30` */
  footnote: string
}

/** What people call an item: its number, what it is called, or its place. */
export const nameOfItem = ({ documentNumber, description, position }: PaperItem) =>
  documentNumber ?? description ?? `Item ${position}`

/** What else is said of it below its name. */
export const belowName = ({ documentNumber, description }: PaperItem) => (documentNumber ? description : null)

/** `1 item`, `3 itens` */
export const itemCount = (n: number) => `${n} ${n === 1 ? 'item' : 'itens'}`

/** `19/11/2026 às 10:30` */
export function instantText(instant: string | Date, timeZone: string): string {
  const at = new Date(instant)
  const day = at.toLocaleDateString('pt-BR', { timeZone, dateStyle: 'short' })
  return `${day} às ${at.toLocaleTimeString('pt-BR', { timeZone, timeStyle: 'short' })}`
}

/** What all papers of a request have in common. */
export function paperHead(settings: Config, viewer: Viewer, logo: OrgLogo | null, now: Date): PaperHead {
  const appUrl = (settings.APP_URL ?? `http://localhost:${settings.PORT}`).replace(/\/$/, '')
  return {
    organisation: settings.ORG_NAME ?? 'Malote',
    logo: logo ? `data:${logo.contentType};base64,${logo.content.toString('base64')}` : undefined,
    appUrl,
    verification: settings.PUBLIC_VERIFICATION === 'off' ? null : `${appUrl}${verificationPath}`,
    footnote: `Emitido por ${viewer.name} em ${instantText(now, settings.APP_TIMEZONE)}`,
  }
}
