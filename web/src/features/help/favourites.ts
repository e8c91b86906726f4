import { useState } from 'react'
import { storage } from '../../lib/storage.ts'

const key = 'help:favourites'

/** The sections that this browser shows first (contract 2.14.1). */
export function useFavourites() {
  const [favourites, setFavourites] = useState(read)
  const toggle = (section: string) => {
    const next = favourites.includes(section)
      ? favourites.filter((other) => other !== section)
      : [...favourites, section]
    storage.set(key, JSON.stringify(next))
    setFavourites(next)
  }
  return { isFavourite: (section: string) => favourites.includes(section), toggle }
}

/** Ignores invalid content. */
function read(): readonly string[] {
  const kept = storage.read(key)
  return Array.isArray(kept) ? kept.filter((section) => typeof section === 'string') : []
}
