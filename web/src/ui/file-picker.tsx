import { ActionIcon, Button, FileButton, Input } from '@mantine/core'
import { IconPaperclip, IconX } from '@tabler/icons-react'
import { useId } from 'react'
import { formatBytes } from '../lib/format.ts'
import classes from './file-picker.module.css'

interface FilePickerProps {
  label: string
  files: readonly File[]
  onChange: (files: File[]) => void
  /** Extensions without the dot, e.g. ['pdf', 'docx']. */
  accept: readonly string[]
  /** Bytes a file may have at most. */
  maxBytes?: number
  isMultiple?: boolean
  isDisabled?: boolean
  error?: string | undefined
}

export function FilePicker({
  label,
  files,
  onChange,
  accept,
  isMultiple = false,
  isDisabled = false,
  ...rest
}: FilePickerProps) {
  const id = useId()
  const extensions = accept.map((extension) => `.${extension}`).join(',')
  const add = (picked: File | File[] | null) => {
    const added = picked === null ? [] : [picked].flat()
    onChange(isMultiple ? [...files, ...added] : added.slice(0, 1))
  }
  const hint = [accept.join(', '), rest.maxBytes && `até ${formatBytes(rest.maxBytes)}`].filter(Boolean).join(' · ')
  return (
    <fieldset className={classes.picker} aria-describedby={`${id}-hint`}>
      <legend className={classes.label}>{label}</legend>
      {files.length > 0 && (
        <ul className={classes.files}>
          {files.map((file) => (
            <li key={`${file.name} ${file.size} ${file.lastModified}`} className={classes.file}>
              <IconPaperclip size={16} aria-hidden />
              <span className={classes.name}>{file.name}</span>
              <span className={classes.size}>{formatBytes(file.size)}</span>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`Remover ${file.name}`}
                disabled={isDisabled}
                onClick={() => onChange(files.filter((other) => other !== file))}
              >
                <IconX size={16} aria-hidden />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      {(isMultiple || files.length === 0) && (
        <FileButton onChange={add} accept={extensions} multiple={isMultiple} disabled={isDisabled}>
          {(button) => (
            <Button
              {...button}
              variant="default"
              leftSection={<IconPaperclip size={16} aria-hidden />}
              disabled={isDisabled}
            >
              Escolher arquivo
            </Button>
          )}
        </FileButton>
      )}
      <Input.Description id={`${id}-hint`} mt={4}>
        {hint}
      </Input.Description>
      {rest.error && <Input.Error mt={4}>{rest.error}</Input.Error>}
    </fieldset>
  )
}
