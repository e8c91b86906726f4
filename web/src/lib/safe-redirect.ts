/** An address inside this site that may be returned to after signing in; anything else leads to '/'. */
export function safeRedirect(address = '/'): string {
  // Two slashes begin the name of another site, also after dots that fall away (`/.//`).
  const [path = ''] = address.split(/[?#]/)
  const isLocal = path.startsWith('/') && !path.includes('//') && !/[\\\s]/.test(address)
  return isLocal && !address.startsWith('/login') ? address : '/'
}
