import type { HelpSection } from '../help-section.ts'

export const reports: HelpSection = {
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
