import { type ClipboardEvent, useRef } from 'react'
import { type DropEvent, useDropzone } from 'react-dropzone'
import type { Upload } from './use-upload.ts'

export interface UseFileDropOptions {
  actor: Upload['actor']
  /** Receives the files if the user adds several. If undefined, the field accepts one file and reports an error for several. */
  onMany?: ((files: readonly File[]) => void) | undefined
  /** Whether a separate button opens the file picker. If so, a press on the drop area does not open the picker. */
  hasButton?: boolean
}

/** Passes files that the user drops on, picks for or pastes into a field to the field's upload. */
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

/** Returns the number of dropped folders, which is known only during the drop event. */
const foldersIn = (event: DropEvent): number =>
  [...(transferOf(event)?.items ?? [])].filter((item) => item.webkitGetAsEntry?.()?.isDirectory).length

function filesIn(event: DropEvent): File[] {
  const transfer = transferOf(event)
  if (transfer) return [...transfer.files]
  const inputFiles = 'target' in event ? (event.target as HTMLInputElement | null)?.files : null
  return [...(inputFiles ?? [])]
}
