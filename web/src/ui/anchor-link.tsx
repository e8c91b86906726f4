import { Anchor, type AnchorProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, Ref } from 'react'

/** What an `<a>` takes, without what Mantine defines in its own way. */
export type NativeAnchor = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'style' | 'color'> & {
  ref?: Ref<HTMLAnchorElement>
}

/** A link in text, typed by the router. */
export const AnchorLink = createLink((props: AnchorProps & NativeAnchor) => <Anchor {...props} />)
