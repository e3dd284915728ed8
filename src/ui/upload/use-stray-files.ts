import { useEffect, useEffectEvent } from 'react'

/** Hands on files that are dropped or pasted anywhere on the page but in a field that takes them itself. */
export function useStrayFiles(take: (files: readonly File[]) => void): void {
  const hand = useEffectEvent(take)
  useEffect(() => {
    const hear = (event: Event, transfer: DataTransfer | null) => {
      const files = [...(transfer?.files ?? [])]
      const isTaken = event.target instanceof Element && event.target.closest('[data-takes-files]') !== null
      if (files.length === 0 || isTaken) return
      event.preventDefault()
      hand(files)
    }
    const drop = (event: DragEvent) => hear(event, event.dataTransfer)
    const paste = (event: ClipboardEvent) => hear(event, event.clipboardData)
    document.addEventListener('drop', drop)
    document.addEventListener('paste', paste)
    return () => {
      document.removeEventListener('drop', drop)
      document.removeEventListener('paste', paste)
    }
  }, [])
}
