import { shownCode } from '@malote/core/codes/code.ts'
import { type Layout, readScannedText } from '@malote/core/scans/scanned-text.ts'
import { TextInput } from '@mantine/core'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Card } from '../../ui/card.tsx'
import { LinkButton } from '../../ui/links.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Spoken } from '../../ui/spoken.tsx'
import classes from './scan-station.module.css'
import { silence } from './use-scan-keys.ts'

/** Milliseconds after which a key begins another test. */
const restsAfter = 1_500
/** A key that comes sooner than that was not pressed by a person. */
const byScanner = 60

/** Shows what arrives from a scanner, character by character, and what to change. */
export default function ReaderTestPage() {
  const field = useRef<HTMLInputElement>(null)
  const [strokes, setStrokes] = useState<readonly Stroke[]>([])
  const last = useRef(0)
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    field.current?.focus()
  }, [])
  useEffect(() => {
    setOver(false)
    const timer = setTimeout(() => setOver(strokes.length > 0), 400)
    return () => clearTimeout(timer)
  }, [strokes])

  const take = (event: KeyboardEvent) => {
    const { key } = event
    if (event.ctrlKey || event.altKey || event.metaKey || (key.length > 1 && key !== 'Enter' && key !== 'Tab')) return
    const gap = Math.round(event.timeStamp - last.current)
    // A person leaves the field with Tab.
    if (key === 'Tab' && gap > byScanner) return
    event.preventDefault()
    last.current = event.timeStamp
    setStrokes((before) => (before.length === 0 || gap > restsAfter ? [{ key, gap: null }] : [...before, { key, gap }]))
  }
  const { code, notes } = diagnose(strokes)
  return (
    <>
      <PageHeader title="Testar leitor" context="Leia uma etiqueta do Malote com o leitor.">
        <LinkButton to="/conferencia" variant="default">
          Voltar à Conferência
        </LinkButton>
      </PageHeader>
      <Card>
        <TextInput
          ref={field}
          className={classes.field}
          label="Leia aqui"
          autoComplete="off"
          spellCheck={false}
          value=""
          onChange={() => undefined}
          onKeyDown={take}
        />
        <h2 className="heading mt-16 mb-12">O que chegou</h2>
        <ol className={classes.keys} aria-label="Caracteres, em ordem">
          {strokes.map(({ key, gap }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: keys are only added at the end
            <li key={index} className={classes.key} data-slow={(gap ?? 0) > 80 || undefined}>
              {key === ' ' ? 'espaço' : key}
              {gap !== null && <span className="soft"> {gap} ms</span>}
            </li>
          ))}
        </ol>
        <Spoken component="div" className="mt-16">
          {isOver && (
            <>
              <p className="bold">{code ? `Código lido: ${code}` : 'Nenhum código foi lido.'}</p>
              <ul>
                {notes.map(({ text }) => (
                  <li key={text}>{text}</li>
                ))}
              </ul>
            </>
          )}
        </Spoken>
      </Card>
    </>
  )
}

/** A key of a scanner. */
interface Stroke {
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

interface Diagnosis {
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
