import { canAdminister } from '@malote/core/users/user-rules.ts'
import { sectionsFor } from '../../domain/screens/sections.ts'
import { useViewer } from '../../domain/session/session.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { SectionCard } from './section-card.tsx'
import classes from './settings.module.css'

export function SettingsHub() {
  const viewer = useViewer()
  return (
    <>
      <PageHeader
        title="Configurações do Sistema"
        context={
          canAdminister(viewer).allowed
            ? 'Os cadastros que os protocolos usam.'
            : 'Os cadastros que os protocolos usam, para consulta.'
        }
      />
      <ul className={classes.cards}>
        {sectionsFor(viewer).map((section) => (
          <li key={section.link.to}>
            <SectionCard {...section} />
          </li>
        ))}
      </ul>
    </>
  )
}
