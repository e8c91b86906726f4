/** A path that ends before its destination. */
export function LostPath() {
  return (
    <svg width="240" height="28" viewBox="0 0 240 28" fill="none" aria-hidden="true" focusable="false">
      <circle cx="14" cy="14" r="8" fill="var(--accent)" />
      <path d="M22 14h84" stroke="var(--accent)" strokeWidth="3" />
      <path d="M112 14h98" stroke="var(--control)" strokeWidth="3" strokeDasharray="8 8" />
      <circle cx="226" cy="14" r="8" stroke="var(--control)" strokeWidth="2" strokeDasharray="4 4" />
    </svg>
  )
}
