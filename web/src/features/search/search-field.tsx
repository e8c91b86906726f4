import { readCode, shownCode } from '@malote/core/codes/code.ts'
import { helpSections } from '@malote/core/help/help-content.ts'
import { type ProtocolDetail, protocolFilter } from '@malote/core/protocols/protocol.ts'
import { type SearchHits, searchHitsWire } from '@malote/core/search/search-hits.ts'
import { readWire } from '@malote/core/shared/renamed.ts'
import { searchable } from '@malote/core/shared/typed-text.ts'
import { CloseButton, Combobox, Loader, TextInput, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconHelp, IconQrcode, IconSearch } from '@tabler/icons-react'
import { keepPreviousData, queryOptions, skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useId, useState } from 'react'
import { MatchLine } from '../../domain/protocols/match-line.tsx'
import { Subject } from '../../domain/protocols/protocol-parts.tsx'
import { protocolKeys, protocolsQuery } from '../../domain/protocols/protocols.api.ts'
import { api } from '../../lib/api.ts'
import { errorMessage } from '../../lib/api-error.ts'
import { counted } from '../../lib/format.ts'
import { PathSmall } from '../../ui/path/path-small.tsx'
import { Spoken } from '../../ui/spoken.tsx'
import { useIsTouch } from '../../ui/use-media.ts'
import { type Entry, type EntryGroup, furtherEntries, hitGroups, named, protocolEntry } from './entries.ts'
import classes from './search-dialog.module.css'
import { typedAhead } from './typed-ahead.ts'
import { useOwnEntries } from './use-own-entries.ts'

const ownKeys = ['ArrowDown', 'ArrowUp', 'Enter']

interface SearchFieldProps {
  onChoose: (entry: Entry) => void
  onClose: () => void
}

/** The field with its results: a combobox whose list is always open. */
export function SearchField({ onChoose, onClose }: SearchFieldProps) {
  const isTouch = useIsTouch()
  const [text, setText] = useState('')
  const [wanted] = useDebouncedValue(text.trim(), 300)
  const { data, error, isFetching } = useQuery(searchQuery(wanted))
  const groups = useGroups(text.trim(), wanted ? data : undefined)
  const entries = groups.flatMap((group) => group.entries)
  const combobox = useCombobox({ opened: true })
  const ids = entries.map(({ id }) => id).join()
  // Until the response arrives, the entries belong to the previous text.
  const isFresh = text.trim() === wanted && !isFetching
  const [isEnterWaiting, setEnterWaiting] = useState(false)
  const [activeId, setActiveId] = useState<string | null>(null)
  const listId = useId()

  // Enter opens the first entry unless the arrow keys have moved on; pressed too early, it waits for the response.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the selection resets when the entries change
  useEffect(() => {
    combobox.resetSelectedOption()
    setActiveId(isFresh ? combobox.selectFirstOption() : null)
    if (isFresh && isEnterWaiting && entries[0]) onChoose(entries[0])
    if (isFresh) setEnterWaiting(false)
  }, [ids, isFresh])

  const takeOver = () => {
    const ahead = typedAhead.take()
    if (ahead.text) setText((already) => already + ahead.text)
    if (ahead.text && ahead.isEntered) setEnterWaiting(true)
  }
  const press = (key: string) => {
    if (key === 'ArrowDown') setActiveId(combobox.selectNextOption())
    else if (key === 'ArrowUp') setActiveId(combobox.selectPreviousOption())
    else if (activeId !== null) combobox.clickSelectedOption()
    else setEnterWaiting(!isFresh)
  }

  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(id) => {
        const entry = entries.find((one) => one.id === id)
        if (entry) onChoose(entry)
      }}
    >
      <TextInput
        role="combobox"
        aria-label="Buscar protocolo, documento, fornecedor ou tela"
        aria-autocomplete="list"
        aria-expanded={entries.length > 0}
        aria-controls={listId}
        aria-activedescendant={activeId ?? undefined}
        placeholder="Protocolo, documento, fornecedor ou tela..."
        size="lg"
        variant="unstyled"
        data-autofocus
        autoComplete="off"
        maxLength={200}
        classNames={{ root: classes.field, input: classes.input }}
        leftSection={isFetching ? <Loader size={18} aria-hidden /> : <IconSearch size={20} stroke={1.6} aria-hidden />}
        {...(isTouch && {
          rightSection: <CloseButton size={44} iconSize={20} onClick={onClose} />,
          rightSectionWidth: 52,
          rightSectionPointerEvents: 'all',
        })}
        value={text}
        onFocus={takeOver}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setEnterWaiting(false)
        }}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing || !ownKeys.includes(event.key)) return
          event.preventDefault()
          press(event.key)
        }}
      />
      <Spoken isHidden occasion={isFresh ? wanted : undefined}>
        {text.trim() !== '' && isFresh && counted(entries.length, 'resultado', 'resultados')}
      </Spoken>
      {error && (
        <p className={classes.failed} role="alert">
          {errorMessage(error, 'Erro ao buscar dados')}
        </p>
      )}
      <Combobox.Options id={listId} aria-label="Resultados" className={classes.options}>
        {groups.map(({ name, entries }) => (
          <Combobox.Group key={name} label={name}>
            {entries.map((entry) => (
              <EntryOption key={entry.id} entry={entry} search={text} />
            ))}
          </Combobox.Group>
        ))}
      </Combobox.Options>
      <p className={classes.foot}>
        <kbd>↑</kbd> <kbd>↓</kbd> percorrem, <kbd>Enter</kbd> abre, <kbd>Esc</kbd> fecha
      </p>
    </Combobox>
  )
}

function useGroups(text: string, hits: SearchHits | undefined): EntryGroup[] {
  const { screens, innerScreens, actions } = useOwnEntries()
  const recent = useRecentProtocols(text === '')
  if (!text) {
    return [
      { name: 'Recentes', entries: recent },
      { name: 'Ações', entries: actions },
      { name: 'Telas', entries: screens },
    ].filter(({ entries }) => entries.length > 0)
  }
  return [
    ...(hits ? hitGroups(hits, text) : []),
    { name: 'Código', entries: codeEntries(text) },
    { name: 'Telas', entries: named([...screens, ...innerScreens], text) },
    { name: 'Ações', entries: named(actions, text) },
    { name: 'Ajuda', entries: helpEntries(text) },
    { name: 'Mais', entries: furtherEntries(text) },
  ].filter(({ entries }) => entries.length > 0)
}

const mostRecent = 5

/** The protocols that were opened last on this page, then the newest ones; not the one that is shown. */
function useRecentProtocols(isWanted: boolean): Entry[] {
  const { pathname } = useLocation()
  const cache = useQueryClient().getQueryCache()
  const { data: newest } = useQuery({ ...protocolsQuery(protocolFilter.parse({})), enabled: isWanted })
  const opened = cache
    .findAll({ queryKey: protocolKeys.details })
    // Longer keys are those of a protocol's earlier history and comments.
    .filter(({ queryKey }) => queryKey.length === protocolKeys.detail(0).length)
    .sort((one, other) => other.state.dataUpdatedAt - one.state.dataUpdatedAt)
    .flatMap(({ state }) => (state.data as ProtocolDetail | undefined) ?? [])
  return [...opened, ...(newest?.data ?? [])]
    .filter(({ id }, index, all) => all.findIndex((one) => one.id === id) === index)
    .filter(({ id }) => pathname !== `/protocolos/${id}`)
    .slice(0, mostRecent)
    .map(protocolEntry)
}

function EntryOption({ entry, search }: { entry: Entry; search: string }) {
  const { id, icon: Icon, label, subject, path, hint, match } = entry
  return (
    <Combobox.Option value={id} className={classes.option}>
      <Icon size={18} stroke={1.6} className="rigid" aria-hidden />
      {path ? (
        <span className={classes.about}>
          <Subject>{subject}</Subject>
          <span className="flex wrap gap-4-12 soft small numbers">
            {label} <PathSmall {...path} />
          </span>
        </span>
      ) : (
        <span className={classes.label}>{label}</span>
      )}
      {hint && <span className={classes.hint}>{hint}</span>}
      {match && (
        <span className={classes.match}>
          <MatchLine match={match} search={search} />
        </span>
      )}
    </Combobox.Option>
  )
}

const searchQuery = (q: string) =>
  queryOptions({
    queryKey: ['search', q],
    queryFn: q ? async ({ signal }) => toHits(await api.get('/api/search', { query: { q }, signal })) : skipToken,
    staleTime: 30_000,
    placeholderData: keepPreviousData,
    retry: false,
  })

function toHits(answer: unknown): SearchHits {
  const { protocols, documents, suppliers, supplies } = readWire(searchHitsWire, answer)
  return {
    protocols: protocols ?? [],
    documents: documents ?? [],
    suppliers: suppliers ?? [],
    supplies: supplies ?? [],
  }
}

/** What the code of a paper or a label leads to; below the hits, because numbers of documents may look like codes. */
function codeEntries(text: string): Entry[] {
  const code = readCode(text)
  if (code === null) return []
  const shown = shownCode(code)
  return [{ id: 'code', icon: IconQrcode, label: `Abrir o que tem o código ${shown}`, go: `/q/${shown}` }]
}

/** Shorter texts are in too many titles. */
const shortestText = 3
const mostTopics = 4

/** Topics of the help centre, by their titles and then by their tags. */
function helpEntries(text: string): Entry[] {
  const wanted = searchable(text)
  if (wanted.length < shortestText) return []
  const isWanted = (title: string) => searchable(title).includes(wanted)
  const topics = helpSections.flatMap((section) => section.topics.map(({ title, tags }) => ({ section, title, tags })))
  return [
    ...topics.filter(({ title }) => isWanted(title)),
    ...topics.filter(({ title, tags }) => !isWanted(title) && tags?.some(isWanted)),
  ]
    .slice(0, mostTopics)
    .map(({ section, title }) => ({
      id: `help-${section.key}-${title}`,
      icon: IconHelp,
      label: title,
      hint: `Ajuda: ${section.title}`,
      go: `/ajuda?section=${section.key}`,
    }))
}
