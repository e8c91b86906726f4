interface Destination {
  name: string
  isOrigin: boolean
  isWithoutPeople: boolean
}

const list = new Intl.ListFormat('pt-BR')

/** Warnings before a protocol is sent to departments that may not be meant. */
export function destinationNotes(destinations: readonly Destination[]): string[] {
  const own = destinations.find(({ isOrigin }) => isOrigin)
  const empty = destinations.filter(({ isWithoutPeople }) => isWithoutPeople).map(({ name }) => name)
  return [
    ...(own ? [`${own.name} também é a origem: o protocolo não sai do departamento.`] : []),
    ...(empty.length === 1 ? [`${empty[0]} não tem pessoas ativas: ninguém poderá receber o protocolo.`] : []),
    ...(empty.length > 1
      ? [`${list.format(empty)} não têm pessoas ativas: ninguém poderá receber os protocolos.`]
      : []),
  ]
}
