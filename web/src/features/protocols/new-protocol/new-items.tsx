import { itemStatus } from '@malote/core/items/item-status.ts'
import { searchHitsWire, shortestText } from '@malote/core/search/search-hits.ts'
import { readWire } from '@malote/core/shared/renamed.ts'
import { Skeleton } from '@mantine/core'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { api } from '../../../lib/api.ts'
import { storage } from '../../../lib/browser-storage.ts'
import { Card } from '../../../ui/card.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { Segments } from '../../../ui/segments.tsx'
import { Spoken } from '../../../ui/spoken.tsx'
import { useIsNarrow } from '../../../ui/use-media.ts'
import { type ItemForm, itemsToSend } from '../form/item-form.ts'
import { MoreFields } from '../form/item-form-card.tsx'
import { ItemCards } from './item-cards.tsx'
import { SpareItem } from './new-protocol-footer.tsx'
import { comparable, NumberWarnings, numberWarnings, warningWords } from './number-notes.tsx'
import { UnknownNames } from './unknown-names.tsx'
import { type NewItemsForm, useNewItems } from './use-new-items.ts'

const ItemsTable = lazyPart(() => import('./items-table.tsx'), <Skeleton height={96} />)

const spareOf = (items: readonly ItemForm[]) => (itemsToSend(items).length < items.length ? items.length - 1 : -1)
const numbersOf = (items: readonly ItemForm[]) => items.map(({ documentNumber }) => documentNumber)

/** The items of a new protocol, as cards or as a table; both show the same form. */
export function NewItems({ form, onMoved }: { form: NewItemsForm; onMoved: () => void }) {
  const items = useNewItems(form, onMoved)
  const { view, choose } = useItemView()
  const more = useMoreFields()
  // A table does not fit a phone.
  const isNarrow = useIsNarrow()
  const numbers = useWatch({ control: form.control, name: 'items', compute: numbersOf })
  const spare = useWatch({ control: form.control, name: 'items', compute: spareOf })
  const out = useNumbersOut(numbers)
  const warnings = useMemo(() => numberWarnings(numbers, out), [numbers, out])
  const shown = { form, items, warnings }
  return (
    <Card title="Itens do Protocolo" aside={!isNarrow && <ViewSwitch view={view} onChange={choose} />}>
      <NumberWarnings value={warnings}>
        <UnknownNames form={form} />
        <SpareItem value={spare}>
          <MoreFields value={more}>
            {view === 'table' && !isNarrow ? <ItemsTable {...shown} /> : <ItemCards {...shown} />}
          </MoreFields>
        </SpareItem>
      </NumberWarnings>
      <Spoken isHidden>{spokenWarnings(warnings)}</Spoken>
    </Card>
  )
}

const ViewSwitch = ({ view, onChange }: { view: ItemView; onChange: (view: ItemView) => void }) => (
  <Segments<ItemView>
    aria-label="Mostrar os itens como"
    data={[
      { value: 'cards', label: 'Cartões' },
      { value: 'table', label: 'Tabela' },
    ]}
    value={view}
    onChange={onChange}
  />
)

/** The warning of the last doubtful item: the one that was just typed. */
function spokenWarnings(warnings: ReturnType<typeof numberWarnings>): string {
  const index = warnings.findLastIndex((warning) => warning !== undefined)
  const warning = warnings[index]
  if (!warning) return ''
  return `Item ${index + 1}: ${warningWords(warning)}${warning.protocolId ? ` Protocolo #${warning.protocolId}.` : ''}`
}

const views = ['cards', 'table'] as const
type ItemView = (typeof views)[number]

const key = 'item-view'

/** Cards or table, as this browser last chose. */
function useItemView() {
  const [view, setView] = useState<ItemView>(() => views.find((known) => known === storage.get(key)) ?? 'cards')
  return {
    view,
    choose: (next: ItemView) => {
      storage.set(key, next)
      setView(next)
    },
  }
}

const fieldsKey = 'item-fields'

/** *Mais campos*, as this browser last left it. They begin open, because which ones an organisation fills in differs. */
function useMoreFields() {
  const [isOpen, setOpen] = useState(() => storage.get(fieldsKey) !== 'few')
  return useMemo(() => {
    const toggle = () => {
      storage.set(fieldsKey, isOpen ? 'few' : 'all')
      setOpen(!isOpen)
    }
    return { isOpen, toggle }
  }, [isOpen])
}

/** Pause in typing before the numbers are looked up, in milliseconds. */
const pause = 500

/**
 * Looks up which document numbers are pending in a protocol that the viewer may see, one call at a time.
 *
 * @returns protocol ids by `comparable` number; null where there is none, absent while not looked up
 */
function useNumbersOut(numbers: readonly string[]): ReadonlyMap<string, number | null> {
  const [found, setFound] = useState<ReadonlyMap<string, number | null>>(new Map())
  const asked = useRef(new Set<string>())
  const wanted = [...new Set(numbers.map(comparable))].filter((number) => number.length >= shortestText).join('\n')

  const lookUp = useEffectEvent(async (signal: AbortSignal) => {
    for (const number of wanted.split('\n')) {
      if (signal.aborted) return
      if (!number || asked.current.has(number)) continue
      const protocolId = await protocolWith(number, signal)
      if (signal.aborted) return
      asked.current.add(number)
      setFound((before) => new Map(before).set(number, protocolId))
    }
  })
  useEffect(() => {
    if (!wanted) return
    const abort = new AbortController()
    const timer = setTimeout(() => lookUp(abort.signal), pause)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [wanted])
  return found
}

/** The lookup only helps: if it fails, nothing is said. */
async function protocolWith(number: string, signal: AbortSignal): Promise<number | null> {
  try {
    const { documents } = readWire(searchHitsWire, await api.get('/api/search', { query: { q: number }, signal }))
    const hit = documents?.find(
      ({ documentNumber, status }) => comparable(documentNumber ?? '') === number && status === itemStatus.pending,
    )
    return hit?.protocolId ?? null
  } catch {
    return null
  }
}
