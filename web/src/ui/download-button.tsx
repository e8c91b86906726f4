import { Button, type ButtonProps } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { telling } from '../lib/telling.ts'

interface DownloadButtonProps extends Pick<ButtonProps, 'variant' | 'size'> {
  save: () => Promise<void>
  /** What it says when the server does not say why it failed. */
  failure: string
  children: string
}

/** Saves a file that the server makes. It keeps the focus meanwhile, so nobody loses their place. */
export function DownloadButton({ save, failure, children, variant = 'default', ...props }: DownloadButtonProps) {
  const { mutate, isPending } = useMutation(telling({ mutationFn: save }, { failure }))
  return (
    <Button
      {...props}
      variant={variant}
      leftSection={<IconDownload size={16} aria-hidden />}
      data-disabled={isPending || undefined}
      aria-disabled={isPending || undefined}
      onClick={() => !isPending && mutate()}
    >
      {isPending ? 'Baixando...' : children}
    </Button>
  )
}
