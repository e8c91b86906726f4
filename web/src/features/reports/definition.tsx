import { ActionIcon } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { WordsPopover } from '../../ui/dialog/words-popover.tsx'
import classes from './reports.module.css'

interface DefinitionProps {
  /** The name of the number that is explained. */
  of: string
  children: ReactNode
}

/** A button that explains a number; unlike a tooltip, it also works by touch and keyboard. */
export const Definition = ({ of, children }: DefinitionProps) => (
  <WordsPopover
    name={of}
    target={(opens) => (
      <ActionIcon
        variant="subtle"
        color="gray"
        size={24}
        className={classes.button}
        aria-label={`O que significa: ${of}`}
        {...opens}
      >
        <IconInfoCircle size={16} aria-hidden />
      </ActionIcon>
    )}
  >
    {children}
  </WordsPopover>
)
