import { expect, it } from 'vitest'
import { destinationNotes } from './destination-words.ts'

const to = (name: string, facts = {}) => ({ name, isOrigin: false, isWithoutPeople: false, ...facts })

// proves 17.47
it.each([
  [[to('Jurídico')], []],
  [
    [to('Recursos Humanos', { isOrigin: true })],
    ['Recursos Humanos também é a origem: o protocolo não sai do departamento.'],
  ],
  [[to('Arquivo', { isWithoutPeople: true })], ['Arquivo não tem pessoas ativas: ninguém poderá receber o protocolo.']],
  [
    [to('Arquivo', { isWithoutPeople: true }), to('Jurídico'), to('Frota', { isWithoutPeople: true })],
    ['Arquivo e Frota não têm pessoas ativas: ninguém poderá receber os protocolos.'],
  ],
])('a destination that may not be meant: %#', (destinations, notes) => {
  expect(destinationNotes(destinations)).toEqual(notes)
})
