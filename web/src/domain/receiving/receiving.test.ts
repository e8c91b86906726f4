import type { Item } from '@malote/core/items/item.ts'
import { describe, expect, it } from 'vitest'
import { checkedWords } from './check.api.ts'
import {
  bodyOf,
  foundIn,
  type Marks,
  noteProblems,
  photoProblems,
  problemsByItem,
  shownOf,
  unmarked,
} from './check-marks.ts'

describe('check marks', () => {
  const item = (id: number, documentNumber = `DOC-${id}`) =>
    ({ id, documentNumber, description: null, itemType: 'Contrato' }) as Item
  const items = [item(1), item(2), item(3, 'Ofício 9'), item(4)]
  const marks: Marks = {
    2: { outcome: 'missing', note: ' não estava no envelope ', photos: [] },
    // Marked by mistake and taken back.
    3: { outcome: 'ok', note: 'rasgado', photos: [] },
    4: { outcome: 'damaged', note: 'x', photos: [] },
  }
  const found = foundIn(items, marks)

  // proves 20.51
  it('only what did not come as described is sent, without spaces around the note', () => {
    expect(bodyOf(found)).toEqual({
      items: [
        { id: 2, outcome: 'missing', note: 'não estava no envelope' },
        { id: 4, outcome: 'damaged', note: 'x' },
      ],
    })
    expect(bodyOf(foundIn(items, {}))).toEqual({ items: [] })
  })

  // proves 20.51
  it('a note of fewer than 3 characters is asked for at its item', () => {
    expect(noteProblems(found)).toEqual({ 4: 'Descreva o que foi encontrado' })
    expect(problemsByItem(found, [['items.0.note', 'Muito longo']])).toEqual({ 2: 'Muito longo' })
    expect(problemsByItem(found, [['items.1.id', 'Já registrada']])).toEqual({ 4: 'Já registrada' })
  })

  it('photos are refused as the server refuses the files of an occurrence', () => {
    const photo = (name: string) => new File(['x'], name)
    const problemOf = (...photos: File[]) =>
      photoProblems(foundIn(items, { 2: { outcome: 'missing', note: '', photos } }), 10)
    expect(problemOf(photo('a.jpg'), photo('b.png'), photo('c.gif'))).toEqual({})
    expect(problemOf(photo('a.svg'))[2]).toContain('gif')
    expect(problemOf(new File([], 'a.jpg'))[2]).toBeDefined()
    expect(problemOf(...['1', '2', '3', '4', '5', '6'].map((name) => photo(`${name}.jpg`)))).toEqual({
      2: 'Cada ocorrência pode ter no máximo 5 anexos',
    })
  })

  // proves 20.51
  it('a long list is folded, searched without accents, and never hides what was marked', () => {
    const shown = (search: string, most: number) => {
      const view = shownOf(items, marks, { search, most })
      return [view.shown.map(({ id }) => id), view.rest, view.found]
    }
    expect(shown('', 40)).toEqual([[1, 2, 3, 4], 0, 4])
    expect(shown('', 1)).toEqual([[1, 2, 4], 1, 4])
    expect(shown('oficio', 40)).toEqual([[3], 0, 1])
    expect(shown('nada', 40)).toEqual([[], 0, 0])
    expect(unmarked.outcome).toBe('ok')
  })
})

describe('check api', () => {
  // proves 20.51
  it.each([
    [{ received: true, opened: 0 }, 'Protocolo recebido com sucesso!'],
    [{ received: true, opened: 1 }, 'Protocolo recebido com sucesso! 1 ocorrência registrada.'],
    [{ received: true, opened: 2 }, 'Protocolo recebido com sucesso! 2 ocorrências registradas.'],
    [{ received: false, opened: 1 }, '1 ocorrência registrada.'],
  ])('%j is told as %s', (outcome, words) => expect(checkedWords(outcome)).toBe(words))
})
