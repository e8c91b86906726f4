import { acts } from '@malote/core/acts/act.ts'
import { answers, answerWords } from '@malote/core/answers/answer-token.ts'
import { canAskForTime } from '@malote/core/due-dates/extension-rules.ts'
import { returnFilter } from '@malote/core/returns/return-row.ts'
import { protocolOfRow } from '@malote/core/returns/return-rules.ts'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { OpenRequestDialog } from '../../domain/due-dates/requests/requests.api.ts'
import { itemName } from '../../domain/items/item-name.ts'
import { returnsQuery } from '../../domain/returns/returns.api.ts'
import { useViewer } from '../../domain/session/session.tsx'
import classes from './notifications.module.css'

/** Most items of a reminder that are answered in the list; its press leads to all of them. */
const most = 5

interface ReminderAnswersProps {
  /** Id of the reminder. */
  noticeId: number
  onAnswer: (answer: OpenRequestDialog) => void
}

/** The items of a reminder that the viewer may answer for, each with the three answers (contract 21.56). */
export default function ReminderAnswers({ noticeId, onAnswer }: ReminderAnswersProps) {
  const viewer = useViewer()
  const { data } = useQuery(returnsQuery(returnFilter.parse({ notice: noticeId })))
  const rows = data?.data?.filter((row) => canAskForTime(viewer, protocolOfRow(row), row, false).allowed) ?? []
  if (rows.length === 0) return null
  return (
    <ul className={classes.answers} aria-label={acts.answer.verb}>
      {rows.slice(0, most).map((row) => (
        <li key={row.id} className={classes.answer}>
          <span className="medium anywhere">{itemName(row)}</span>
          <span className="row wrap gap-4">
            {answers.map((answer) => (
              <Button
                key={answer}
                variant="default"
                size="compact-xs"
                aria-label={`${answerWords[answer]}: ${itemName(row)}`}
                onClick={() => onAnswer({ action: 'answer', item: row, answer })}
              >
                {answerWords[answer]}
              </Button>
            ))}
          </span>
        </li>
      ))}
    </ul>
  )
}
