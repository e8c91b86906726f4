import { expect, it } from 'vitest'
import { isActive, navigation, userMenu } from './navigation.ts'

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
