import { expect, it } from 'vitest'
import { z } from 'zod'
import { readWire } from '../shared/renamed.ts'
import { categoryInput } from './category.ts'
import { categoryInputWire, categoryWire, readCategories } from './category.wire.ts'

const form = { name: ' Empréstimo ', returnDays: '15', dayCount: 'Dias corridos', color: '#0fa3b1' }

it('a filled form becomes the body of a request, and the body the same category', () => {
  const values = categoryInput.parse(form)
  const body = z.encode(categoryInputWire, values)
  expect(body).toEqual({ ctname: 'Empréstimo', return_days: 15, category_parameter: 'Dias corridos', color: '#0fa3b1' })
  expect(z.decode(categoryInputWire, body)).toEqual(values)
})

it('days left blank mean that the category need not come back', () => {
  expect(categoryInput.parse({ ...form, returnDays: '' }).returnDays).toBeNull()
  const { returnDays, ...absent } = form
  expect(categoryInput.parse(absent).returnDays).toBeNull()
})

// proves 3.15
it('answers carry the identity under both names', () => {
  const category = {
    id: 7,
    name: 'A',
    returnDays: null,
    dayCount: 'Dias úteis' as const,
    color: null,
    protocolsCount: 2,
  }
  const wire = z.encode(categoryWire, { ...category, sameId: 7 })
  expect(wire).toMatchObject({ ctid: 7, id: 7, ctname: 'A', return_days: null, protocols_count: 2 })
  expect(readWire(categoryWire, wire)).toEqual({ ...category, sameId: 7 })
})

// proves 3.15
it('a list may name its categories and their identity otherwise', () => {
  const read = readCategories([
    { id: 7, category_name: 'A', return_days: 5 },
    { ctid: 8, id: 8, ctname: 'B' },
    { id: 9 },
  ])
  expect(read).toMatchObject([{ id: 7, name: 'A', returnDays: 5 }, { id: 8, name: 'B' }, { id: 9 }])
  expect(readCategories(null)).toBeNull()
})
