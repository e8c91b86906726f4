import fc from 'fast-check'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { z } from 'zod'
import { historyAction } from '../acts/act.ts'
import { reportFilter, reportTypeLabels } from '../reports/report.ts'
import {
  fitsOnMark,
  labelInterval,
  largestStack,
  pieSlices,
  sliceMiddles,
  stackAt,
  wholeTicks,
} from './chart-shapes.ts'
import { activityKindOf, displayKindOf } from './display-keyword.ts'
import { isOvertaken } from './is-overtaken.ts'
import { countInWords, sizeInWords, spanInWords } from './measures.ts'
import { pageNumber, perPage } from './pagination.ts'
import { periodLabels } from './period.ts'
import { ownPath, readWire, renamed } from './renamed.ts'
import { bit, optionalText, pathId, requiredText } from './wire-values.ts'

describe('chart shapes', () => {
  describe('the marks of a scale', () => {
    it.each([
      [0, [0, 1]],
      [1, [0, 1]],
      [5, [0, 2, 4, 6]],
      [15, [0, 4, 8, 12, 16]],
      [97, [0, 25, 50, 75, 100]],
      [1234, [0, 400, 800, 1200, 1600]],
    ])('up to %d are %j', (most, ticks) => expect(wholeTicks(most)).toEqual(ticks))

    it('are whole, evenly apart, few, and reach the largest value', () => {
      fc.assert(
        fc.property(fc.nat(10_000_000), (most) => {
          const ticks = wholeTicks(most)
          const step = ticks[1] ?? 0
          expect(ticks).toEqual(ticks.map((_, index) => index * step))
          expect(ticks.every(Number.isInteger)).toBe(true)
          expect(ticks.length).toBeLessThanOrEqual(5)
          expect(ticks.at(-1)).toBeGreaterThanOrEqual(most)
        }),
      )
    })
  })

  const chart = {
    labels: ['seg', 'ter'],
    datasets: [
      { label: 'Pendente', data: [2, 0] },
      { label: 'Concluído', data: [3, 4] },
    ],
  }

  it('the parts of a bar stand upon each other', () => {
    expect(stackAt(chart, 0)).toEqual([
      { from: 0, to: 2 },
      { from: 2, to: 5 },
    ])
    expect(largestStack(chart)).toBe(5)
    expect(largestStack({ labels: [], datasets: [] })).toBe(0)
  })

  describe('the slices of a pie', () => {
    it('begin at the top and go clockwise', () => {
      expect(pieSlices([1, 1], 10, 10, 10)).toEqual([
        'M10 10 L10 0 A10 10 0 0 1 10 20 Z',
        'M10 10 L10 20 A10 10 0 0 1 10 0 Z',
      ])
    })

    it('are a whole circle for the only value, and nothing for none', () => {
      expect(pieSlices([0, 7], 10, 10, 10)).toEqual(['', 'M10 0 A10 10 0 0 1 10 20 A10 10 0 0 1 10 0 Z'])
      expect(pieSlices([0, 0], 10, 10, 10)).toEqual(['', ''])
    })

    it('leave nothing out where one is almost the whole', () => {
      expect(pieSlices([499_999, 1], 10, 10, 10)[0]).toBe('M10 10 L10 0 A10 10 0 0 1 10 20 A10 10 0 0 1 10 0 Z')
    })
  })

  it('the labels of slices stand in their middle', () => {
    expect(sliceMiddles([1, 1], 10, 10, 10)).toEqual([
      { x: 16.4, y: 10, share: 0.5 },
      { x: 3.6, y: 10, share: 0.5 },
    ])
    expect(sliceMiddles([0, 7], 10, 10, 10)[1]).toEqual({ x: 10, y: 10, share: 1 })
    expect(sliceMiddles([0], 10, 10, 10)[0]?.share).toBe(0)
  })

  // proves 17.61
  describe('the axis of time', () => {
    const days = (count: number) =>
      Array.from({ length: count }, (_, day) => `${String((day % 28) + 1).padStart(2, '0')}/11`)

    it.each([
      [days(7), 1],
      [days(13), 2],
      [days(30), 5],
      [Array.from({ length: 13 }, (_, month) => `${String((month % 12) + 1).padStart(2, '0')}/2026`), 3],
      [[], 1],
    ])('%j has a label at every %d', (labels, interval) => expect(labelInterval(labels)).toBe(interval))
  })

  it('a number stands on its mark only where there is room', () => {
    expect(fitsOnMark('12', 24, 16, 11)).toBe(true)
    expect(fitsOnMark('12', 14, 16, 11)).toBe(false)
    expect(fitsOnMark('12', 24, 9, 11)).toBe(false)
  })
})

describe('display keyword', () => {
  describe('displayKindOf', () => {
    // proves 4.4
    it.each([
      ['Pendente', 'pending'],
      ['CONCLUÍDO', 'completed'],
      ['completado', 'completed'],
      ['Cancelado', 'cancelled'],
      ['retornado', 'returned'],
      ['devolvido', 'returned'],
      ['Editado', 'edited'],
      ['alterado', 'edited'],
      ['Em andamento', 'inProgress'],
      ['Em Análise', 'other'],
      [undefined, 'other'],
      [null, 'other'],
    ])('draws %s as %s', (text, kind) => expect(displayKindOf(text)).toBe(kind))
  })

  describe('activityKindOf', () => {
    // proves 2.6.4, 4.26
    it.each([
      ['Protocolo criado', 'created'],
      ['Novo protocolo', 'created'],
      ['Comentário adicionado', 'commentAdded'],
      ['Comentário excluído', 'commentDeleted'],
      ['Nova resposta', 'comment'],
      ['Item devolvido', 'returned'],
      ['Protocolo recebido', 'received'],
      ['', 'other'],
    ])('reads %j as %s', (text, kind) => expect(activityKindOf(text)).toBe(kind))

    // proves 2.6.4, 11.12
    it('knows every action that the history can tell', () => {
      for (const action of Object.values(historyAction)) expect(activityKindOf(action), action).not.toBe('other')
    })
  })
})

describe('is overtaken', () => {
  const before = { name: 'Arquivo', description: 'Térreo' as string | null, isActive: true }

  // proves 12.26
  it.each([
    ['says nothing of what was seen', undefined, { description: null }, false],
    ['begins from what is there', before, { description: null }, false],
    ['would bring an old value back', { ...before, description: null }, { description: null }, true],
    ['would put its own value over an unseen one', { ...before, description: null }, { description: 'Subsolo' }, true],
    ['wants what somebody else has already saved', { ...before, description: null }, {}, false],
    ['leaves what somebody else has changed as it is', { ...before, description: null }, { name: 'Acervo' }, false],
    ['changes only what it does not speak of', { isActive: true }, { description: null }, false],
    ['knows a blank field as absent', { ...before, description: undefined }, { description: null }, true],
  ])('an edit that %s', (_, seen, edit, isRefused) => {
    expect(isOvertaken(seen, before, { ...before, ...edit })).toBe(isRefused)
  })

  it('a blank field is the same whether null or absent', () => {
    expect(isOvertaken({ phone: undefined }, { phone: null }, { phone: '11' })).toBe(false)
  })
})

describe('measures', () => {
  it.each([
    [0, '0 bytes'],
    [1, '1 byte'],
    [820, '820 bytes'],
    [14_300, '14 kB'],
    [2_440_000, '2,4 MB'],
    [999_700_000, '1 GB'],
    [52_000_000_000, '52 GB'],
    [3_200_000_000_000_000, '3.200 TB'],
  ])('%i bytes are %s', (bytes, words) => {
    expect(sizeInWords(bytes)).toBe(words)
  })

  it.each([
    [-3, '0 segundos'],
    [1.9, '1 segundo'],
    [60, '1 minuto'],
    [7199, '1 hora'],
    [47 * 3600, '47 horas'],
    [50 * 3600, '2 dias'],
  ])('%d seconds are %s', (seconds, words) => {
    expect(spanInWords(seconds)).toBe(words)
  })

  it('counts with its noun', () => {
    expect(countInWords(1, 'item', 'itens')).toBe('1 item')
    expect(countInWords(12_000, 'item', 'itens')).toBe('12.000 itens')
  })
})

describe('pagination', () => {
  // proves 9.3, 12.11
  it.each([
    ['3', 3],
    ['0', 1],
    ['-2', 1],
    ['abc', 1],
    [undefined, 1],
    ['1000000000', 1_000_000],
    ['99999999999999999999', 1_000_000],
    ['1.5', 1],
    ['0x3', 1],
    ['3e0', 1],
    ['+3', 1],
    [' 3 ', 1],
  ])('page %j is page %i', (text, page) => expect(pageNumber.parse(text)).toBe(page))

  it.each([
    ['25', 25],
    [25, 25],
    ['26', 10],
    ['0x19', 10],
    ['2.5e1', 10],
    [undefined, 10],
  ])('%j rows to a page are %i', (text, size) => expect(perPage.parse(text)).toBe(size))
})

describe('period', () => {
  // proves 2.4.1, 2.11.1
  it('the selectors say the words of the contract, in its order', () => {
    expect(Object.entries(periodLabels)).toEqual([
      ['week', 'Última Semana'],
      ['month', 'Último Mês'],
      ['quarter', 'Último Trimestre'],
      ['year', 'Último Ano'],
    ])
    expect(Object.entries(reportTypeLabels)).toEqual([
      ['status', 'Por Status'],
      ['department', 'Por Departamento'],
      ['time', 'Por Período'],
      ['return', 'Retornos'],
    ])
    expect(reportFilter.parse({})).toEqual({ period: 'month', type: 'status' })
  })
})

describe('renamed', () => {
  const place = z.object({ id: z.int(), name: z.string().trim().min(1, 'Nome é obrigatório'), isOpen: bit })
  const placeWire = renamed(place, { id: 'plid', name: 'plname' })
  const tripWire = renamed(
    z.object({
      tripId: z.int(),
      stops: z.array(placeWire),
      lastStop: placeWire.nullish(),
      note: z.string().optional(),
    }),
  )

  const wire = {
    trip_id: 7,
    stops: [{ plid: 1, plname: 'Recepção', is_open: 1 as const }],
    last_stop: { plid: 2, plname: 'Arquivo', is_open: 0 as const },
  }
  const trip = {
    tripId: 7,
    stops: [{ id: 1, name: 'Recepção', isOpen: true }],
    lastStop: { id: 2, name: 'Arquivo', isOpen: false },
  }

  describe('renamed', () => {
    it('decodes the wire names into ours and encodes them back, also in nested lists', () => {
      expect(z.decode(tripWire, wire)).toEqual(trip)
      expect(z.encode(tripWire, trip)).toEqual(wire)
      expectTypeOf<z.input<typeof placeWire>>().toEqualTypeOf<{ plid: number; plname: string; is_open: 0 | 1 }>()
      expectTypeOf<z.output<typeof placeWire>>().toEqualTypeOf<{ id: number; name: string; isOpen: boolean }>()
    })

    it('drops columns that the schema does not know on the way out', () => {
      const row = { ...trip, passwordHash: 'secret' }
      expect(z.encode(tripWire, row)).not.toHaveProperty('password_hash')
    })

    it("reports a bad request under the wire's names with the field's own sentence", () => {
      const bad = { trip_id: 7, stops: [{ plid: 1, plname: ' ', is_open: 1 }] }
      const issue = z.safeDecode(tripWire, bad as never).error?.issues[0]
      expect(issue).toMatchObject({ path: ['stops', 0, 'plname'], message: 'Nome é obrigatório' })
    })

    it('demands of several fields together what the entity does, under the wire’s names', () => {
      const span = z
        .object({ firstDay: z.string(), lastDay: z.string() })
        .refine(({ firstDay, lastDay }) => firstDay <= lastDay, { path: ['lastDay'], error: 'Datas trocadas' })
      const decoded = z.safeDecode(renamed(span), { first_day: '2', last_day: '1' })
      expect(decoded.error?.issues).toMatchObject([{ path: ['last_day'], message: 'Datas trocadas' }])
      expect(z.decode(renamed(span), { first_day: '1', last_day: '2' })).toEqual({ firstDay: '1', lastDay: '2' })
    })

    it('describes the wire side to OpenAPI, for requests and responses', () => {
      const schema = z.toJSONSchema(tripWire, { io: 'input' })
      expect(Object.keys(schema.properties ?? {})).toEqual(['trip_id', 'stops', 'last_stop', 'note'])
    })
  })

  describe('readWire', () => {
    it('reads an answer like decode does', () => expect(readWire(tripWire, wire)).toEqual(trip))

    it('keeps what does not fit instead of breaking', () => {
      expect(readWire(tripWire, { trip_id: null, stops: null, extra: 1 })).toEqual({
        tripId: null,
        stops: null,
        extra: 1,
      })
      expect(readWire(placeWire, { is_open: 'talvez' })).toEqual({ isOpen: 'talvez' })
    })
  })

  it('ownPath finds our field behind a path of the wire', () => {
    expect(ownPath(tripWire, 'stops.0.plname')).toBe('stops.0.name')
    expect(ownPath(tripWire, 'last_stop.is_open')).toBe('lastStop.isOpen')
    expect(ownPath(tripWire, 'unknown.thing')).toBe('unknown.thing')
  })
})

describe('wire values', () => {
  const sentence = (text: unknown) => requiredText('Nome é obrigatório').safeParse(text).error?.issues[0]?.message

  describe('a required text', () => {
    it.each(['', '  ', '\t\n', '\u200b', ' \u2060\ufeff', '\u00ad', '\u0001', null, undefined, 5])(
      'is missing where nothing can be read: %j',
      (text) => expect(sentence(text)).toBe('Nome é obrigatório'),
    )

    it.each(['Ana', ' Ana ', '😀', '👩‍👩‍👧', '.', 'a\u200bb'])('is there where something can: %j', (text) =>
      expect(sentence(text)).toBeUndefined(),
    )

    it.each(['a\u0000', 'a\ud800'])('holds only what a database can: %j', (text) =>
      expect(sentence(text)).toBe('O texto contém caracteres inválidos'),
    )
  })

  describe('an optional text', () => {
    it.each(['', '  ', '\u200b', ' \u2060\ufeff', '\u00ad\u00ad\u00ad'])(
      'is empty where nothing can be read: %j',
      (text) => expect(optionalText().parse(text)).toBe(''),
    )

    it.each([
      [' Ana ', 'Ana'],
      ['a\u200bb\u00a0 c\r\nd', 'ab c\nd'],
      [null, null],
      [undefined, undefined],
    ])('is kept where something can: %j', (text, kept) => expect(optionalText().parse(text)).toBe(kept))

    it.each(['a\u0000', '\u0000', '\ud800'])('holds only what a database can: %j', (text) =>
      expect(optionalText().safeParse(text).error?.issues[0]?.message).toBe('O texto contém caracteres inválidos'),
    )
  })

  describe('an identity in a path', () => {
    // proves 12.19
    it('has one spelling', () => {
      fc.assert(fc.property(fc.string(), (text) => !pathId.safeParse(text).success || /^[1-9]\d*$/.test(text)))
      fc.assert(fc.property(fc.integer({ min: 1, max: 2_147_483_647 }), (id) => pathId.parse(String(id)) === id))
    })

    it.each(['0', '-1', '+1', '01', '1.0', '1e0', '0x1', ' 1', '1 ', '2147483648', '', 'abc'])('is not %j', (text) =>
      expect(pathId.safeParse(text).success).toBe(false),
    )
  })
})
