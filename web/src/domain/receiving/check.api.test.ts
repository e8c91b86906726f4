import { expect, it } from 'vitest'
import { checkedWords } from './check.api.ts'

// proves 20.51
it.each([
  [{ received: true, opened: 0 }, 'Protocolo recebido com sucesso!'],
  [{ received: true, opened: 1 }, 'Protocolo recebido com sucesso! 1 ocorrência registrada.'],
  [{ received: true, opened: 2 }, 'Protocolo recebido com sucesso! 2 ocorrências registradas.'],
  [{ received: false, opened: 1 }, '1 ocorrência registrada.'],
])('%j is told as %s', (outcome, words) => expect(checkedWords(outcome)).toBe(words))
