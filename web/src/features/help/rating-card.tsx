import { generalSection, type RatingLevel, ratingLabels, ratingLevels } from '@malote/core/help/rating.ts'
import { Radio, Skeleton, Textarea } from '@mantine/core'
import {
  IconMoodCry,
  IconMoodEmpty,
  IconMoodHappy,
  IconMoodSad,
  IconMoodSmile,
  type TablerIcon,
} from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Card } from '../../ui/card.tsx'
import { UnsavedChangesGuard } from '../../ui/dialog/unsaved-changes-guard.tsx'
import { sendByKeyboard } from '../../ui/fields/send-by-keyboard.ts'
import { SubmitButton } from '../../ui/fields/submit-button.tsx'
import { QueryStates } from '../../ui/query-states.tsx'
import { Spoken } from '../../ui/spoken.tsx'
import { giveRating, ratingQuery } from './help.api.ts'
import classes from './help.module.css'

const icons: Record<RatingLevel, TablerIcon> = {
  muito_ruim: IconMoodCry,
  ruim: IconMoodSad,
  neutro: IconMoodEmpty,
  bom: IconMoodSmile,
  excelente: IconMoodHappy,
}

/** The form to rate the help centre, once per user; then a thank-you with the given rating (contract 4.29). */
export function RatingCard() {
  const given = useQuery(ratingQuery(generalSection))
  return (
    <Card title="Avalie esta central">
      <Spoken>{given.data?.hasRated && thanks(given.data.rating)}</Spoken>
      <QueryStates
        query={given}
        failed="Não foi possível carregar a sua avaliação."
        loading={<Skeleton height={160} />}
      >
        {({ hasRated }) => !hasRated && <RatingForm />}
      </QueryStates>
    </Card>
  )
}

const thanks = (rating: RatingLevel | null | undefined) =>
  `Obrigado pela sua avaliação${rating && ratingLabels[rating] ? `: ${ratingLabels[rating]}` : ''}.`

function RatingForm() {
  const { mutate, isPending } = useMutation(giveRating(useQueryClient(), generalSection))
  const [rating, setRating] = useState<RatingLevel | null>(null)
  const [comments, setComments] = useState('')
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (!rating || isPending) return
    mutate({ rating, comments })
  }
  return (
    <form className="grid gap-12" onSubmit={send} onKeyDown={sendByKeyboard}>
      <UnsavedChangesGuard isDirty={comments !== ''} />
      <Radio.Group<RatingLevel> label="Esta central ajudou você?" value={rating} onChange={setRating}>
        <div className={classes.levels}>
          {ratingLevels.map((level) => {
            const Icon = icons[level]
            return (
              <Radio
                key={level}
                value={level}
                label={
                  <span className="inline gap-4">
                    <Icon size={18} aria-hidden /> {ratingLabels[level]}
                  </span>
                }
              />
            )
          })}
        </div>
      </Radio.Group>
      <Textarea
        label="Comentário (opcional)"
        maxLength={5000}
        value={comments}
        onChange={(event) => setComments(event.currentTarget.value)}
      />
      <SubmitButton isBusy={isPending} busyLabel="Enviando..." isDisabled={!rating} className={classes.send}>
        Enviar avaliação
      </SubmitButton>
    </form>
  )
}
