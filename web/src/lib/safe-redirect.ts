/** An address inside this site that may be returned to after signing in; anything else leads to '/'. */
export function safeRedirect(address = '/'): string {
  const isLocal = address.startsWith('/') && !address.startsWith('//') && !/[\\\s]/.test(address)
  return isLocal && !address.startsWith('/login') ? address : '/'
}
