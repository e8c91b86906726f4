import type { AnchorHTMLAttributes, Ref } from 'react'

/** What an `<a>` takes, without what Mantine defines in its own way. */
export type NativeAnchor = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'style' | 'color'> & {
  ref?: Ref<HTMLAnchorElement>
}
