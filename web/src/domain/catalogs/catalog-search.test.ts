import { expect, it } from 'vitest'
import { dialogSearch } from './catalog-search.ts'

it.each([
  [{}, {}],
  [{ open: 'new' }, { open: 'new' }],
  [{ open: 'new', id: '3' }, { open: 'new' }],
  [
    { open: 'edit', id: '3' },
    { open: 'edit', id: 3 },
  ],
  [
    { open: 'delete', id: 2_000_000_000 },
    { open: 'delete', id: 2_000_000_000 },
  ],
  [{ open: 'delete' }, {}],
  [{ open: 'edit', id: 'x' }, {}],
  [{ open: 'explode', id: 3 }, {}],
])('the address %j means the dialog %j', (address, dialog) => expect(dialogSearch(address)).toEqual(dialog))
