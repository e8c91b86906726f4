import { verificationPath } from '@malote/core/codes/paper-verdict.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import type { Config } from '../../platform/settings/config.ts'
import type { OrgLogo } from '../config/public.ts'
import type { PaperHead } from './paper.ts'

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
