import { helpSections } from '@malote/core/help/help-content.ts'
import { type Suggestion, type SuggestionVote, suggestionCategoryLabels } from '@malote/core/help/suggestion.ts'
import { canAdminister } from '@malote/core/users/user-rules.ts'
import { ActionIcon, Skeleton, TextInput } from '@mantine/core'
import {
  IconClockHour4,
  IconMail,
  IconPhone,
  IconSearch,
  IconThumbDown,
  IconThumbDownFilled,
  IconThumbUp,
  IconThumbUpFilled,
  type TablerIcon,
} from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { configQuery } from '../../domain/organisation/config.ts'
import { useViewer } from '../../domain/session/session.tsx'
import { storage } from '../../lib/browser-storage.ts'
import { saveFile } from '../../lib/files.ts'
import { counted } from '../../lib/format.ts'
import { Card } from '../../ui/card.tsx'
import { DownloadButton } from '../../ui/download-button.tsx'
import { useTyped } from '../../ui/fields/use-typed.ts'
import { LinkButton } from '../../ui/links.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { PrivacyLink } from '../../ui/privacy-link.tsx'
import { QueryStates } from '../../ui/query-states.tsx'
import { Segments } from '../../ui/segments.tsx'
import { Spoken } from '../../ui/spoken.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { castVote, popularSuggestionsQuery } from './help.api.ts'
import classes from './help.module.css'
import { findSections, type HelpSearch } from './help-search.ts'
import { HelpAccordion, HelpCards } from './help-sections.tsx'
import { RatingCard } from './rating-card.tsx'
import { SuggestionBadge, SuggestionCard } from './suggestion-card.tsx'

interface HelpPageProps {
  search: HelpSearch
  /** Merges a change into the search params. */
  onSearch: (change: HelpSearch) => void
}

export default function HelpPage({ search, onSearch }: HelpPageProps) {
  const viewer = useViewer()
  const { isFavourite, toggle } = useFavourites()
  const words = search.search ?? ''
  const typed = useTyped(words, (text) => onSearch({ search: text }))
  const found = findSections(helpSections, words)
  const sections = [...found.filter(({ key }) => isFavourite(key)), ...found.filter(({ key }) => !isFavourite(key))]
  const Sections = search.view === 'cards' ? HelpCards : HelpAccordion

  return (
    <>
      <PageHeader title="Central de Ajuda" context="Como usar o Malote, e como falar conosco">
        <ManualButton />
      </PageHeader>
      <search className="flex wrap gap-12">
        <TextInput
          className={classes.box}
          type="search"
          aria-label="Buscar na ajuda"
          placeholder="Buscar na ajuda..."
          leftSection={<IconSearch size={16} aria-hidden />}
          value={typed.text}
          onChange={({ currentTarget: { value } }) => typed.type(value)}
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
        <div className="grid gap-16">
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

const key = 'help:favourites'

/** The sections that this browser shows first (contract 2.14.1). */
function useFavourites() {
  const [favourites, setFavourites] = useState(read)
  const toggle = (section: string) => {
    const next = favourites.includes(section)
      ? favourites.filter((other) => other !== section)
      : [...favourites, section]
    storage.set(key, JSON.stringify(next))
    setFavourites(next)
  }
  return { isFavourite: (section: string) => favourites.includes(section), toggle }
}

/** Ignores invalid content. */
function read(): readonly string[] {
  const kept = storage.read(key)
  return Array.isArray(kept) ? kept.filter((section) => typeof section === 'string') : []
}

/** The organisation's support contacts; where it has none, it says whom to ask. */
function SupportCard() {
  const { data: config } = useQuery(configQuery)
  const { supportEmail, supportPhone } = config ?? {}
  return (
    <Card title="Suporte">
      <ul className={classes.contacts}>
        <Contact icon={IconMail} name="E-mail" text={supportEmail} href={`mailto:${supportEmail}`} />
        <Contact
          icon={IconPhone}
          name="Telefone"
          text={supportPhone}
          href={`tel:${supportPhone?.replace(/[^\d+]/g, '')}`}
        />
        <li>
          <IconClockHour4 size={18} aria-hidden />
          <div>
            <span>Segunda a sexta, 8h-18h</span>
            <p className={classes.summary}>Resposta em até 24 horas úteis</p>
          </div>
        </li>
      </ul>
      {config && !supportEmail && !supportPhone && (
        <p className={classes.summary}>Fale com o administrador do sistema.</p>
      )}
      <p className={classes.summary}>
        O que o Malote guarda sobre você, e os seus direitos: <PrivacyLink underline="always">Privacidade</PrivacyLink>
      </p>
    </Card>
  )
}

interface ContactProps {
  icon: TablerIcon
  name: string
  text: string | null | undefined
  href: string
}

const Contact = ({ icon: Icon, name, text, href }: ContactProps) => (
  <li>
    <Icon size={18} aria-hidden />
    <div>
      {name}: {text ? <a href={href}>{text}</a> : text === null && 'não informado'}
    </div>
  </li>
)

/** Downloads the manual, which is generated from the same texts. */
function ManualButton() {
  return (
    <DownloadButton save={() => saveFile('/api/help/manual')} failure="Erro ao baixar o manual. Tente novamente.">
      Baixar manual (PDF)
    </DownloadButton>
  )
}

/** The five most popular suggestions, with one vote per user. */
function PopularSuggestions({ aside }: { aside?: ReactNode }) {
  const popular = useQuery(popularSuggestionsQuery)
  return (
    <Card title="Sugestões mais populares" aside={aside}>
      <QueryStates
        query={popular}
        failed="Erro ao carregar sugestões."
        loading={<Skeleton height={160} />}
        isEmpty={({ suggestions }) => !suggestions?.length}
        empty={<EmptyState title="Nenhuma sugestão ainda">A primeira pode ser a sua.</EmptyState>}
      >
        {({ suggestions }) => (
          <ul className={classes.suggestions}>
            {suggestions?.map((suggestion) => (
              <li key={suggestion.id} className={classes.suggestion}>
                <div>
                  <p className="bold anywhere">
                    {suggestion.title} <SuggestionBadge status={suggestion.status} />
                  </p>
                  <p className={classes.summary}>
                    {suggestionCategoryLabels[suggestion.category] ?? suggestion.category} ·{' '}
                    {counted(suggestion.votesCount ?? 0, 'voto', 'votos')}
                  </p>
                  <p className={classes.excerpt}>{suggestion.description}</p>
                </div>
                <Votes suggestion={suggestion} />
              </li>
            ))}
          </ul>
        )}
      </QueryStates>
    </Card>
  )
}

function Votes({ suggestion }: { suggestion: Suggestion }) {
  const { mutate, isPending, variables } = useMutation(castVote(useQueryClient()))
  // Shows the vote before the response.
  const own = isPending ? variables.vote : (suggestion.userVote ?? null)
  const vote = (wanted: SuggestionVote) => {
    if (isPending) return
    mutate({ id: suggestion.id, vote: own === wanted ? null : wanted })
  }
  const [Up, Down] = [
    own === 'up' ? IconThumbUpFilled : IconThumbUp,
    own === 'down' ? IconThumbDownFilled : IconThumbDown,
  ]
  return (
    <div className="flex rigid">
      <ActionIcon
        variant="subtle"
        size="lg"
        aria-label={`Votar a favor: ${suggestion.title}`}
        aria-pressed={own === 'up'}
        onClick={() => vote('up')}
      >
        <Up size={18} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        size="lg"
        aria-label={`Votar contra: ${suggestion.title}`}
        aria-pressed={own === 'down'}
        onClick={() => vote('down')}
      >
        <Down size={18} aria-hidden />
      </ActionIcon>
    </div>
  )
}
