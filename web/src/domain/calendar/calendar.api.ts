import { type ApplyChangeBody, type CalendarChange, calendarEffect } from '@malote/core/calendar/calendar-change.ts'
import { type Holiday, type HolidayInput, holiday, holidayEdit } from '@malote/core/calendar/holiday.ts'
import { addDays, type CivilDate } from '@malote/core/shared/civil-date.ts'
import { readWire } from '@malote/core/shared/renamed.ts'
import { keepPreviousData, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { api } from '../../lib/api.ts'
import { counted } from '../../lib/format.ts'
import { staleTime } from '../../lib/query-client.ts'
import { telling } from '../../lib/telling.ts'
import { refreshCatalog, type Saving } from '../catalogs/entry-mutations.ts'

const path = '/api/calendar/holidays'

const calendarKeys = {
  all: ['holidays'] as const,
  year: (year: number) => [...calendarKeys.all, 'year', year] as const,
  effect: (change: CalendarChange) => [...calendarKeys.all, 'effect', change] as const,
}

/** The most days until a due date that are supported; two years cover what categories use in practice. */
const horizon = 730

/** The holidays from `today` on, which *Dias úteis* skips. */
export const holidaysQuery = (today: CivilDate) =>
  queryOptions({
    queryKey: [...calendarKeys.all, today],
    queryFn: ({ signal }) =>
      api.get<{ date: CivilDate; name?: string }[]>(path, {
        query: { from: today, to: addDays(today, horizon) },
        signal,
      }),
    select: (holidays): ReadonlySet<CivilDate> => new Set(holidays.map(({ date }) => date)),
    staleTime: staleTime.lookups,
  })

/** The same holidays with their names, by date. */
export const holidayNamesQuery = (today: CivilDate) => ({
  ...holidaysQuery(today),
  select: (holidays: { date: CivilDate; name?: string }[]): ReadonlyMap<CivilDate, string> =>
    new Map(holidays.map(({ date, name }) => [date, name ?? ''])),
})

/** Names of the holidays of a period by date, both days included. */
export const holidaysOfPeriodQuery = (period: { from: CivilDate; to: CivilDate }) =>
  queryOptions({
    queryKey: [...calendarKeys.all, 'period', period],
    queryFn: async ({ signal }) => readWire(z.array(holiday), await api.get(path, { query: period, signal })),
    select: (holidays): ReadonlyMap<CivilDate, string> =>
      new Map(holidays.map(({ date, name }) => [date ?? '', name || 'Feriado'])),
    staleTime: staleTime.lookups,
  })

/** The holidays of one year; the previous year's data stays while loading. */
export const yearQuery = (year: number) =>
  queryOptions({
    queryKey: calendarKeys.year(year),
    queryFn: async ({ signal }) => {
      const query = { from: `${year}-01-01`, to: `${year}-12-31` }
      return readWire(z.array(holiday), await api.get(path, { query, signal }))
    },
    select: (holidays): HolidayRow[] => holidays.map((one) => ({ ...one, id: idOf(one.date ?? '') })),
    staleTime: staleTime.lists,
    placeholderData: keepPreviousData,
  })

export const saveHoliday = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: ({ id, fields, current }: Saving<HolidayRow, HolidayInput>) =>
      id === null
        ? api.post<unknown>(path, fields)
        : api.put<unknown>(
            `${path}/${dateOf(id)}`,
            z.encode(holidayEdit, { ...fields, current: current ?? undefined }),
          ),
    onSettled: () => refreshCatalog(queryClient, calendarKeys.all),
  })

export const deleteHoliday = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: (id: number) => api.delete<void>(`${path}/${dateOf(id)}`),
    onSettled: () => refreshCatalog(queryClient, calendarKeys.all),
  })

/** The open due dates that a change moves; always refetched, because they change while the Admin decides. */
export const effectQuery = (change: CalendarChange) =>
  queryOptions({
    queryKey: calendarKeys.effect(change),
    queryFn: async ({ signal }) =>
      readWire(calendarEffect, await api.get('/api/calendar/effect', { query: change, signal })),
    staleTime: 0,
    gcTime: 0,
  })

/** Applies a change in steps; `onProgress` gets the total number of moved due dates. */
export const applyChange = (queryClient: QueryClient, onProgress: (moved: number) => void) =>
  telling(
    {
      mutationFn: async (change: ApplyChangeBody) => {
        let total = 0
        for (;;) {
          const step = await api.post<{ moved: number; remaining: number }>('/api/calendar/apply', change)
          total += step.moved
          onProgress(total)
          // Stops when a step moves nothing, because the next one would not either.
          if (!step.remaining || !step.moved) return total
        }
      },
      onSettled: () => void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] !== 'effect' }),
    },
    {
      success: (count) => `${counted(count, 'prazo recalculado', 'prazos recalculados')} com sucesso!`,
      failure: 'Erro ao recalcular prazos. Tente novamente.',
    },
  )

/** A holiday with a numeric id, as the settings screens require. */
export interface HolidayRow extends Holiday {
  id: number
}

/** 2026-01-05 → 20260105. */
export const idOf = (date: string) => Number(date.replaceAll('-', ''))

export const dateOf = (id: number) => String(id).replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3')
