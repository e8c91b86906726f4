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

  // The build has drawn the frame and the sign-in (prerender.tsx): one of them stands until the app does.
  const address = location.pathname.replace(/(.)\/$/, '$1')
  const isPublic = ['/esqueci-senha', '/primeiro-acesso', '/redefinir-senha'].includes(address)
  const isSignedIn = read('malote:token') !== null
  if (!isPublic) document.documentElement.dataset.shell = isSignedIn ? 'frame' : 'login'
  const isFolded = (read('malote:sidebar') ?? (matchMedia('(max-width: 75em)').matches && 'collapsed')) === 'collapsed'
  if (isFolded) document.documentElement.dataset.sidebar = 'collapsed'

  // A part of the app that does not come, or fails at once: nobody waits before a drawing.
  const giveUp = ({ target }) => {
    const root = document.getElementById('root')
    if (root?.childElementCount !== 0 || !(target === window || target instanceof HTMLScriptElement)) return
    document.getElementById('shell')?.remove()
    root.innerHTML =
      '<main class="unavailable"><h1>O Malote não pôde ser carregado</h1><p role="alert">Verifique a conexão com a rede. <a href="">Recarregar a página</a></p></main>'
  }
  addEventListener('error', giveUp, true)
  addEventListener('unhandledrejection', giveUp)

  // Zod otherwise tries `new Function`, which the content security policy refuses and the browser reports.
  globalThis.__zod_globalConfig = { jitless: true }
})()
