import type { Item } from '@malote/core/items/item.ts'
import { Button, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { counted } from '../../lib/format.ts'
import { Spoken } from '../../ui/spoken.tsx'
import classes from './check-dialog.module.css'
import { firstShown, type Mark, type Marks, shownOf, unmarked } from './check-marks.ts'
import { CheckRow } from './check-row.tsx'

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
      <ul ref={list} className={classes.rows}>
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
      {found === 0 && <p className={classes.soft}>Nenhum item encontrado.</p>}
      {rest > 0 && (
        <Button variant="default" onClick={showMore}>
          Mostrar mais {Math.min(rest, firstShown)} de {rest}
        </Button>
      )}
    </>
  )
}
