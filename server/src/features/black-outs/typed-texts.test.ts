import { expect, it } from 'vitest'
import { typedPart, typedTexts } from './black-out.ts'

it.each([
  ['Ana criou o protocolo', undefined, []],
  ['Ana cancelou o protocolo. Motivo: Veio em dobro', 'Motivo: Veio em dobro', ['Veio em dobro']],
  ['Ana pediu prazo até 10/12/2026. Motivo: “Falta uma via”', 'Motivo: “Falta uma via”', ['Falta uma via']],
  ['Mensagem: “Volta hoje?\nDiga “sim””', 'Mensagem: “Volta hoje?\nDiga “sim””', ['Volta hoje?\nDiga “sim”']],
  ['Contrato: Dano. Descrição: “Rasgado”', 'Descrição: “Rasgado”', ['Rasgado']],
  ['Ana resolveu a ocorrência: Reposto. Desfecho: “Nova via”', 'Desfecho: “Nova via”', ['Nova via']],
  ['Ana negou o pedido. Resposta: “O prazo é fixo”', 'Resposta: “O prazo é fixo”', ['O prazo é fixo']],
  [
    'prazo alterado por Ana, a pedido de Eva. Motivo: Falta uma via. Resposta: “Pode ser”',
    'Motivo: Falta uma via. Resposta: “Pode ser”',
    ['Falta uma via', 'Pode ser'],
  ],
])('finds what was typed into %j', (sentence, part, texts) => {
  expect(typedPart(sentence)).toBe(part)
  expect(typedTexts(sentence)).toEqual(texts)
})
