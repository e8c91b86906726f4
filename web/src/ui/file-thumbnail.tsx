import { IconPaperclip } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import classes from './fields/file-picker.module.css'

/** A small preview of a picture; a clip for other files, and for pictures that the browser cannot show. */
export function FileThumbnail({ file }: { file: File }) {
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
