import type { HelpSection, HelpSectionKey, HelpTopic } from '@malote/core/help/help-section.ts'
import { Accordion, ActionIcon, Button } from '@mantine/core'
import { IconPlayerPlay, IconStar, IconStarFilled } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import classes from './help.module.css'

interface SectionsProps {
  sections: readonly HelpSection[]
  opened: HelpSectionKey | undefined
  onOpen: (section: HelpSectionKey | undefined) => void
  isFavourite: (section: string) => boolean
  onFavourite: (section: string) => void
}

/** The sections as an accordion, with one open at a time. */
export function HelpAccordion({ sections, opened, onOpen, ...favourites }: SectionsProps) {
  return (
    <Accordion
      variant="separated"
      order={2}
      value={opened ?? null}
      onChange={(value) => onOpen(sections.find(({ key }) => key === value)?.key)}
    >
      {sections.map((section) => (
        <Accordion.Item key={section.key} value={section.key} className={classes.item ?? ''}>
          <div className={classes.control}>
            <Accordion.Control>
              <span className="heading block">{section.title}</span>
              <span className={classes.summary}>{section.summary}</span>
            </Accordion.Control>
            <FavouriteButton section={section} {...favourites} />
          </div>
          <Accordion.Panel>
            <TourButton section={section} />
            <HelpTopics topics={section.topics} />
          </Accordion.Panel>
        </Accordion.Item>
      ))}
    </Accordion>
  )
}

/** The sections as cards; the open one is below them in full width. */
export function HelpCards({ sections, opened, onOpen, ...favourites }: SectionsProps) {
  const open = sections.find(({ key }) => key === opened)
  return (
    <>
      <ul className={classes.cards}>
        {sections.map((section) => (
          <li key={section.key} className={classes.card}>
            <div className={classes.cardHead}>
              <h2 className="heading block">{section.title}</h2>
              <FavouriteButton section={section} {...favourites} />
            </div>
            <p className={classes.summary}>{section.summary}</p>
            <Button
              variant="light"
              size="compact-sm"
              aria-expanded={section.key === opened}
              aria-controls="help-open-section"
              aria-label={`${section.key === opened ? 'Fechar' : 'Ler'}: ${section.title}`}
              onClick={() => onOpen(section.key === opened ? undefined : section.key)}
            >
              {section.key === opened ? 'Fechar' : 'Ler'}
            </Button>
          </li>
        ))}
      </ul>
      <div id="help-open-section" aria-live="polite">
        {open && (
          <article className={classes.open}>
            <h2 className="heading block">{open.title}</h2>
            <TourButton section={open} />
            <HelpTopics topics={open.topics} />
          </article>
        )}
      </div>
    </>
  )
}

interface FavouriteButtonProps extends Pick<SectionsProps, 'isFavourite' | 'onFavourite'> {
  section: HelpSection
}

function FavouriteButton({ section, isFavourite, onFavourite }: FavouriteButtonProps) {
  const isPressed = isFavourite(section.key)
  return (
    <ActionIcon
      variant="subtle"
      size="lg"
      aria-pressed={isPressed}
      aria-label={`Favorito: ${section.title}`}
      onClick={() => onFavourite(section.key)}
    >
      {isPressed ? <IconStarFilled size={18} aria-hidden /> : <IconStar size={18} aria-hidden />}
    </ActionIcon>
  )
}

/** Starts a guided tour on the section's screen. */
function TourButton({ section }: { section: HelpSection }) {
  const navigate = useNavigate()
  const start = async () => {
    await navigate({ to: section.screen })
    const { startTour } = await import('./tour/start-tour.ts')
    await startTour(section.key)
  }
  return (
    <Button
      className="mb-4"
      variant="light"
      size="compact-sm"
      leftSection={<IconPlayerPlay size={14} aria-hidden />}
      onClick={start}
    >
      Ver na tela: {section.title}
    </Button>
  )
}

/** The content of a section: paragraphs, ordered steps and notes. */
function HelpTopics({ topics }: { topics: readonly HelpTopic[] }) {
  return topics.map(({ title, text, steps, note }) => (
    <section key={title} className={classes.topic}>
      <h3 className={classes.topicTitle}>{title}</h3>
      {text.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      {steps && (
        <ol className={classes.steps}>
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      )}
      {note && <p className={classes.note}>{note}</p>}
    </section>
  ))
}
