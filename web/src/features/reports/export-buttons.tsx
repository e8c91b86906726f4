import type { ExportFormat, ReportFilter } from '@malote/core/reports/report.ts'
import { Button, Loader } from '@mantine/core'
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

const buttons = [
  { format: 'pdf', label: 'PDF', icon: IconFileTypePdf },
  { format: 'xlsx', label: 'Excel', icon: IconFileSpreadsheet },
] as const

/**
 * PDF and Excel exports, which the server creates with the current filters (contract 2.11.5). The buttons stay focusable
 * and as wide as they are while busy: on a phone a wider one would move the page.
 */
export function ExportButtons({ filter }: { filter: ReportFilter }) {
  const { mutate, isPending, variables } = useMutation(exportReport(filter))
  return buttons.map(({ format, label, icon: Icon }) => (
    <Button
      key={format}
      variant="default"
      leftSection={
        isPending && variables === format ? <Loader size={16} aria-hidden /> : <Icon size={16} aria-hidden />
      }
      data-disabled={isPending || undefined}
      aria-disabled={isPending || undefined}
      onClick={() => !isPending && mutate(format)}
    >
      {label}
    </Button>
  ))
}
