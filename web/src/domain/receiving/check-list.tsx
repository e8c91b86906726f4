import type { Item } from '@malote/core/items/item.ts'
import { Button, Textarea, TextInput } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconSearch } from '@tabler/icons-react'
import { type MouseEvent, memo, useEffect, useRef, useState } from 'react'
import { counted } from '../../lib/format.ts'
import { FilePicker } from '../../ui/fields/file-picker.tsx'
import { Spoken } from '../../ui/spoken.tsx'
import { itemSubtitle, itemTitle } from '../items/item-name.ts'
import classes from './check-dialog.module.css'
import { firstShown, type Mark, type Marks, outcomeWords, shownOf, shownOutcomes, unmarked } from './check-marks.ts'

/** With fewer items all of them are in sight. */
const fewestToSearch = 9

interface CheckListProps {
  items: readonly Item[]
  marks: Marks
  registered: ReadonlySet<number>
  noteErrors: Record<number, string>
  photoErrors: Record<number, string>
  maxMegabytes: number | undefined
  onChange: (itemId: number, change: Partial<Mark>) => void
}

/** The items of the sheet; long lists can be searched and are shown in parts. */
export function CheckList({ items, marks, registered, noteErrors, photoErrors, ...row }: CheckListProps) {
  const [search, setSearch] = useState('')
  const [most, setMost] = useState(firstShown)
  const { shown, rest, found } = shownOf(items, marks, { search, most })
  const list = useRef<HTMLUListElement>(null)
  // Only if the dialog was open before its items were loaded: otherwise it would return the focus to this element.
  useEffect(() => {
    const isOpen = list.current?.closest('[role=dialog]')?.contains(document.activeElement)
    if (isOpen) list.current?.querySelector('input')?.focus()
  }, [])
  // The focus goes on to the first item that was not in sight, because the button moves away or goes.
  const showMore = () => {
    const more = most + firstShown
    const next = shownOf(items, marks, { search, most: more }).shown.find((item) => !shown.includes(item))
    setMost(more)
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>(`input[name="item-${next?.id}"]:checked`)?.focus(),
    )
  }
  return (
    <>
      <p>Marque só o que não veio como descrito.</p>
      {items.length >= fewestToSearch && (
        <div>
          <TextInput
            type="search"
            aria-label="Buscar item"
            placeholder={`Buscar entre ${items.length} itens`}
            leftSection={<IconSearch size={16} aria-hidden />}
            value={search}
            onChange={({ currentTarget: { value } }) => setSearch(value)}
            onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          />
          <Spoken isHidden>{search.trim() && counted(found, 'item encontrado', 'itens encontrados')}</Spoken>
        </div>
      )}
      <ul ref={list} className="no-bullets">
        {shown.map((item, index) => (
          <CheckRow
            key={item.id}
            item={item}
            mark={marks[item.id] ?? unmarked}
            isFirst={index === 0}
            isRegistered={registered.has(item.id)}
            noteError={noteErrors[item.id]}
            photosError={photoErrors[item.id]}
            {...row}
          />
        ))}
      </ul>
      {found === 0 && <p className="soft">Nenhum item encontrado.</p>}
      {rest > 0 && (
        <Button variant="default" onClick={showMore}>
          Mostrar mais {Math.min(rest, firstShown)} de {rest}
        </Button>
      )}
    </>
  )
}

/** Most characters of a note. */
const longestNote = 500
const photoFormats = ['jpg', 'jpeg', 'png']

interface CheckRowProps {
  item: Item
  mark: Mark
  isFirst: boolean
  /** Its occurrence is registered already. */
  isRegistered: boolean
  noteError: string | undefined
  photosError: string | undefined
  maxMegabytes: number | undefined
  onChange: (itemId: number, change: Partial<Mark>) => void
}

/** One item of the sheet: what was found and, if it is not as described, a note and photos. */
const CheckRow = memo(function CheckRow({ item, mark, isRegistered, onChange, ...row }: CheckRowProps) {
  const place = useRef<HTMLFieldSetElement>(null)
  const { outcome, note, photos } = mark
  const isWrong = outcome !== 'ok'
  // A press goes on to the note; arrow keys, which make clicks too, stay in the choice.
  const goOn = ({ target }: MouseEvent) => {
    if (target instanceof HTMLInputElement) return
    requestAnimationFrame(() => place.current?.querySelector('textarea')?.focus())
  }
  return (
    <li className={classes.row} data-wrong={isWrong || undefined}>
      <fieldset ref={place} className={classes.item} disabled={isRegistered}>
        <legend className={classes.name}>
          <strong>{itemTitle(item)}</strong>
          <span className="soft">{[item.itemType, itemSubtitle(item)].filter(Boolean).join(' · ')}</span>
        </legend>
        <div className="flex wrap gap-8">
          {shownOutcomes.map((one) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard works on the radio button inside
            <label key={one} className={classes.choice} data-outcome={one} onClick={goOn}>
              <input
                type="radio"
                name={`item-${item.id}`}
                checked={outcome === one}
                data-autofocus={(row.isFirst && one === 'ok') || undefined}
                onChange={() => onChange(item.id, { outcome: one })}
              />
              <span className={classes.ring}>{outcome === one && <Sign outcome={one} />}</span>
              {outcomeWords[one]}
            </label>
          ))}
        </div>
        {isWrong && (
          <div className="grid one-column gap-12">
            <Textarea
              label="O que foi encontrado *"
              aria-required
              autosize
              minRows={2}
              maxRows={6}
              maxLength={longestNote}
              value={note}
              error={row.noteError}
              onChange={({ currentTarget: { value } }) => onChange(item.id, { note: value })}
            />
            <FilePicker
              label="Fotos (opcional)"
              files={photos}
              onChange={(files) => onChange(item.id, { photos: files })}
              accept={photoFormats}
              isMultiple
              error={row.photosError}
              {...(row.maxMegabytes !== undefined && { maxMegabytes: row.maxMegabytes })}
            />
          </div>
        )}
      </fieldset>
      {isRegistered && <p className={classes.registered}>Ocorrência registrada</p>}
    </li>
  )
})

const Sign = ({ outcome }: Pick<Mark, 'outcome'>) =>
  outcome === 'ok' ? <IconCheck size={14} stroke={2.5} aria-hidden /> : <IconAlertTriangle size={14} aria-hidden />
