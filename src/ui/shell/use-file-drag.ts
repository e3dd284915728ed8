import { useEffect, useEffectEvent, useState } from 'react'

const bringsFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false

/** What takes files itself says so, as a `DropArea` does. */
const isTaken = ({ target }: DragEvent) => target instanceof Element && target.closest('[data-takes-files]') !== null

/** What is done with files over the page: handed on, turned away, or left to the page, which takes them itself. */
export type FileDrag = 'take' | 'refuse' | 'leave'

/**
 * Tells whether files are held over a place of the page that does not take them itself, and hands them on where they are
 * dropped there. Unless they are left to the page the browser never opens one in its place.
 */
export function useFileDrag(how: FileDrag, take: (files: readonly File[]) => void): boolean {
  const [isOver, setIsOver] = useState(false)
  const hand = useEffectEvent(take)
  useEffect(() => {
    if (how === 'leave') return
    const over = (event: DragEvent) => {
      if (!bringsFiles(event)) return
      const isFree = !isTaken(event)
      if (isFree) {
        event.preventDefault()
        if (event.dataTransfer) event.dataTransfer.dropEffect = how === 'take' ? 'copy' : 'none'
      }
      setIsOver(isFree && how === 'take')
    }
    const leave = ({ relatedTarget }: DragEvent) => {
      if (relatedTarget === null) setIsOver(false)
    }
    const drop = (event: DragEvent) => {
      setIsOver(false)
      if (!bringsFiles(event) || isTaken(event)) return
      event.preventDefault()
      if (how === 'take') hand([...(event.dataTransfer?.files ?? [])])
    }
    addEventListener('dragover', over)
    addEventListener('dragleave', leave)
    addEventListener('drop', drop)
    return () => {
      setIsOver(false)
      removeEventListener('dragover', over)
      removeEventListener('dragleave', leave)
      removeEventListener('drop', drop)
    }
  }, [how])
  return isOver
}
