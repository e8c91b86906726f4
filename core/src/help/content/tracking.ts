import type { HelpSection } from '../help-section.ts'

export const tracking: HelpSection = {
  key: 'tracking',
  title: 'Rastreamento',
  summary: 'Onde está um documento agora e por onde ele passou.',
  tags: ['rastrear', 'localizar', 'onde está', 'linha do tempo', 'timeline', 'número do documento', 'busca'],
  screen: '/rastreamento',
  topics: [
    {
      title: 'Procurar',
      text: [
        'Escolha o que você sabe: o número do protocolo, o número do documento (basta uma parte) ou o tipo de item. Acentos e maiúsculas não fazem diferença.',
      ],
      steps: [
        'Escolha o tipo de busca, digite e clique em "Buscar".',
        'Em "Filtros", limite por departamento, status ou categoria. "Limpar Filtros" desfaz.',
        'Em cada resultado leia onde o item está, quem responde por ele e os três últimos passos.',
        'Clique em "Ver Timeline" para a história completa.',
      ],
    },
    {
      title: 'Ler a linha do tempo',
      text: [
        'Círculo cheio: já aconteceu. Anel: é onde o item está agora. Círculo vazado, com linha tracejada: o que ainda falta, como o recebimento, a devolução com a sua data ou a conclusão.',
      ],
    },
    {
      title: 'O que significa "onde está"',
      text: [
        'Antes do recebimento o item está na origem, aguardando recebimento no destino. Depois, está no destino. Devolvido ou cancelado, está na origem. Concluído, está na origem se precisava voltar; senão, no destino.',
        'Um item encaminhado está no último departamento que o recebeu, por mais que tenha andado. O caminho mostra todas as paradas, e a linha do tempo tem um passo para cada encaminhamento, recebimento e devolução.',
      ],
      note: 'A busca encontra o que você pode ver. Se um documento não aparece, talvez ele não passe pelo seu departamento.',
    },
  ],
}
