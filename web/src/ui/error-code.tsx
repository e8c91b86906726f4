import { ActionIcon } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { copyText } from '../lib/copy-text.ts'
import classes from './states.module.css'

/** The id of a failed request, with which those who run the server find it in the log. */
export function ErrorCode({ code }: { code: string }) {
  const text = useRef<HTMLElement>(null)
  const [isCopied, setCopied] = useState(false)
  return (
    <span className={classes.code}>
      Código do erro: <code ref={text}>{code}</code>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={24}
        aria-label={isCopied ? 'Código copiado' : 'Copiar o código do erro'}
        onClick={async () => setCopied(await copyText(code, text.current))}
      >
        {isCopied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
      </ActionIcon>
    </span>
  )
}
