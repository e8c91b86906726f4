import { IconClockHour4, IconMail, IconPhone } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { configQuery } from '../../domain/organisation/config.ts'
import { saveFile } from '../../lib/files.ts'
import { Card } from '../../ui/card.tsx'
import { DownloadButton } from '../../ui/download-button.tsx'
import { PrivacyLink } from '../../ui/privacy-link.tsx'
import classes from './help.module.css'

/** The organisation's support contacts; instead of a missing one, it says whom to ask. */
export function SupportCard() {
  const { data: config } = useQuery(configQuery)
  const { supportEmail, supportPhone } = config ?? {}
  return (
    <Card title="Suporte">
      <ul className={classes.contacts}>
        <li>
          <IconMail size={18} aria-hidden />
          <div>
            {supportEmail ? <a href={`mailto:${supportEmail}`}>{supportEmail}</a> : 'E-mail não informado'}
            <p className={classes.summary}>Resposta em até 24 horas úteis</p>
          </div>
        </li>
        <li>
          <IconPhone size={18} aria-hidden />
          <div>
            {supportPhone ? (
              <a href={`tel:${supportPhone.replace(/[^\d+]/g, '')}`}>{supportPhone}</a>
            ) : (
              'Telefone não informado: fale com o administrador do sistema'
            )}
          </div>
        </li>
        <li>
          <IconClockHour4 size={18} aria-hidden />
          <div>Segunda a sexta, 8h-18h</div>
        </li>
      </ul>
      <p className={classes.summary}>
        O que o Malote guarda sobre você, e os seus direitos: <PrivacyLink underline="always">Privacidade</PrivacyLink>
      </p>
    </Card>
  )
}

/** Downloads the manual, which is generated from the same texts. */
export function ManualButton() {
  return (
    <DownloadButton save={() => saveFile('/api/help/manual')} failure="Erro ao baixar o manual. Tente novamente.">
      Baixar manual (PDF)
    </DownloadButton>
  )
}
