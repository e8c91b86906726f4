import { acts } from '@malote/core/acts/act.ts'
import { z } from 'zod'

/** What the station does with what is scanned. */
export type Mode = keyof typeof modes
export const modes = {
  receive: { label: acts.receive.verb, todo: 'Leia a etiqueta de tudo o que chegou.' },
  return: { label: 'Devolver', todo: 'Leia a etiqueta de cada item que volta, ou a do protocolo para devolver todos.' },
  locate: { label: 'Localizar', todo: 'Leia uma etiqueta para saber onde está.' },
  check: { label: 'Conferir', todo: 'Leia a guia ou escolha o protocolo, e depois a etiqueta de cada item.' },
} as const

const search = z.object({
  mode: z
    .enum(Object.keys(modes) as Mode[])
    .optional()
    .catch(undefined),
  /** The protocol that is checked. */
  protocol: z.coerce.number().int().positive().optional().catch(undefined),
})
export type StationSearch = z.infer<typeof search>

/** The search of the address; what it cannot mean is left out. */
export const stationSearch = (address: Record<string, unknown>): StationSearch => search.parse(address)
