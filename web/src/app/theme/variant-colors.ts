import { defaultVariantColorsResolver, type VariantColorsResolver } from '@mantine/core'

const none = '1px solid transparent'

/** Button colours from our tokens: one accent and one danger colour, with readable text in both themes. */
export const variantColors: VariantColorsResolver = (input) => {
  const isDanger = input.color === 'red'
  const isAccent = !input.color || input.color === input.theme.primaryColor
  if (!isDanger && !isAccent) return defaultVariantColorsResolver(input)

  const ink = isDanger ? 'var(--danger-ink)' : 'var(--accent)'
  const tint = isDanger ? 'var(--danger-bg)' : 'var(--accent-soft)'
  switch (input.variant) {
    case 'filled':
      return isDanger
        ? {
            background: 'var(--danger-fill)',
            hover: 'var(--danger-fill-hover)',
            color: 'var(--on-danger)',
            border: none,
          }
        : { background: 'var(--accent)', hover: 'var(--accent-hover)', color: 'var(--on-accent)', border: none }
    case 'light':
      return { background: tint, hover: tint, color: ink, border: none }
    case 'outline':
      return { background: 'transparent', hover: tint, color: ink, border: `1px solid ${ink}` }
    case 'subtle':
      return { background: 'transparent', hover: tint, color: ink, border: none }
    case 'transparent':
      return { background: 'transparent', hover: 'transparent', color: ink, border: none }
    default:
      return defaultVariantColorsResolver(input)
  }
}
