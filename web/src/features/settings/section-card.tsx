import { Link } from '@tanstack/react-router'
import type { SettingsSection } from '../../domain/screens/sections.ts'
import { StatusBadge } from '../../ui/status-badge.tsx'
import classes from './settings.module.css'

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
