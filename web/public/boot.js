// Runs before the first paint. It is a separate file because the content security policy forbids inline scripts.
;(() => {
  const read = (key) => {
    try {
      return localStorage.getItem(key)
    } catch {
      return null // storage may be blocked
    }
  }

  // Applies the saved theme, or the system's, so that the page does not flash in the other one.
  const saved = read('malote:theme')
  const prefersDark = matchMedia('(prefers-color-scheme: dark)').matches
  const theme = saved === 'dark' || saved === 'light' ? saved : prefersDark ? 'dark' : 'light'
  document.documentElement.setAttribute('data-mantine-color-scheme', theme)

  // Shows the prerendered frame or sign-in (prerender.tsx) until the app renders.
  const address = location.pathname.replace(/(.)\/$/, '$1')
  const isPublic = [
    ...['/entrar/oidc', '/esqueci-senha', '/primeiro-acesso', '/redefinir-senha', '/confirmar-endereco'],
    ...['/privacidade', '/responder', '/verificar'],
  ].includes(address)
  const isSignedIn = read('malote:token') !== null
  const isCode = address.startsWith('/q/')
  // The prerendered sign-in has only the form; other ways to sign in are drawn by the app (features/auth/ways-in.ts).
  const ways = read('malote:ways-in')
  const hasOtherWays = ways !== null && !ways.endsWith('"oidcLabel":null}')
  if (isSignedIn && !isPublic) document.documentElement.dataset.shell = 'frame'
  else if (!isPublic && !isCode && !hasOtherWays) document.documentElement.dataset.shell = 'login'
  const isFolded = (read('malote:sidebar') ?? (matchMedia('(max-width: 75em)').matches && 'collapsed')) === 'collapsed'
  if (isFolded) document.documentElement.dataset.sidebar = 'collapsed'

  const element = (name, fields) => Object.assign(document.createElement(name), fields)

  // If a script fails to load or throws at once, replaces the prerendered HTML with an error message.
  const giveUp = ({ target }) => {
    const root = document.getElementById('root')
    if (root?.childElementCount !== 0 || !(target === window || target instanceof HTMLScriptElement)) return
    document.getElementById('shell')?.remove()
    // Built element by element, because Trusted Types refuse HTML written from text.
    const main = element('main', { className: 'unavailable' })
    const advice = element('p', { role: 'alert', textContent: 'Verifique a conexão com a rede. ' })
    advice.append(element('a', { href: '', textContent: 'Recarregar a página' }))
    main.append(element('h1', { textContent: 'O Malote não pôde ser carregado' }), advice)
    root.append(main)
  }
  addEventListener('error', giveUp, true)
  addEventListener('unhandledrejection', giveUp)

  // Zod otherwise tries `new Function`, which the content security policy refuses and the browser reports.
  globalThis.__zod_globalConfig = { jitless: true }
})()
