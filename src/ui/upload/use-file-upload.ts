import { useEffect, useEffectEvent } from 'react'
import type { AnyUploadKind } from '../../api/contract/files.ts'
import { useAtelier } from '../context.ts'
import { useMachineActor } from '../use-machine-actor.ts'
import { type Upload, useUpload } from './use-upload.ts'
import { useUploadMachine } from './use-upload-machine.ts'

/**
 * Uploads one file immediately. If the user removes the file during the upload, the unfinished upload is deleted on the server.
 */
export function useFileUpload(kind: AnyUploadKind): Upload {
  const { sendFile } = useAtelier()
  const actor = useMachineActor(useUploadMachine(), { id: kind, input: { kind } })
  const discard = useEffectEvent((file: File) => void sendFile.discard(file, kind))
  useEffect(() => {
    const removed = actor.on('file.removed', ({ file, isSent }) => {
      if (!isSent) discard(file)
    })
    return () => removed.unsubscribe()
  }, [actor])
  return useUpload(actor)
}
