import { type ClipboardEvent, useRef } from 'react'
import { type DropEvent, useDropzone } from 'react-dropzone'
import type { Upload } from './use-upload.ts'

export interface UseFileDropOptions {
  actor: Upload['actor']
  /** Receives several files at once. Without it the field accepts one file and reports an error. */
  onMany?: ((files: readonly File[]) => void) | undefined
  /** Whether a separate button opens the file picker, so that the drop area does not. */
  hasButton?: boolean
}

/** Passes files dropped, picked or pasted into a field to its upload. */
export function useFileDrop({ actor, onMany, hasButton = false }: UseFileDropOptions) {
  const folders = useRef(0)
  const passFiles = (files: readonly File[], folderCount: number) => {
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
    onDrop: (files) => passFiles(files, folders.current),
  })
  const onPaste = (event: ClipboardEvent) => {
    const files = [...event.clipboardData.files]
    if (files.length === 0) return
    event.preventDefault()
    passFiles(files, 0)
  }
  return { getRootProps, getInputProps, open, onPaste }
}

const transferOf = (event: DropEvent) => ('dataTransfer' in event ? event.dataTransfer : null)

/** Returns the number of dropped folders; known only during the drop event. */
const foldersIn = (event: DropEvent): number =>
  [...(transferOf(event)?.items ?? [])].filter((item) => item.webkitGetAsEntry?.()?.isDirectory).length

function filesIn(event: DropEvent): File[] {
  const transfer = transferOf(event)
  if (transfer) return [...transfer.files]
  const inputFiles = 'target' in event ? (event.target as HTMLInputElement | null)?.files : null
  return [...(inputFiles ?? [])]
}
