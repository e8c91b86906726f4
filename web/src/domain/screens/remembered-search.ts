import { redirect } from '@tanstack/react-router'
import { storage } from '../../lib/browser-storage.ts'
import { session } from '../../lib/stored-session.ts'

type Search = Record<string, unknown>

/**
 * What the user last chose on a list, kept by this browser for each user: `open` applies it when the list is opened at
 * an address without parameters. An address with parameters always wins, and is not remembered.
 *
 * @param names the parameters to remember: filters, order and page size, but no page, text or open dialog
 */
export function rememberedSearch(screen: string, names: readonly string[]) {
  const key = () => `lista:${screen}:${userId()}`
  const chosenIn = (search: Search) =>
    Object.fromEntries(names.flatMap((name) => (search[name] === undefined ? [] : [[name, search[name]]])))
  return {
    /** Call it with the search params that come of each choice, which it returns; empty ones are forgotten. */
    keep<Chosen extends object>(search: Chosen): Chosen {
      const chosen = chosenIn(search as Search)
      if (Object.keys(chosen).length > 0) storage.set(key(), JSON.stringify(chosen))
      else storage.remove(key())
      return search
    },
    /**
     * For `beforeLoad` of the list's route.
     *
     * @throws a redirect to what is remembered
     */
    open({ cause, location }: { cause: string; location: { pathname: string; searchStr: string } }) {
      // Within the list, an address without parameters is a choice too: Back, or *Limpar*.
      if (cause !== 'enter' || location.searchStr !== '') return
      const search = chosenIn(keptIn(key()))
      if (Object.keys(search).length === 0) return
      throw redirect({ to: location.pathname, search, replace: true } as never)
    },
  }
}

function userId(): unknown {
  const user = session.get()?.user
  return typeof user === 'object' && user !== null && 'id' in user ? user.id : null
}

function keptIn(key: string): Search {
  const search = storage.read(key)
  return typeof search === 'object' && search !== null ? (search as Search) : {}
}
