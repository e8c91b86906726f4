import type { Item } from '@malote/core/items/item.ts'
import { Textarea } from '@mantine/core'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { type MouseEvent, memo, useRef } from 'react'
import { FilePicker } from '../../ui/fields/file-picker.tsx'
import { itemSubtitle, itemTitle } from '../items/item-name.ts'
import classes from './check-dialog.module.css'
import { type Mark, outcomeWords, shownOutcomes } from './check-marks.ts'

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
export const CheckRow = memo(function CheckRow({ item, mark, isRegistered, onChange, ...row }: CheckRowProps) {
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
          <span className={classes.soft}>{[item.itemType, itemSubtitle(item)].filter(Boolean).join(' · ')}</span>
        </legend>
        <div className={classes.choices}>
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
          <div className={classes.details}>
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
