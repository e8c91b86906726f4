import { Button } from '@mantine/core'
import { IconTableExport } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { errorCode, errorMessage } from '../../lib/api-error.ts'
import { saveRows } from '../../lib/files.ts'
import { counted, formatNumber } from '../../lib/format.ts'
import { ProgressBar } from '../progress-bar.tsx'
import { inQuarters, Spoken } from '../spoken.tsx'
import { notifyError } from '../toasts.ts'
import classes from './table.module.css'

interface RowsExportProps {
  label: string
  path: string
  /** The current filters. */
  query: object
  /** What starts the export, in place of a button with the label. */
  children?: (start: () => void) => ReactNode
}

/** Downloads a list of any length as CSV, with progress and a cancel button. */
export function RowsExport({ label, path, query, children }: RowsExportProps) {
  const [progress, setProgress] = useState<Progress>()
  const running = useRef<AbortController>(undefined)
  // Aborts the export when the user leaves the page.
  useEffect(() => () => running.current?.abort(), [])

  const start = async () => {
    const controller = new AbortController()
    running.current = controller
    setProgress({ rows: 0, total: null })
    try {
      await saveRows(path, {
        query,
        signal: controller.signal,
        onProgress: (rows, total) => setProgress({ rows, total }),
      })
    } catch (error) {
      if (controller.signal.aborted) return
      const code = errorCode(error)
      notifyError(errorMessage(error, 'Erro ao exportar a lista. Tente novamente.'), code ? { code } : {})
    } finally {
      setProgress(undefined)
    }
  }

  return (
    <>
      <Spoken isHidden>{progress && spokenProgress(progress)}</Spoken>
      <div className="row gap-8">
        {progress && <Running {...progress} />}
        {/* One button for both, so that the focus stays where it is. */}
        {(progress || !children) && (
          <Button
            {...(progress
              ? { variant: 'subtle', size: 'compact-sm' }
              : { variant: 'default', leftSection: <IconTableExport size={16} aria-hidden /> })}
            // Ignores the second click of a double click, which would cancel at once.
            onClick={(event) => event.detail <= 1 && (progress ? running.current?.abort() : start())}
          >
            {progress ? 'Cancelar exportação' : label}
          </Button>
        )}
        {children?.(() => !progress && start())}
      </div>
    </>
  )
}

interface Progress {
  rows: number
  /** null until the server has sent it. */
  total: number | null
}

const spokenProgress = ({ rows, total }: Progress) => `Exportação: ${total ? inQuarters((rows / total) * 100) : 0}%`

function Running({ rows, total }: Progress) {
  return (
    <div className={classes.words}>
      {total === null
        ? `Exportando: ${counted(rows, 'linha', 'linhas')}`
        : `Exportando: ${formatNumber(rows)} de ${counted(total, 'linha', 'linhas')}`}
      <div className="mt-4">
        <ProgressBar completed={rows} total={total ?? 0} label="Andamento da exportação" withCount={false} />
      </div>
    </div>
  )
}
