import { expect, it } from 'vitest'
import { typicalWords } from './typical-words.ts'

const typical = {
  ...{ sample: 1042, medianDays: 6, p80Days: 9, dayCount: 'Dias úteis' as const, onTimeRate: 0.714, categoryDays: 10 },
}
const unknown = { medianDays: null, p80Days: null, onTimeRate: null }

// proves 21.47
it.each([
  [typical, 'Costuma voltar em 6 dias úteis; 8 em cada 10, em até 9. No prazo: 71% de 1.042 devoluções em um ano.'],
  [
    { ...typical, sample: 10, medianDays: 1, p80Days: 1, onTimeRate: 1, dayCount: 'Dias corridos' as const },
    'Costuma voltar em 1 dia corrido. No prazo: 100% de 10 devoluções em um ano.',
  ],
  [
    { ...typical, sample: 10, medianDays: 0, p80Days: 2.5, onTimeRate: 0.5 },
    'Costuma voltar no mesmo dia; 8 em cada 10, em até 2,5. No prazo: 50% de 10 devoluções em um ano.',
  ],
  [{ ...typical, ...unknown, sample: 9 }, 'Só 9 devoluções em um ano: pouco para dizer o que é habitual.'],
  [{ ...typical, ...unknown, sample: 1 }, 'Só 1 devolução em um ano: pouco para dizer o que é habitual.'],
  [{ ...typical, ...unknown, sample: 0 }, null],
])('%j', (of, words) => expect(typicalWords(of)).toBe(words))
