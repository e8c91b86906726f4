import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type KeyboardEvent, useCallback, useRef } from 'react'
import { flushSync } from 'react-dom'
import { useWatch } from 'react-hook-form'
import { isSending } from '../../../ui/fields/send-by-keyboard.ts'
import { fieldsOf, isField, isGoingOn } from '../form/enter-key.ts'
import { isNamed, isReady, isUntouched } from '../form/item-form.ts'
import { ItemFormCard } from '../form/item-form-card.tsx'
import { fewItems, useFolding } from '../form/use-folding.ts'
import classes from './new-protocol.module.css'
import { SpareNote } from './new-protocol-footer.tsx'
import { NumberMark, NumberNote, type NumberWarning } from './number-notes.tsx'
import type { NewItemsForm, useNewItems } from './use-new-items.ts'

/** Cards of more items begin closed, as far as they are finished: after a paste, or from a draft. */
const fewPasted = 3

export interface ItemCardsProps {
  form: NewItemsForm
  items: ReturnType<typeof useNewItems>
  warnings: readonly (NumberWarning | undefined)[]
}

/** The items of a new protocol as cards. Enter goes on from field to field, and from the last one to a new item. */
export function ItemCards({ form: { control, getValues, trigger }, items, warnings }: ItemCardsProps) {
  const { fields, add, removeAt, clear } = items
  const requiresReturn = useWatch({ control, name: 'requiresReturn' })
  // A doubtful number stays in sight.
  const isFinished = (index: number) => {
    const item = getValues(`items.${index}`)
    return isReady(item, requiresReturn) && isNamed(item) && !warnings[index]?.item
  }
  const { isFolded, fold } = useFolding(fields, (index) => fields.length > fewPasted && isFinished(index))
  const cards = useRef<HTMLDivElement>(null)
  const isComplete = useCallback((index: number) => trigger(`items.${index}`), [trigger])

  const cardAt = (index: number) => cards.current?.querySelectorAll<HTMLElement>(':scope > section').item(index)
  const focusNumber = (index: number) =>
    cardAt(index)?.querySelector<HTMLElement>('input[name$=".documentNumber"]')?.focus()
  const focusAfter = () => cards.current?.closest('form')?.querySelector<HTMLElement>('[name="remarks"]')?.focus()

  const addByButton = () => {
    add()
    if (fields.length >= fewItems) for (const index of fields.keys()) if (isFinished(index)) fold(index, true)
    focusNumber(fields.length)
  }
  const goOn = (index: number) => {
    const item = getValues(`items.${index}`)
    // An empty one ends the list.
    if (isUntouched(item, getValues('items')[index - 1])) return focusAfter()
    if (index + 1 === fields.length) add(true)
    // Rendered at once, so that the next key goes into its fields.
    else flushSync(() => fold(index + 1, false))
    if (isFinished(index)) fold(index, true)
    focusNumber(index + 1)
  }
  const pressKey = (event: KeyboardEvent<HTMLElement>) => {
    if (isSending(event) || !isGoingOn(event) || !isField(event.target)) return
    const card = event.target.closest('section')
    if (!card) return
    const index = Array.from(card.parentElement?.children ?? []).indexOf(card)
    const isIdentifying = /\.(documentNumber|description|reason)$/.test(event.target.name)
    const isLast = fieldsOf(card).at(-1) === event.target
    // A complete item needs no more: a scanner goes straight to the next number.
    if (!isLast && !(isIdentifying && isReady(getValues(`items.${index}`), requiresReturn))) return
    event.preventDefault()
    goOn(index)
  }
  // Focuses the card that takes the removed one's place, else the one before.
  const removeCard = useCallback(
    (index: number) => {
      removeAt(index)
      const left = cards.current?.querySelectorAll<HTMLElement>(':scope > section')
      left?.item(Math.min(index, left.length - 1))?.focus()
    },
    [removeAt],
  )
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only adds a shortcut to the fields inside */}
      <div ref={cards} onKeyDown={pressKey}>
        {fields.length === 0 && <p>Nenhum item adicionado. Clique em "Adicionar Item" para começar.</p>}
        {fields.map((field, index) => (
          <ItemFormCard
            key={field.id}
            control={control}
            index={index}
            item={field}
            isFolded={isFolded(field.id)}
            onFold={fold}
            isOnly={fields.length === 1}
            isComplete={isComplete}
            onClear={index > 0 ? clear : undefined}
            onRemove={index > 0 ? removeCard : undefined}
            note={<SpareNote index={index} />}
            foldedNote={<NumberMark index={index} />}
            numberWarning={<NumberNote index={index} />}
          />
        ))}
      </div>
      <div className="row wrap between gap-8-16 mt-16">
        <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={addByButton}>
          Adicionar Item
        </Button>
        <p className={classes.itemCardsHint}>
          <kbd>Enter</kbd> vai ao próximo campo e, no fim, a um novo item · <kbd>Ctrl</kbd>+<kbd>Enter</kbd> salva
        </p>
      </div>
    </>
  )
}
