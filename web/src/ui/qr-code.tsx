import { encode } from 'uqr'

/** A QR code of an address; `label` replaces the address for screen readers. */
export function QrCode({ address, label = address }: { address: string; label?: string }) {
  const { data, size } = encode(address, { ecc: 'M', border: 0 })
  const dark = data.flatMap((line, y) => line.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <svg className="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={`Código QR: ${label}`}>
      <path d={dark.join('')} fill="#000" shapeRendering="crispEdges" />
    </svg>
  )
}
