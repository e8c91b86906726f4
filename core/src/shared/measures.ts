/** A whole number with its thousands apart: `12.000`. */
export const grouped = (count: number): string =>
  // The first use of a locale's number format costs a slow phone tens of milliseconds.
  Math.abs(count) < 1000 ? String(count) : count.toLocaleString('pt-BR')

/** A count with its noun: `1 item`, `3 itens`, `12.000 itens`. */
export const countInWords = (count: number, singular: string, plural: string): string =>
  `${grouped(count)} ${count === 1 ? singular : plural}`

/** A share of a whole, from 0 to 1, with one decimal: `33,3%`. */
export const shareInWords = (share: number): string =>
  share.toLocaleString('pt-BR', { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 })

const sizes = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const

/** Bytes in decimal units, as disks are sold: `820 bytes`, `14 kB`, `2,4 GB`. */
export function sizeInWords(bytes: number): string {
  if (bytes === 1) return '1 byte'
  let [value, unit] = [bytes, 0]
  while (value >= 999.5 && unit < sizes.length - 1) {
    value /= 1000
    unit += 1
  }
  return `${value.toLocaleString('pt-BR', { maximumFractionDigits: value < 10 && unit > 1 ? 1 : 0 })} ${sizes[unit]}`
}

/** A span of time in its largest unit, rounded down: `1 segundo`, `5 minutos`, `3 horas`, `2 dias`. */
export function spanInWords(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  if (whole < 60) return countInWords(whole, 'segundo', 'segundos')
  if (whole < 3600) return countInWords(Math.floor(whole / 60), 'minuto', 'minutos')
  if (whole < 48 * 3600) return countInWords(Math.floor(whole / 3600), 'hora', 'horas')
  return countInWords(Math.floor(whole / 86_400), 'dia', 'dias')
}
