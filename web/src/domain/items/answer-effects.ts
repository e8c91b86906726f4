import type { Answer } from '@malote/core/answers/answer-token.ts'

/** The effects of each answer to a reminder. */
export const answerEffects: Readonly<Record<Answer, string>> = {
  returned: 'Quem enviou é avisado para conferir, e os lembretes param enquanto isso.',
  extension: 'O pedido vai para quem enviou, que concede ou nega.',
  not_with_me: 'Quem enviou é avisado de que é preciso procurar o item.',
}
