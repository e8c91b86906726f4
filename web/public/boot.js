// Runs before the first paint, as a file of its own because the content security policy allows no inline script.
;(() => {
  const read = (key) => {
    try {
      return localStorage.getItem(key)
    } catch {
      return null // storage may be blocked
    }
  }

  // The saved theme, or the system's, never flashes in the other one.
  const saved = read('malote:theme')
  const prefersDark = matchMedia('(prefers-color-scheme: dark)').matches
  const theme = saved === 'dark' || saved === 'light' ? saved : prefersDark ? 'dark' : 'light'
  document.documentElement.setAttribute('data-mantine-color-scheme', theme)

  // Zod otherwise tries `new Function`, which the content security policy refuses and the browser reports.
  globalThis.__zod_globalConfig = { jitless: true }

  // Whether somebody is signed in decides what is shown first; its files start to load with the page. The build fills in
  // their names.
  const { signedIn = '', signedOut = '' } = document.currentScript.dataset
  for (const file of (read('malote:token') ? signedIn : signedOut).split(' ').filter(Boolean)) {
    const link = document.createElement('link')
    link.rel = file.endsWith('.css') ? 'preload' : 'modulepreload'
    if (link.rel === 'preload') link.as = 'style'
    link.crossOrigin = ''
    link.href = file
    document.head.append(link)
  }
})()
