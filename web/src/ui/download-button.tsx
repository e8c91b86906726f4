import type { ButtonProps } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { telling } from '../lib/telling.ts'
import { BusyButton } from './busy-button.tsx'

interface DownloadButtonProps extends Pick<ButtonProps, 'variant' | 'size'> {
  save: () => Promise<void>
  /** Error message for when the server sends none. */
  failure: string
  children: string
}

/** Downloads a file from the server; the first press counts. */
export function useDownload({ save, failure }: Pick<DownloadButtonProps, 'save' | 'failure'>) {
  const { mutate, isPending } = useMutation(telling({ mutationFn: save }, { failure }))
  return { isPending, start: () => !isPending && mutate() }
}

/** Downloads a file from the server. */
export function DownloadButton({ save, failure, children, variant = 'default', ...props }: DownloadButtonProps) {
  const { start, isPending } = useDownload({ save, failure })
  return (
    <BusyButton
      {...props}
      variant={variant}
      leftSection={<IconDownload size={16} aria-hidden />}
      isBusy={isPending}
      onClick={start}
    >
      {isPending ? 'Baixando...' : children}
    </BusyButton>
  )
}
