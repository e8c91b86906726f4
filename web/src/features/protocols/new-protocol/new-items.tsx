import { Skeleton } from '@mantine/core'
import { useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import { Card } from '../../../ui/card.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { Segments } from '../../../ui/segments.tsx'
import { Spoken } from '../../../ui/spoken.tsx'
import { useIsNarrow } from '../../../ui/use-media.ts'
import { type ItemForm, itemsToSend } from '../form/item-form.ts'
import { ItemCards } from './item-cards.tsx'
import { type ItemView, useItemView } from './item-view.ts'
import { NumberWarnings } from './number-notes.tsx'
import { numberWarnings, warningWords } from './number-warnings.ts'
import { useNumbersOut } from './numbers-out.api.ts'
import { SpareItem } from './spare-note.tsx'
import { UnknownNames } from './unknown-names.tsx'
import { type NewItemsForm, useNewItems } from './use-new-items.ts'

const ItemsTable = lazyPart(() => import('./items-table.tsx'), <Skeleton height={96} />)

const spareOf = (items: readonly ItemForm[]) => (itemsToSend(items).length < items.length ? items.length - 1 : -1)
const numbersOf = (items: readonly ItemForm[]) => items.map(({ documentNumber }) => documentNumber)

/** The items of a new protocol, as cards or as a table; both show the same form. */
export function NewItems({ form, onMoved }: { form: NewItemsForm; onMoved: () => void }) {
  const items = useNewItems(form, onMoved)
  const { view, choose } = useItemView()
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
          {view === 'table' && !isNarrow ? <ItemsTable {...shown} /> : <ItemCards {...shown} />}
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
