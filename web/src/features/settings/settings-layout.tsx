import { canAdminister } from '@malote/core/users/user-rules.ts'
import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { type SettingsSection, sectionsFor } from '../../domain/screens/sections.ts'
import { useViewer } from '../../domain/session/session.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import classes from './settings.module.css'

const hub = '/settings'
/** An entry is current regardless of search params; a screen's entry also on pages below it, e.g. an import. */
const exactly = { exact: true, includeSearch: false }
const below = { includeSearch: false }

/** The layout of all settings screens, with navigation between them. The hub shows the same sections as cards. */
export function SettingsLayout() {
  const path = useLocation({ select: ({ pathname }) => pathname.replace(/\/$/, '') })
  return (
    <>
      {path !== hub && <SettingsNavigation path={path} />}
      <Outlet />
    </>
  )
}

function SettingsNavigation({ path }: { path: string }) {
  const open = sectionsFor(useViewer()).filter(({ isDisabled }) => !isDisabled)
  const entries = useRef<HTMLUListElement>(null)

  // On phones only some entries fit: scrolls the current one into view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path decides which entry is the current one
  useEffect(() => {
    entries.current?.querySelector('[aria-current]')?.scrollIntoView({ inline: 'center', block: 'nearest' })
  }, [path])
  return (
    <nav aria-label="Configurações" className={classes.navigation}>
      <ul ref={entries} className={classes.entries}>
        <li>
          <Link to={hub} activeOptions={exactly} className={classes.entry}>
            Visão geral
          </Link>
        </li>
        {open.map(({ title, link }) => (
          <li key={link.to}>
            <Link {...link} activeOptions={below} className={classes.entry}>
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

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

/** A section's card on the hub; the whole card is a link. */
export function SectionCard({ title, description, icon: Icon, link, isDisabled = false }: SettingsSection) {
  return (
    <div className={classes.card} data-disabled={isDisabled}>
      <Icon size={24} stroke={1.6} className={classes.icon} aria-hidden />
      <div className="fill">
        <h2 className={classes.title}>
          {isDisabled ? (
            title
          ) : (
            <Link {...link} className={classes.link}>
              {title}
            </Link>
          )}
        </h2>
        <p className={classes.description}>{description}</p>
      </div>
      {isDisabled && <StatusBadge tone="neutral">Em breve</StatusBadge>}
    </div>
  )
}
