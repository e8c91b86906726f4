import { expect, it } from 'vitest'
import { isOvertaken } from './is-overtaken.ts'

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
