import { shownCode } from '@malote/core/codes/code.ts'
import { type Layout, readScannedText } from '@malote/core/scans/scanned-text.ts'
import { silence } from './keyboard-reader.ts'

/** A key of a scanner. */
export interface Stroke {
  /** As the browser calls it: a character, or `Enter`. */
  key: string
  /** Milliseconds since the key before; null for the first one. */
  gap: number | null
}

const isCharacter = ({ key }: Stroke) => key.length === 1
const isEnd = ({ key }: Stroke) => key === 'Enter' || key === 'Tab'

const layoutWords: Readonly<Record<Layout, string>> = {
  shifted: 'com Shift preso ou com o Caps Lock ligado',
  azerty: 'em um teclado francês (AZERTY)',
  qwertz: 'em um teclado alemão (QWERTZ)',
}

export interface Diagnosis {
  /** As people read it; null when no code arrived. */
  code: string | null
  /** What was noticed; an advice says what to change at the scanner, though nothing has to be. */
  notes: readonly { isAdvice: boolean; text: string }[]
}

/** What a test of a scanner shows, and what to change. */
export function diagnose(strokes: readonly Stroke[]): Diagnosis {
  const text = strokes
    .filter(isCharacter)
    .map(({ key }) => key)
    .join('')
  const scan = readScannedText(text)
  const notes: { isAdvice: boolean; text: string }[] = []
  const note = (message: string) => notes.push({ isAdvice: false, text: message })
  const advise = (message: string) => notes.push({ isAdvice: true, text: message })
  if (!scan) {
    advise(
      text === ''
        ? 'Nenhum caractere chegou. Verifique se o leitor está ligado e no modo teclado (USB HID ou Bluetooth HID).'
        : 'O que chegou não é um código do Malote. Leia uma etiqueta do Malote; se já é uma, limpe a janela do leitor e tente de novo.',
    )
    return { code: null, notes }
  }
  const ends = strokes.slice(strokes.findLastIndex(isCharacter) + 1).filter(isEnd)
  if (ends.length === 0) {
    advise(
      `O leitor não envia nada depois do código. Funciona, com uma espera de ${silence} ms; para ser imediato, ligue o sufixo Enter (CR) no leitor.`,
    )
  } else if (ends.length > 1)
    note(`O leitor termina com ${ends.map(({ key }) => key).join(' e ')}. Basta um; o resto é ignorado.`)
  else note(`O leitor termina com ${ends[0]?.key}. Está certo.`)
  if (scan.layout) {
    advise(
      `O leitor digita ${layoutWords[scan.layout]}. O Malote entende assim mesmo; para outros programas, ajuste no leitor o teclado para Português (Brasil) ou desligue o Caps Lock.`,
    )
  }
  if (scan.prefix)
    advise(`Antes do código chega “${scan.prefix}”, que é ignorado. Se quiser, desligue o prefixo no leitor.`)
  if (scan.suffix)
    advise(`Depois do código chega “${scan.suffix}”, que é ignorado. Se quiser, desligue o sufixo no leitor.`)
  const slowest = Math.max(...strokes.map(({ gap }) => gap ?? 0))
  if (slowest > silence) {
    advise(
      `Entre dois caracteres passaram ${slowest} ms. É lento para um leitor: se foi lido sem fio, aproxime a base ou reduza o atraso entre caracteres.`,
    )
  }
  return { code: shownCode(scan.code), notes }
}
