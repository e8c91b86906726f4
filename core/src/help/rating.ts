import { z } from 'zod'
import { dateFilter, searchText } from '../shared/query.ts'
import { renamed } from '../shared/renamed.ts'
import { instant, optionalText, requiredLine } from '../shared/wire-values.ts'

/** From worst to best (contract 5.7.2). */
export const ratingLevels = ['muito_ruim', 'ruim', 'neutro', 'bom', 'excelente'] as const
export type RatingLevel = (typeof ratingLevels)[number]

/** The help centre as a whole; each user rates it once (contract 4.29, 9.17). */
export const generalSection = 'geral'

/** Body of `POST /feedback/rating`; its wire names are camelCase (contract 3.24). */
export const ratingBody = z.object({
  rating: z.enum(ratingLevels, 'Escolha uma avaliação'),
  helpSection: requiredLine('Seção é obrigatória', 100),
  comments: optionalText(5000),
})
export type RatingBody = z.infer<typeof ratingBody>

/** Labels of the buttons. */
export const ratingLabels: Record<RatingLevel, string> = {
  muito_ruim: 'Muito ruim',
  ruim: 'Ruim',
  neutro: 'Neutro',
  bom: 'Bom',
  excelente: 'Excelente',
}

/** Response of `GET /feedback/check/{section}`: whether the viewer has rated it, and how. */
export const ratingCheck = z.object({ hasRated: z.boolean(), rating: z.enum(ratingLevels).nullable() })
export type RatingCheck = z.infer<typeof ratingCheck>

/** A saved rating. */
export const rating = z.object({
  id: z.int(),
  rating: z.enum(ratingLevels),
  helpSection: z.string(),
  comments: z.string().nullable(),
  createdAt: instant,
})
export type Rating = z.infer<typeof rating>
/** Uses the wire names of the body; only the instant is in snake_case as everywhere else. */
export const ratingWire = renamed(rating, { helpSection: 'helpSection' })
/** Response of `GET /feedback/user`: the newest first. */
export const ratingsWire = z.object({ ratings: z.array(ratingWire) })

/** Days are civil days in APP_TIMEZONE, both ends included. */
export const ratingFilter = z.object({
  helpSection: searchText,
  startDate: dateFilter,
  endDate: dateFilter,
})
export type RatingFilter = z.infer<typeof ratingFilter>

/** All ratings at a glance, for the Admin. */
export const ratingAnalytics = z.object({
  total: z.int(),
  /** From 1 (muito ruim) to 5 (excelente), one decimal; null without ratings. */
  average: z.number().nullable(),
  distribution: z.record(z.enum(ratingLevels), z.int()),
  /** The newest ones that have a text. */
  comments: z.array(ratingWire),
})
