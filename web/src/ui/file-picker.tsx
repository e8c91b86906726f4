import { ActionIcon, Button, FileButton, Input } from '@mantine/core'
import { IconPaperclip, IconX } from '@tabler/icons-react'
import { useId, useRef } from 'react'
import { formatBytes } from '../lib/format.ts'
import classes from './file-picker.module.css'

interface FilePickerProps {
  label: string
  files: readonly File[]
  onChange: (files: File[]) => void
  /** Extensions without the dot, e.g. ['pdf', 'docx']. */
  accept: readonly string[]
  /** What a file may have at most, to be told beforehand. */
  maxMegabytes?: number
  isMultiple?: boolean
  error?: string | undefined
  className?: string | undefined
}

/** Chooses files, and lists those that were chosen. */
export function FilePicker({
  label,
  files,
  onChange,
  accept,
  maxMegabytes,
  isMultiple = false,
  ...rest
}: FilePickerProps) {
  const id = useId()
  const field = useRef<HTMLFieldSetElement>(null)
  const extensions = accept.map((extension) => `.${extension}`).join(',')
  const describedBy = rest.error ? `${id}-error ${id}-hint` : `${id}-hint`
  const hint = [accept.join(', '), maxMegabytes && `até ${maxMegabytes} MB`].filter(Boolean).join(' · ')
  // A pressed button that goes away hands the focus on: to the one that chooses files, else to the one of the file.
  const stay = () =>
    requestAnimationFrame(() => {
      const find = (selector: string) => field.current?.querySelector<HTMLElement>(selector)
      const left = find('[data-choose]') ?? find('li button')
      left?.focus()
    })
  const add = (picked: File | File[] | null) => {
    const added = picked === null ? [] : [picked].flat()
    onChange(isMultiple ? [...files, ...added] : added.slice(0, 1))
    stay()
  }
  const remove = (file: File) => {
    onChange(files.filter((other) => other !== file))
    stay()
  }
  return (
    <fieldset
      ref={field}
      className={`${classes.picker} ${rest.className ?? ''}`}
      aria-describedby={describedBy}
      data-invalid={rest.error ? true : undefined}
    >
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
                onClick={() => remove(file)}
              >
                <IconX size={16} aria-hidden />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      {(isMultiple || files.length === 0) && (
        <FileButton onChange={add} accept={extensions} multiple={isMultiple}>
          {(button) => (
            <Button
              {...button}
              variant="default"
              data-choose
              aria-describedby={describedBy}
              leftSection={<IconPaperclip size={16} aria-hidden />}
            >
              Escolher arquivo
            </Button>
          )}
        </FileButton>
      )}
      <Input.Description id={`${id}-hint`} mt={4}>
        {hint}
      </Input.Description>
      {rest.error && (
        <Input.Error id={`${id}-error`} mt={4}>
          {rest.error}
        </Input.Error>
      )}
    </fieldset>
  )
}
