import { useEffect, useEffectEvent } from 'react'
import type { SentKind } from '../../api/contract/files.ts'
import { useAtelier } from '../context.ts'
import { useMachineActor } from '../machine.ts'
import { type Upload, useUpload } from './use-upload.ts'
import { useUploadMachine } from './use-upload-machine.ts'

/** One file, sent at once. What is taken back on its way is ended on the server too. */
export function useFileUpload(kind: SentKind): Upload {
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
