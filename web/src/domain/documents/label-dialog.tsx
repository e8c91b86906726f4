import { cellsOf, type LabelLayoutName, labelLayoutNames, labelLayouts } from '@malote/core/documents/label-layouts.ts'
import { Button, Group, NativeSelect, NumberInput, Stack, TextInput } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import { storage } from '../../lib/browser-storage.ts'
import { counted } from '../../lib/format.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { openDocument, type Subjects } from './documents.ts'
import classes from './label-dialog.module.css'

interface LabelDialogProps {
  isOpen: boolean
  subjects: Subjects
  onClose: () => void
}

/** How a printer misses the labels, which this browser remembers by the name that the person gives the printer. */
interface Printer {
  layout: LabelLayoutName
  x: number
  y: number
}

const key = 'label-printers'
const lastPrinter = 'label-printer'

const printers = () => (storage.read(key) ?? {}) as Record<string, Printer>

/** Layout, first free label and offset of the labels, with a drawing of the sheet (contract 22.14). */
export default function LabelDialog({ isOpen, subjects, onClose }: LabelDialogProps) {
  const [printer, setPrinter] = useState(() => storage.get(lastPrinter) ?? '')
  const [known] = useState(printers)
  const { layout: lastLayout = 'a4-30', x = 0, y = 0 } = known[printer] ?? {}
  const [layoutName, setLayout] = useState<LabelLayoutName>(lastLayout)
  const [offset, setOffset] = useState({ x, y })
  const [start, setStart] = useState(1)
  const layout = labelLayouts[layoutName]
  const cells = cellsOf(layout)
  const count = 'item_ids' in subjects ? subjects.item_ids.length : subjects.protocol_ids.length

  const choosePrinter = (name: string) => {
    setPrinter(name)
    const one = known[name]
    if (!one) return
    setLayout(one.layout)
    setOffset({ x: one.x, y: one.y })
    setStart(1)
  }
  const onSheet = { layout: layoutName, offset_x: offset.x, offset_y: offset.y }
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    storage.set(lastPrinter, printer)
    storage.set(key, JSON.stringify({ ...known, [printer]: { layout: layoutName, ...offset } }))
    void openDocument('labels', { ...subjects, ...onSheet, start })
    onClose()
  }
  return (
    <FormDialog
      isOpen={isOpen}
      title="Imprimir etiquetas"
      submitLabel={counted(count, 'etiqueta', 'etiquetas')}
      onSubmit={submit}
      onClose={onClose}
    >
      <Stack gap="md">
        <NativeSelect
          label="Etiquetas"
          value={layoutName}
          onChange={({ currentTarget }) => {
            setLayout(currentTarget.value as LabelLayoutName)
            setStart(1)
          }}
          data={labelLayoutNames.map((value) => ({ value, label: labelLayouts[value].name }))}
        />
        {cells > 1 && (
          <fieldset className={classes.cells}>
            <legend className="medium">Primeira etiqueta livre</legend>
            <div className={classes.sheet} style={{ gridTemplateColumns: `repeat(${layout.columns}, 1fr)` }}>
              {Array.from({ length: cells }, (_, index) => index + 1).map((cell) => (
                <label key={cell} className={classes.cell} data-printed={cell >= start && cell < start + count}>
                  <input
                    type="radio"
                    name="start"
                    className={classes.choice}
                    checked={cell === start}
                    onChange={() => setStart(cell)}
                  />
                  {cell}
                </label>
              ))}
            </div>
          </fieldset>
        )}
        <TextInput
          label="Impressora"
          description="O nome que você dá a ela; este navegador guarda o deslocamento de cada uma."
          value={printer}
          maxLength={40}
          list="label-printers"
          onChange={({ currentTarget }) => choosePrinter(currentTarget.value)}
        />
        <datalist id="label-printers">
          {Object.keys(known).map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <Group grow align="end">
          {(['x', 'y'] as const).map((side) => (
            <NumberInput
              key={side}
              label={side === 'x' ? 'Deslocamento horizontal (mm)' : 'Deslocamento vertical (mm)'}
              description={side === 'x' ? 'Para a direita' : 'Para baixo'}
              min={-20}
              max={20}
              step={0.5}
              decimalScale={1}
              decimalSeparator=","
              value={offset[side]}
              onChange={(value) => setOffset((before) => ({ ...before, [side]: Number(value) || 0 }))}
            />
          ))}
        </Group>
        <p className="soft caption">
          Imprima em tamanho real (100 %), sem “ajustar à página”.{' '}
          <Button
            variant="transparent"
            size="compact-xs"
            onClick={() => void openDocument('labels/calibration', onSheet)}
          >
            Folha de calibração
          </Button>
        </p>
      </Stack>
    </FormDialog>
  )
}
