import { Anchor, type AnchorProps } from '@mantine/core'
import { followLink } from '../lib/history.ts'

/** The privacy notice is a page before the sign-in, which the app's router does not know. */
export const PrivacyLink = (props: AnchorProps & { children: string }) => (
  <Anchor inherit {...props} href="/privacidade" onClick={followLink} />
)
