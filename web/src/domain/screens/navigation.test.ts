import { expect, it } from 'vitest'
import { isActive, navigation, userMenu } from './navigation.ts'

it.each([
  ['/protocolos', '/protocolos', true],
  ['/protocolos', '/protocolos/318/editar', true],
  ['/protocolos', '/protocolos-antigos', false],
  ['/', '/', true],
  ['/', '/protocolos', false],
])('the entry %s on %s: %s', (entry, path, expected) => expect(isActive(entry, path)).toBe(expected))

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
