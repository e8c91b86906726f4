import { Button, type ButtonProps } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { type RefObject, useState } from 'react'
import { copyText } from '../lib/copy-text.ts'
import { notifyError } from './toasts.ts'

interface CopyButtonProps extends Pick<ButtonProps, 'variant' | 'size'> {
  text: string
  /** The element that shows the text. */
  shownIn: RefObject<HTMLElement | null>
  label: string
  /** The label once it is copied. */
  done: string
  /** Says what to do when it cannot be copied. */
  failure: string
  'data-autofocus'?: boolean
}

/** Copies a text that stands beside it, and says in the button that it has. */
export function CopyButton({ text, shownIn, label, done, failure, ...rest }: CopyButtonProps) {
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    const isThere = await copyText(text, shownIn.current)
    setCopied(isThere)
    if (!isThere) notifyError(failure)
  }
  const Icon = isCopied ? IconCheck : IconCopy
  return (
    <Button
      {...rest}
      leftSection={<Icon size={rest.size === 'xs' ? 14 : 16} aria-hidden />}
      onClick={() => void copy()}
    >
      {isCopied ? done : label}
    </Button>
  )
}
