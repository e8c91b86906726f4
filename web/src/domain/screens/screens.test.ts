import { describe, expect, it } from 'vitest'
import { dateOf, idOf } from '../calendar/calendar.api.ts'
import { isActive, navigation, userMenu } from './navigation.ts'
import { calendarSearch, dialogSearch } from './searches.ts'
import { chosenIn, ofList, rangeOf, withPage } from './use-selection.ts'

describe('navigation', () => {
  // proves 2.2.2
  it.each([
    ['/protocolos', '/protocolos', true],
    ['/protocolos', '/protocolos/318/editar', true],
    ['/protocolos', '/protocolos-antigos', false],
    ['/', '/', true],
    ['/', '/protocolos', false],
  ])('the entry %s on %s: %s', (entry, path, expected) => expect(isActive(entry, path)).toBe(expected))

  // proves 1.8, 2.2.1
  it('leads to every area, in the order of the contract', () => {
    expect(navigation.map(({ label, link }) => [label, link.to])).toEqual([
      ['Dashboard', '/'],
      ['Protocolos', '/protocolos'],
      ['Retorno de Itens', '/retornos'],
      ['Rastreamento', '/rastreamento'],
      ['Relatórios', '/relatorios'],
      ['Configurações', '/settings'],
      ['Perfil', '/perfil'],
      ['Ajuda', '/ajuda'],
    ])
    expect(userMenu.map(({ label, link }) => [label, link.to])).toEqual([['Meu Perfil', '/perfil']])
  })
})

describe('selection', () => {
  const rows = (...ids: number[]) => ids.map((id) => ({ id }))

  it.each([
    [1, 3, [1, 2, 3]],
    [3, 1, [1, 2, 3]],
    [2, 2, [2]],
    [null, 2, [2]],
    [9, 2, [2]],
  ])('a range from %s to %s covers %j', (from, to, range) => expect(rangeOf([1, 2, 3, 4], from, to)).toEqual(range))

  // proves 17.51
  it('rows of other pages stay known, in the order in which they were chosen', () => {
    const known = withPage(withPage(ofList('all'), '1', rows(1, 2)), '2', rows(3, 4))
    expect(chosenIn(known, [4, 1])).toEqual(rows(4, 1))
  })

  // proves 17.51
  it('a row that has left its page must be looked up again', () => {
    const known = withPage(withPage(ofList('all'), '1', rows(1, 2)), '1', rows(2, 3))
    expect(chosenIn(known, [1, 2, 3])).toEqual(rows(2, 3))
  })

  it('the same rows change nothing', () => {
    const page = rows(1)
    const known = withPage(ofList('all'), '1', page)
    expect(withPage(known, '1', page)).toBe(known)
  })
})

describe('the dialog in the address', () => {
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
})

describe('the calendar in the address', () => {
  it.each([
    [{}, {}],
    [{ year: '2027' }, { year: 2027 }],
    [{ year: 1999 }, {}],
    [{ year: '2101' }, {}],
    [
      { year: 2026, open: 'edit', id: '20261225' },
      { year: 2026, open: 'edit', id: 20261225 },
    ],
    [{ added: '2026-11-25', removed: 'ontem' }, { added: '2026-11-25' }],
  ])('the address %j means %j', (address, search) => expect(calendarSearch(address)).toEqual(search))

  it('a day is known by a number, as the rows of other registers are', () => {
    expect(idOf('2026-01-05')).toBe(20260105)
    expect(dateOf(20260105)).toBe('2026-01-05')
  })
})
