import { type Answer, answerPath, readAnswerToken } from '@malote/core/answers/answer-token.ts'
import { Button, Stack } from '@mantine/core'
import { useCallback, useEffect, useState } from 'react'
import { history } from '../../lib/history.ts'
import { AuthFrame } from '../../ui/auth-frame.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Outcome } from '../../ui/outcome.tsx'
import { AnswerForm, answerProblem, deadSentence, type OpenedLink } from './answer-form.tsx'
import { type OpenedLinkWire, openLink } from './open-link.ts'

const title = 'Responder ao lembrete'

/**
 * The page that the links of a reminder open, without a sign-in. Opening it only shows the item: mail scanners open every
 * link, so an answer needs a press (contract 21.54).
 */
export default function AnswerPage({ token }: { token: string }) {
  // The history entry keeps the token for a reload; the address bar must not show it.
  useEffect(() => {
    if (history.location.hash) history.replace(answerPath, { answer: token }, { ignoreBlocker: true })
  }, [token])
  const link = readAnswerToken(token)
  return (
    <>
      <meta name="robots" content="noindex" />
      {link ? <Opened token={token} wanted={link.answer} /> : <Incomplete />}
    </>
  )
}

interface OpenedProps {
  token: string
  wanted: Answer
}

/** The final response of the server: the answer was received, or the link no longer works. */
interface End {
  isAnswered: boolean
  sentence: string
}

function Opened({ token, wanted }: OpenedProps) {
  const { state, open } = useOpenedLink(token)
  const [ended, setEnded] = useState<End | null>(null)
  const end = ended ?? (state.kind === 'dead' ? { isAnswered: false, sentence: state.sentence } : null)
  if (end) {
    return (
      <AuthFrame title={end.isAnswered ? 'Resposta enviada' : title}>
        <Stack gap="md">
          <Outcome tone={end.isAnswered ? 'success' : 'pending'}>{end.sentence}</Outcome>
          <p>Você já pode fechar esta página.</p>
        </Stack>
      </AuthFrame>
    )
  }
  if (state.kind === 'failed') {
    return (
      <AuthFrame title={title}>
        <Stack gap="md">
          <Banner tone="danger">{state.sentence}</Banner>
          <Button onClick={open} size="md">
            Tentar novamente
          </Button>
        </Stack>
      </AuthFrame>
    )
  }
  return (
    <AuthFrame title={title}>
      {state.kind === 'open' ? (
        <AnswerForm
          token={token}
          item={state.item}
          wanted={wanted}
          onAnswered={(sentence) => setEnded({ isAnswered: true, sentence })}
          onDead={(sentence) => setEnded({ isAnswered: false, sentence })}
        />
      ) : (
        <p role="status">Abrindo o lembrete...</p>
      )}
    </AuthFrame>
  )
}

const Incomplete = () => (
  <AuthFrame title={title}>
    <Banner tone="danger">Este link está incompleto. Abra novamente o link do e-mail.</Banner>
  </AuthFrame>
)

type LinkState =
  | { kind: 'loading' }
  | { kind: 'open'; item: OpenedLink }
  | { kind: 'dead' | 'failed'; sentence: string }

/** Loads what a link is about; `open` tries again. */
function useOpenedLink(token: string): { state: LinkState; open: () => void } {
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
  earliestDate: answer.earliest_date,
  quickDates: answer.quick_dates,
})
