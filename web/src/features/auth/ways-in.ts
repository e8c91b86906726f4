import type { PasswordLogin } from '@malote/core/auth/password-login.ts'
import { storage } from '../../lib/browser-storage.ts'
import { createStore } from '../../lib/external-store.ts'
import { publicConfig } from './public-config.ts'

/** How people sign in to this installation. */
export interface WaysIn {
  passwordLogin: PasswordLogin
  /** The provider's name; null without a provider. */
  oidcLabel: string | null
}

const onlyPasswords: WaysIn = { passwordLogin: 'on', oidcLabel: null }

/** How long a first visit waits for the server's answer before the page is rendered, in milliseconds. */
const longestWaitMs = 300

const key = 'ways-in'
const store = createStore(remembered() ?? onlyPasswords)
let asked: Promise<void> | undefined

/**
 * The ways to sign in, remembered by the browser from the last visit, so that the sign-in page is drawn at once as it
 * stays. public/boot.js reads the same key.
 */
export const waysIn = {
  get: store.get,
  subscribe: store.subscribe,
  /** Asks the server, once per document. Resolves at once when an answer is remembered, and never fails. */
  async known(): Promise<void> {
    asked ??= ask()
    if (remembered() === null) await Promise.race([asked, new Promise((resolve) => setTimeout(resolve, longestWaitMs))])
  },
}

async function ask() {
  const config = await publicConfig() // The form says it when its own call fails.
  if (!config) return
  const { password_login: passwordLogin = 'on', oidc_label: oidcLabel = null } = config
  const answer = JSON.stringify({ passwordLogin, oidcLabel })
  if (answer === storage.get(key)) return
  storage.set(key, answer)
  store.set({ passwordLogin, oidcLabel })
}

function remembered() {
  return storage.read(key) as WaysIn | null
}
