const label = '(?:Motivo: “?|(?:Mensagem|Descrição|Desfecho|Resposta): “)'
const toTheEnd = new RegExp(`${label}.+$`, 's')
const one = new RegExp(`${label}(.+?)”?(?=\\. ${label}|$)`, 'gs')

/** The end of a history sentence, from the first label on: notifications of the same act may have it alone. */
export const typedPart = (sentence: string): string | undefined => toTheEnd.exec(sentence)?.[0]

/** The texts in a history sentence that people typed, without labels and quotes. */
export const typedTexts = (sentence: string): string[] => [...sentence.matchAll(one)].map(([, text = '']) => text)
