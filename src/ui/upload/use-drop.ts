import { type ClipboardEvent, useRef } from 'react'
import { type DropEvent, useDropzone } from 'react-dropzone'
import type { Upload } from './use-upload.ts'

/** What {@link useDrop} is made from. */
export interface UseDropOptions {
  actor: Upload['actor']
  /** Takes several files that came together; without it a field takes one, and says so. */
  onMany?: ((files: readonly File[]) => void) | undefined
  /** A button of its own opens the picker, so that the rest of the area does not. */
  hasButton?: boolean
}

/** Files dropped, picked or pasted into a field, handed to its upload. */
export function useDrop({ actor, onMany, hasButton = false }: UseDropOptions) {
  const folders = useRef(0)
  const hand = (files: readonly File[], folderCount: number) => {
    if (onMany && files.length > 1) {
      actor.send({ type: 'drag.left' })
      onMany(files)
    } else actor.send({ type: 'files.dropped', files, folders: folderCount })
  }
  const { getRootProps, getInputProps, open } = useDropzone({
    noClick: hasButton,
    noKeyboard: hasButton,
    getFilesFromEvent: async (event) => {
      folders.current = foldersIn(event)
      return filesIn(event)
    },
    onDragEnter: () => actor.send({ type: 'drag.entered' }),
    onDragLeave: () => actor.send({ type: 'drag.left' }),
    onDrop: (files) => hand(files, folders.current),
  })
  const onPaste = (event: ClipboardEvent) => {
    const files = [...event.clipboardData.files]
    if (files.length === 0) return
    event.preventDefault()
    hand(files, 0)
  }
  return { getRootProps, getInputProps, open, onPaste }
}

const transferOf = (event: DropEvent) => ('dataTransfer' in event ? event.dataTransfer : null)

/** Counts the folders among what is dropped; only the drop itself tells. */
const foldersIn = (event: DropEvent): number =>
  [...(transferOf(event)?.items ?? [])].filter((item) => item.webkitGetAsEntry?.()?.isDirectory).length

function filesIn(event: DropEvent): File[] {
  const transfer = transferOf(event)
  if (transfer) return [...transfer.files]
  const picked = 'target' in event ? (event.target as HTMLInputElement | null)?.files : null
  return [...(picked ?? [])]
}
