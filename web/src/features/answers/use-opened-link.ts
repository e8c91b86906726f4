import type { OpenedAnswer } from '@malote/core/answers/answer.ts'
import { useCallback, useEffect, useState } from 'react'
import { answerProblem, deadSentence } from './answer-problems.ts'
import { type OpenedLinkWire, openLink } from './open-link.ts'

type LinkState =
  | { kind: 'loading' }
  | { kind: 'open'; item: OpenedLink }
  | { kind: 'dead' | 'failed'; sentence: string }

/** The item of a link. */
export type OpenedLink = Pick<
  OpenedAnswer,
  'itemType' | 'documentNumber' | 'itemDescription' | 'returnDate' | 'choices'
>

/** Loads what a link is about; `open` tries again. */
export function useOpenedLink(token: string): { state: LinkState; open: () => void } {
  const [state, setState] = useState<LinkState>({ kind: 'loading' })
  const open = useCallback(() => {
    setState({ kind: 'loading' })
    read(token).then(setState)
  }, [token])
  useEffect(open, [open])
  return { state, open }
}

async function read(token: string): Promise<LinkState> {
  try {
    return { kind: 'open', item: fromWire(await openLink(token)) }
  } catch (error) {
    const dead = deadSentence(error)
    if (dead) return { kind: 'dead', sentence: dead }
    return { kind: 'failed', sentence: answerProblem(error, 'Não foi possível abrir o link agora. Tente novamente.') }
  }
}

/** By hand, because the pages before the sign-in do not load Zod. */
const fromWire = (answer: OpenedLinkWire): OpenedLink => ({
  itemType: answer.item_type,
  documentNumber: answer.document_number,
  itemDescription: answer.item_description ?? null,
  returnDate: answer.return_date,
  choices: answer.choices,
})
