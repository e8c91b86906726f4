import type { ExportFormat, ReportFilter } from '@malote/core/reports/report.ts'
import { Button } from '@mantine/core'
import { IconFileSpreadsheet, IconFileTypePdf } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { saveFile } from '../../lib/files.ts'
import { telling } from '../../lib/telling.ts'
import { notifySuccess } from '../../ui/toasts.ts'

const words: Record<Exclude<ExportFormat, 'csv'>, string> = {
  pdf: 'Exportando relatório para PDF...',
  xlsx: 'Exportando relatório para Excel...',
}

const exportReport = (filter: ReportFilter) =>
  telling(
    {
      mutationFn: (format: 'pdf' | 'xlsx') => saveFile('/api/reports/export', { query: { ...filter, format } }),
      onMutate: (format) => notifySuccess(words[format]),
    },
    { failure: 'Erro ao exportar relatório. Tente novamente.' },
  )

/** PDF and Excel exports, which the server creates with the current filters (contract 2.11.5). */
export function ExportButtons({ filter }: { filter: ReportFilter }) {
  const { mutate, isPending, variables } = useMutation(exportReport(filter))
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconFileTypePdf size={16} aria-hidden />}
        data-disabled={isPending || undefined}
        aria-disabled={isPending || undefined}
        onClick={() => !isPending && mutate('pdf')}
      >
        {isPending && variables === 'pdf' ? 'Exportando...' : 'PDF'}
      </Button>
      <Button
        variant="default"
        leftSection={<IconFileSpreadsheet size={16} aria-hidden />}
        data-disabled={isPending || undefined}
        aria-disabled={isPending || undefined}
        onClick={() => !isPending && mutate('xlsx')}
      >
        {isPending && variables === 'xlsx' ? 'Exportando...' : 'Excel'}
      </Button>
    </>
  )
}
