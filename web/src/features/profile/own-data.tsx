import { useViewer } from '../../domain/session/session.tsx'
import { saveFile } from '../../lib/files.ts'
import { Card } from '../../ui/card.tsx'
import { DownloadButton } from '../../ui/download-button.tsx'
import { PrivacyLink } from '../../ui/privacy-link.tsx'
import classes from './profile.module.css'

/** The user's right to a copy of what is stored about them (LGPD, art. 18). */
export function OwnData() {
  const { id } = useViewer()
  return (
    <Card
      title="Seus dados"
      aside={
        <DownloadButton
          size="xs"
          save={() => saveFile(`/api/users/${id}/personal-data`)}
          failure="Erro ao baixar os seus dados. Tente novamente."
        >
          Baixar meus dados
        </DownloadButton>
      }
    >
      <p className={classes.ownSessionsHint}>
        Um arquivo com tudo o que o Malote guarda sobre você. O que guardamos, por quê e por quanto tempo está na página{' '}
        <PrivacyLink underline="always">Privacidade</PrivacyLink>.
      </p>
    </Card>
  )
}
