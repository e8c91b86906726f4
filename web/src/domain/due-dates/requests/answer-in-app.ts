import { occurrenceOfAnswer } from '@malote/core/answers/answer-rules.ts'
import { type Answer, answerWords } from '@malote/core/answers/answer-token.ts'
import type { QueryClient } from '@tanstack/react-query'
import { formatDate } from '../../../lib/format.ts'
import { telling } from '../../../lib/telling.ts'
import { sendOccurrence } from '../../occurrences/occurrences.api.ts'
import { refreshCustody } from '../../protocols/custody-queries.ts'
import { sendRequest } from './requests.api.ts'

interface GivenAnswer {
  item: { id: number }
  answer: Answer
  /** Civil date; only for more time. */
  returnDate: string
  /** For more time the reason. */
  note?: string | null
}

export const answeringFailed = 'Erro ao enviar a resposta. Tente novamente.'

/** Answers a reminder by the ordinary calls: a request for more time, or an occurrence. */
export const answerInApp = (queryClient: QueryClient) =>
  telling(
    {
      mutationFn: ({ item, answer, returnDate, note }: GivenAnswer) =>
        answer === 'extension'
          ? sendRequest(item.id, { returnDate, reason: note ?? '' })
          : sendOccurrence(item.id, {
              kind: occurrenceOfAnswer[answer],
              description: descriptionOf(answer, note?.trim() ?? ''),
              files: [],
            }),
      onSettled: () => refreshCustody(queryClient),
    },
    {
      success: (_, { answer, returnDate }) =>
        answer === 'extension'
          ? `Mais prazo pedido, até ${formatDate(returnDate)}.`
          : `Resposta enviada: ${answerWords[answer].toLowerCase()}.`,
      failure: answeringFailed,
    },
  )

/** An occurrence needs a description of three characters; the answer itself is one. */
const descriptionOf = (answer: Answer, note: string) =>
  note.length >= 3 ? note : [answerWords[answer], note].filter(Boolean).join(': ')
