import { useLayoutEffect } from 'react'

/** What a page has keys for; the sheet of keys knows which. */
export type KeySet = 'list' | 'preview' | 'moves' | 'form' | 'stage' | 'neighbours' | 'queue'

const shown: KeySet[] = []

/** Tells which keys work on the page, for as long as the view is shown. */
export function useKeysOf(...sets: readonly (KeySet | false)[]): void {
  const told = sets.filter(Boolean).join(' ')
  useLayoutEffect(() => {
    const own = told.split(' ').filter(Boolean) as KeySet[]
    shown.push(...own)
    return () => {
      for (const set of own) shown.splice(shown.indexOf(set), 1)
    }
  }, [told])
}

/** What keys there are on the page that is shown. */
export const keysShown = (): ReadonlySet<KeySet> => new Set(shown)
