import { TextInput } from '@mantine/core'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Card } from '../../ui/card.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Spoken } from '../../ui/spoken.tsx'
import { diagnose, type Stroke } from './reader-test.ts'
import classes from './scan-station.module.css'

/** Milliseconds after which a key begins another test. */
const restsAfter = 1_500
/** A key that comes sooner than that was not pressed by a person. */
const byScanner = 60

/** Shows what arrives from a scanner, character by character, and what to change. */
export function ReaderTestPage() {
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
