import { intro } from './content/intro.ts'
import { protocols } from './content/protocols.ts'
import { returns } from './content/returns.ts'
import { settings } from './content/settings.ts'
import type { HelpSection } from './help-section.ts'

const reports: HelpSection = {
  key: 'reports',
  title: 'Relatórios',
  summary: 'Números por situação, departamento, período e retornos, e como levá-los embora.',
  tags: [
    'gráfico',
    'exportar',
    'PDF',
    'Excel',
    'planilha',
    'CSV',
    'tempo médio',
    'no prazo',
    'atrasados',
    'indicadores',
  ],
  screen: '/relatorios',
  topics: [
    {
      title: 'Escolher o relatório',
      text: [
        'Escolha o período (última semana, último mês, último trimestre ou último ano), o departamento e o tipo: por status, por departamento, por período ou retornos. Os filtros ficam no endereço: copie-o para mostrar o mesmo relatório a alguém.',
      ],
    },
    {
      title: 'O que os números contam',
      text: [
        'Todos falam dos protocolos criados no período, com hoje incluído, entre os que você pode ver. Um protocolo concluído mais tarde conta no dia em que foi criado.',
        'Ativos são os que ainda estão pendentes ou em andamento. O tempo médio de conclusão é a média de dias corridos entre a criação e a conclusão.',
        'Nos retornos, "No prazo" é o que voltou até a data; "Atrasados" é o que voltou depois ou ainda não voltou e já venceu; "Pendentes" é o que ainda vai vencer. Clique no "i" ao lado de cada número para ler a definição.',
      ],
    },
    {
      title: 'Ver e exportar',
      text: [
        'Junto de cada gráfico, "Dados Detalhados" mostra os mesmos números em texto; as cores também se distinguem pela claridade e por listras.',
        'PDF faz um documento A4 com o cabeçalho da organização, pronto para imprimir. Excel faz uma planilha com números e datas de verdade. "Protocolos (CSV)" baixa a lista dos protocolos por trás do relatório; em listas longas dá para ver o andamento e cancelar.',
      ],
    },
  ],
}

const tracking: HelpSection = {
  key: 'tracking',
  title: 'Rastreamento',
  summary: 'Onde está um documento agora e por onde ele passou.',
  tags: ['rastrear', 'localizar', 'onde está', 'linha do tempo', 'timeline', 'número do documento', 'busca'],
  screen: '/rastreamento',
  topics: [
    {
      title: 'Procurar',
      text: [
        'Digite o que você sabe: o número do protocolo, o número do documento (basta uma parte) ou o tipo de item. Os três são tentados, nesta ordem, até um encontrar algo. Acentos e maiúsculas não fazem diferença.',
      ],
      steps: [
        'Digite e clique em "Buscar". Com o tipo de busca, limite-a a um dos três.',
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

/** The help centre and the manual, in the order of contract 2.14.2. */
export const helpSections: readonly HelpSection[] = [intro, protocols, returns, tracking, settings, reports]
