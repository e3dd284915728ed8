import { useEffect, useEffectEvent } from 'react'

/** Receives files dropped or pasted anywhere on the page, except in fields that accept files themselves. */
export function usePageFileDrop(onFiles: (files: readonly File[]) => void): void {
  const passFiles = useEffectEvent(onFiles)
  useEffect(() => {
    const onTransfer = (event: Event, transfer: DataTransfer | null) => {
      const files = [...(transfer?.files ?? [])]
      const isForField = event.target instanceof Element && event.target.closest('[data-takes-files]') !== null
      if (files.length === 0 || isForField) return
      event.preventDefault()
      passFiles(files)
    }
    const onDrop = (event: DragEvent) => onTransfer(event, event.dataTransfer)
    const onPaste = (event: ClipboardEvent) => onTransfer(event, event.clipboardData)
    document.addEventListener('drop', onDrop)
    document.addEventListener('paste', onPaste)
    return () => {
      document.removeEventListener('drop', onDrop)
      document.removeEventListener('paste', onPaste)
    }
  }, [])
}
