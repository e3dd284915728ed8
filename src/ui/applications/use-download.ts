import { useSelector } from '@xstate/react'
import { useEffect, useState } from 'react'
import { fromPromise } from 'xstate'
import { downloadMachine } from '../../machines/download.machine.ts'
import { downloadBlob } from '../list/actions/write-export-file.ts'
import { useMachineActor } from '../use-machine-actor.ts'
import { createResumableDownload, type ReceivedRange } from './resumable-download.ts'

/** Requests a file, without the part that `from` describes. Rejects with `ApiError`. */
export type RequestFile = (signal: AbortSignal, from: ReceivedRange | undefined) => Promise<Response>

/**
 * Downloads a file with progress and saves it as `name`. A retry resumes a broken download. Unmounting aborts the download. While
 * the download runs, the browser asks the user to confirm leaving the page.
 */
export function useDownload(requestFile: RequestFile, name: string) {
  const [machine] = useState(() => {
    const file = createResumableDownload()
    return downloadMachine.provide({
      actors: {
        downloadFile: fromPromise(async ({ input: { report }, signal }): Promise<void> => {
          const response = await requestFile(signal, file.resumeFrom())
          const blob = await file.receive(response, (received, total) =>
            report({ type: 'bytes.received', received, total }),
          )
          signal.throwIfAborted()
          downloadBlob(blob, name)
        }),
      },
    })
  })
  const actor = useMachineActor(machine)
  const snapshot = useSelector(actor, (current) => current)
  useUnloadWarning(snapshot.hasTag('busy'))
  return { actor, snapshot }
}

/** While `isBusy`, makes the browser ask the user to confirm leaving the page, because leaving would lose the download. */
function useUnloadWarning(isBusy: boolean): void {
  useEffect(() => {
    if (!isBusy) return
    const warnBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warnBeforeUnload)
    return () => window.removeEventListener('beforeunload', warnBeforeUnload)
  }, [isBusy])
}
