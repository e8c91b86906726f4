import { helpSections } from '@malote/core/help/help-content.ts'
import { canAdminister } from '@malote/core/users/user-rules.ts'
import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useViewer } from '../../domain/session/session.tsx'
import { counted } from '../../lib/format.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useTyped } from '../../ui/fields/use-typed.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Segments } from '../../ui/segments.tsx'
import { Spoken } from '../../ui/spoken.tsx'
import { useFavourites } from './favourites.ts'
import classes from './help.module.css'
import { findSections, type HelpSearch } from './help-search.ts'
import { HelpAccordion, HelpCards } from './help-sections.tsx'
import { PopularSuggestions } from './popular-suggestions.tsx'
import { RatingCard } from './rating-card.tsx'
import { SuggestionCard } from './suggestion-card.tsx'
import { ManualButton, SupportCard } from './support-card.tsx'

interface HelpPageProps {
  search: HelpSearch
  /** Merges a change into the search params. */
  onSearch: (change: HelpSearch) => void
}

export function HelpPage({ search, onSearch }: HelpPageProps) {
  const viewer = useViewer()
  const { isFavourite, toggle } = useFavourites()
  const words = search.search ?? ''
  const [typed, type] = useTyped(words)
  const found = findSections(helpSections, words)
  const sections = [...found.filter(({ key }) => isFavourite(key)), ...found.filter(({ key }) => !isFavourite(key))]
  const Sections = search.view === 'cards' ? HelpCards : HelpAccordion

  return (
    <>
      <PageHeader title="Central de Ajuda" context="Como usar o Malote, e como falar conosco">
        <ManualButton />
      </PageHeader>
      <search className={classes.search}>
        <TextInput
          className={classes.box}
          type="search"
          aria-label="Buscar na ajuda"
          placeholder="Buscar na ajuda..."
          leftSection={<IconSearch size={16} aria-hidden />}
          value={typed}
          onChange={({ currentTarget: { value } }) => {
            type(value)
            onSearch({ search: value })
          }}
        />
        <Segments
          aria-label="Como mostrar as seções"
          data={[
            { value: 'accordion', label: 'Lista' },
            { value: 'cards', label: 'Cartões' },
          ]}
          value={search.view ?? 'accordion'}
          onChange={(view) => onSearch({ view: view === 'cards' ? 'cards' : undefined })}
        />
      </search>
      <Spoken className={classes.count} occasion={words}>
        {words && counted(found.length, 'resultado encontrado', 'resultados encontrados')}
      </Spoken>
      {sections.length === 0 ? (
        <EmptyState title="Nenhuma seção encontrada">Tente outras palavras, ou fale com o suporte.</EmptyState>
      ) : (
        <Sections
          sections={sections}
          opened={search.section}
          onOpen={(section) => onSearch({ section })}
          isFavourite={isFavourite}
          onFavourite={toggle}
        />
      )}
      <div className={classes.columns}>
        <SuggestionCard />
        <div className={classes.column}>
          <PopularSuggestions
            aside={
              canAdminister(viewer).allowed && (
                <LinkButton to="/ajuda/sugestoes" variant="subtle" size="compact-sm">
                  Avaliar sugestões
                </LinkButton>
              )
            }
          />
          <RatingCard />
          <SupportCard />
        </div>
      </div>
    </>
  )
}
