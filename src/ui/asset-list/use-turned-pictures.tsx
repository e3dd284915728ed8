import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import { hearParts, part } from '../kit/part.ts'
import type { TurnedPicturesProps } from './TurnedPictures.tsx'

const turnedPictures = part(async () => (await import('./TurnedPictures.tsx')).TurnedPictures)

/** What turns the pictures of the page, fetched as the first row is pointed at or reached by key. */
export function useTurnedPictures(ask: TurnedPicturesProps['ask']): ReactNode {
  const [isWanted, setWanted] = useState(false)
  const TurnedPictures = useSyncExternalStore(hearParts, turnedPictures.held)
  useEffect(() => {
    if (isWanted) return
    const begin = ({ target }: Event) => {
      if (!(target instanceof Element) || !target.closest('tr, li')) return
      setWanted(true)
      // Without it every picture stands still, and nobody misses anything.
      turnedPictures.fetch().catch(() => {})
    }
    document.addEventListener('pointerover', begin)
    document.addEventListener('focusin', begin)
    return () => {
      document.removeEventListener('pointerover', begin)
      document.removeEventListener('focusin', begin)
    }
  }, [isWanted])
  return isWanted && TurnedPictures ? <TurnedPictures ask={ask} /> : null
}
