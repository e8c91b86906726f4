import { protocolStatus } from '../protocols/protocol-status.ts'

/**
 * What each number of the reports means, as the screen, the exported files and docs/reports.md say it. The queries of
 * the server count by these definitions.
 */
export const reportDefinitions = {
  total:
    'Protocolos criados no período (hoje incluído) que você pode ver, qualquer que seja a situação deles hoje. Um protocolo concluído mais tarde conta no período em que foi criado.',
  active: `Protocolos criados no período que ainda estão em aberto: ${protocolStatus.pending} ou ${protocolStatus.inProgress}.`,
  completed: 'Protocolos criados no período que já foram concluídos, mesmo que depois do fim do período.',
  canceled: 'Protocolos criados no período que foram cancelados.',
  averageCompletionTime:
    'Média de dias corridos entre a criação e a conclusão dos protocolos criados no período e já concluídos.',
  department:
    'Protocolos criados no período, por departamento: os que ele enviou e os que recebeu de outro departamento.',
  time: 'Protocolos criados em cada dia (no trimestre, em cada semana; no ano, em cada mês) do período.',
  onTime: 'No prazo: itens devolvidos até a data de retorno.',
  late: 'Atrasados: itens devolvidos depois da data de retorno, ou ainda não devolvidos com a data de retorno vencida.',
  outstanding: 'Pendentes: itens ainda não devolvidos cuja data de retorno é hoje ou está no futuro.',
  returns:
    'Itens com data de retorno dos protocolos criados no período; itens cancelados e protocolos cancelados não contam.',
} as const
