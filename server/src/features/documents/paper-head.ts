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
export const paperHead = (settings: Config, viewer: Viewer, logo: OrgLogo | null, now: Date): PaperHead => ({
  organisation: settings.ORG_NAME ?? 'Malote',
  logo: logo ? `data:${logo.contentType};base64,${logo.content.toString('base64')}` : undefined,
  appUrl: (settings.APP_URL ?? `http://localhost:${settings.PORT}`).replace(/\/$/, ''),
  footnote: `Emitido por ${viewer.name} em ${instantText(now, settings.APP_TIMEZONE)}`,
})
