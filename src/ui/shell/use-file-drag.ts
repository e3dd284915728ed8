import { useEffect, useEffectEvent, useState } from 'react'

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false

/** Returns whether the pointer is over an element with a drop handler of its own, such as a `DropArea`. */
const isOverDropTarget = ({ target }: DragEvent) =>
  target instanceof Element && target.closest('[data-takes-files]') !== null

/**
 * Mode in which the shell handles dragged files: accepts them (`take`), refuses them, or leaves them to the page's own handlers.
 */
export type FileDragMode = 'take' | 'refuse' | 'leave'

/**
 * Returns whether files are dragged over the page, outside of elements with a drop handler of their own. Passes dropped files to
 * `onFiles`. Unless `mode` is `leave`, prevents the browser from opening a dropped file.
 */
export function useFileDrag(mode: FileDragMode, onFiles: (files: readonly File[]) => void): boolean {
  const [isOver, setIsOver] = useState(false)
  const passFiles = useEffectEvent(onFiles)
  useEffect(() => {
    if (mode === 'leave') return
    const onDragOver = (event: DragEvent) => {
      if (!hasFiles(event)) return
      const isUnclaimed = !isOverDropTarget(event)
      if (isUnclaimed) {
        event.preventDefault()
        if (event.dataTransfer) event.dataTransfer.dropEffect = mode === 'take' ? 'copy' : 'none'
      }
      setIsOver(isUnclaimed && mode === 'take')
    }
    const onDragLeave = ({ relatedTarget }: DragEvent) => {
      if (relatedTarget === null) setIsOver(false)
    }
    const onDrop = (event: DragEvent) => {
      setIsOver(false)
      if (!hasFiles(event) || isOverDropTarget(event)) return
      event.preventDefault()
      if (mode === 'take') passFiles([...(event.dataTransfer?.files ?? [])])
    }
    addEventListener('dragover', onDragOver)
    addEventListener('dragleave', onDragLeave)
    addEventListener('drop', onDrop)
    return () => {
      setIsOver(false)
      removeEventListener('dragover', onDragOver)
      removeEventListener('dragleave', onDragLeave)
      removeEventListener('drop', onDrop)
    }
  }, [mode])
  return isOver
}
