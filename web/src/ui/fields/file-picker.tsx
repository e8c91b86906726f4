import { ActionIcon, Button, FileButton, Input } from '@mantine/core'
import { IconCamera, IconFileDownload, IconPaperclip, IconX } from '@tabler/icons-react'
import { useEffect, useId, useState } from 'react'
import { flushSync } from 'react-dom'
import { useDropzone } from 'react-dropzone'
import { formatBytes } from '../../lib/format.ts'
import { useIsTouch } from '../use-media.ts'
import classes from './fields.module.css'

interface FilePickerProps {
  label: string
  files: readonly File[]
  onChange: (files: File[]) => void
  /** Extensions without the dot, e.g. ['pdf', 'docx']. */
  accept: readonly string[]
  /** Maximum file size, shown as a hint. */
  maxMegabytes?: number
  isMultiple?: boolean
  error?: string | undefined
  className?: string | undefined
}

/** Selects files with a button or by drag and drop, and lists the selected files. */
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
  const extensions = accept.map((extension) => `.${extension}`).join(',')
  const hint = [accept.join(', '), maxMegabytes && `até ${maxMegabytes} MB`].filter(Boolean).join(' · ')
  // When the pressed button unmounts, focuses the button that selects files, else that of the first file.
  const change = (chosen: File[]) => {
    flushSync(() => onChange(chosen))
    const find = (selector: string) => rootRef.current?.querySelector<HTMLElement>(selector)
    const left = find('[data-choose]') ?? find('li button')
    left?.focus()
  }
  const [refusal, setRefusal] = useState<string | null>(null)
  const add = (picked: File | File[] | null) => {
    // A file that is there already would be sent twice.
    const there = new Set(files.map(identityOf))
    const added = (picked === null ? [] : [picked].flat()).filter((file) => !there.has(identityOf(file)))
    setRefusal(null)
    change(isMultiple ? [...files, ...added] : added.slice(0, 1))
  }
  // If several files are dropped on a single-file field, it is unclear which one was meant. File types are checked
  // later, as for selected files.
  const take = (dropped: File[]) => {
    if (isMultiple || dropped.length + files.length <= 1) add(dropped)
    else
      setRefusal(
        files.length > 0 ? 'Remova o arquivo atual antes de soltar outro.' : 'Solte apenas um arquivo por vez.',
      )
  }
  const { getRootProps, rootRef, isDragActive } = useDropzone({
    onDrop: take,
    multiple: true,
    noClick: true,
    noKeyboard: true,
    noPaste: true,
    preventDropOnDocument: false,
  })
  const isTouch = useIsTouch()
  const takesPhotos = isTouch && accept.includes('jpg')
  const error = refusal ?? rest.error
  const describedBy = error ? `${id}-error ${id}-hint` : `${id}-hint`
  const remove = (file: File) => {
    setRefusal(null)
    change(files.filter((other) => other !== file))
  }
  return (
    <fieldset
      {...getRootProps({ role: 'group' })}
      id={id}
      className={`${classes.picker} ${rest.className ?? ''}`}
      aria-describedby={describedBy}
      data-invalid={error ? true : undefined}
    >
      <legend className={classes.label}>{label}</legend>
      {files.length > 0 && (
        <ul className="no-bullets grid one-column gap-4 mb-8">
          {files.map((file) => (
            <li key={identityOf(file)} className={classes.file}>
              <FileThumbnail file={file} />
              <span className="fill cut">{file.name}</span>
              <span className="soft caption numbers nowrap">{formatBytes(file.size)}</span>
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
        <FileButton onChange={add} accept={extensions} multiple={isMultiple} inputProps={{ 'aria-label': label }}>
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
      {(isMultiple || files.length === 0) && takesPhotos && (
        <Button
          variant="default"
          ms={8}
          aria-describedby={describedBy}
          leftSection={<IconCamera size={16} aria-hidden />}
          onClick={() => takePhoto(add)}
        >
          Tirar foto
        </Button>
      )}
      {(isMultiple || files.length === 0) && <span className={classes.or}>ou solte aqui</span>}
      <Input.Description id={`${id}-hint`} mt={4}>
        {hint}
      </Input.Description>
      {error && (
        <Input.Error id={`${id}-error`} mt={4} {...(refusal && { role: 'alert' })}>
          {error}
        </Input.Error>
      )}
      {isDragActive && (
        <div className={classes.target}>
          <IconFileDownload size={18} aria-hidden />
          {isMultiple ? 'Solte os arquivos aqui' : 'Solte o arquivo aqui'}
        </div>
      )}
    </fieldset>
  )
}

/** The same for a file that is chosen again: browsers do not reveal its folder. */
const identityOf = ({ name, size, lastModified }: File) => `${name} ${size} ${lastModified}`

/** Opens the camera. The input is not part of the page, so the picker keeps one file field. */
function takePhoto(onTaken: (photo: File) => void) {
  const camera = document.createElement('input')
  camera.type = 'file'
  camera.accept = 'image/jpeg,image/png'
  camera.capture = 'environment'
  camera.addEventListener('change', () => camera.files?.[0] && onTaken(camera.files[0]))
  camera.click()
}

/** A small preview of a picture; a clip for other files, and for pictures that the browser cannot show. */
function FileThumbnail({ file }: { file: File }) {
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    if (!/^image\/(jpeg|png|gif|webp)$/.test(file.type)) return
    const url = URL.createObjectURL(file)
    setAddress(url)
    return () => {
      setAddress(null)
      URL.revokeObjectURL(url)
    }
  }, [file])
  if (!address) return <IconPaperclip size={16} aria-hidden />
  return <img src={address} alt="" className={classes.thumbnail} onError={() => setAddress(null)} />
}
