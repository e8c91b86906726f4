import { expect, it } from 'vitest'
import { itemName, itemSubtitle, itemTitle, nameOfItemOf } from './item-name.ts'

const number = { documentNumber: '101/26' }
const description = { description: 'pasta da Maria Souza' }
const itemType = { itemType: 'Contrato' }

it.each([
  [{ ...number, ...description, ...itemType }, '101/26'],
  [{ documentNumber: '', ...description, ...itemType }, 'pasta da Maria Souza'],
  [{ documentNumber: null, description: '', ...itemType }, 'Contrato'],
  [{ documentNumber: null }, 'Item sem número'],
])('the name of %j is %s', (item, name) => expect(itemName(item)).toBe(name))

it('an occurrence is named by its item, not by what happened', () => {
  const about = { documentNumber: null, itemDescription: 'pasta da Maria Souza', ...itemType }
  expect(nameOfItemOf({ ...about, ...{ description: 'Veio rasgado' } })).toBe('pasta da Maria Souza')
  expect(nameOfItemOf({ ...about, itemDescription: null, ...{ description: 'Veio rasgado' } })).toBe('Contrato')
})

it.each([
  [{ ...number, ...description }, '101/26', 'pasta da Maria Souza'],
  [description, 'pasta da Maria Souza', undefined],
  [number, '101/26', undefined],
  [{}, 'Sem número', undefined],
])('%j is shown as %s, with %s below', (item, title, subtitle) => {
  expect(itemTitle(item)).toBe(title)
  expect(itemSubtitle(item)).toBe(subtitle)
})
