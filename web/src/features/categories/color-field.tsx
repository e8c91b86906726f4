import type { UseFormRegisterReturn } from 'react-hook-form'
import classes from './color-field.module.css'

/** Colours that differ clearly from each other and from the background in both themes. */
const palette = [
  ['#0e7c86', 'Petróleo'],
  ['#4b6fb3', 'Azul'],
  ['#6b5b95', 'Violeta'],
  ['#b3407a', 'Rosa'],
  ['#b33a32', 'Vermelho'],
  ['#b0762b', 'Âmbar'],
  ['#3b8254', 'Verde'],
  ['#64748b', 'Cinza'],
] as const

/** `#0e7c86` → `Petróleo`; a colour outside the palette has no name. */
export const nameOfColor = (color: string | null | undefined) =>
  color ? (palette.find(([known]) => known === color)?.[1] ?? color) : 'Sem cor'

interface ColorFieldProps extends UseFormRegisterReturn {
  /** The category's current colour, which is also offered if it is not in the palette. */
  known: string | null | undefined
  error?: string | undefined
}

/** Selects the colour of the dot beside the category's name. */
export function ColorField({ known, error, ...field }: ColorFieldProps) {
  const current = known?.toLowerCase()
  const isForeign = current && !palette.some(([color]) => color === current)
  const choices = [['', 'Sem cor'], ...palette, ...(isForeign ? [[current, 'Cor atual']] : [])]
  return (
    <fieldset className={classes.field}>
      <legend className={classes.legend}>Cor</legend>
      <div className={classes.choices}>
        {choices.map(([color, name]) => (
          <label key={color} className={classes.choice} title={name}>
            <input type="radio" value={color} aria-label={name} className={classes.radio} {...field} />
            <span className={classes.dot} style={color ? { background: color } : undefined} data-none={!color} />
          </label>
        ))}
      </div>
      {error && (
        <p className={classes.error} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}
