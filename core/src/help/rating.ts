import { z } from 'zod'
import { optionalText, requiredText } from '../shared/wire-values.ts'

/** From worst to best (SPEC 5 "Help"). */
export const ratingLevels = ['muito_ruim', 'ruim', 'neutro', 'bom', 'excelente'] as const

/** The help centre as a whole, rated once by each person (SPEC 4, 9). */
export const generalSection = 'geral'

/** Body of `POST /feedback/rating`; its wire names are camelCase (SPEC 3 "Feedback rating"). */
export const ratingBody = z.object({
  rating: z.enum(ratingLevels, 'Escolha uma avaliação'),
  helpSection: requiredText('Seção é obrigatória', 100),
  comments: optionalText(5000),
})

export const ratingCheck = z.object({ hasRated: z.boolean(), rating: z.enum(ratingLevels).nullable() })
